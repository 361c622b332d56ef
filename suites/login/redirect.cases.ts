import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { FaultName } from '../../harness/faults/faults.js'
import { assign, remove } from '../../harness/mutations/form-parameters.js'
import { authorization, form, record } from '../../harness/mutations/mutation.js'
import type { Form, Mutation } from '../../harness/mutations/types.js'
import type { Coverage, Row } from '../support/row.js'
import { type Asked, asking, atLogin, checkAtLogin, rowAtLogin, valueIn } from './rows.js'

/** What is added or changed, so that it is recognised where it comes back. */
const mark = 'x-assay'

/** A draft of a token request has no address yet. */
const changed =
  (change: (url: URL) => void) =>
  (uri: string): string => {
    if (!URL.canParse(uri)) return uri
    const url = new URL(uri)
    change(url)
    return url.href
  }

/** Addresses that resemble a registered redirect URI and are another one (OpenID Connect Core §3.1.2.1). */
const others = {
  'with a query': (uri: string) => `${uri}?${mark}=1`,
  'with a fragment': (uri: string) => `${uri}#${mark}`,
  'with another port': changed((url) => {
    url.port = String(Number(url.port || '443') - 1)
  }),
  'with a path below it': (uri: string) => `${uri}/${mark}`,
  'with more behind it': (uri: string) => `${uri}${mark}`,
  'with its path in capital letters': changed((url) => {
    url.pathname = url.pathname.toUpperCase()
  }),
  // What a URL parser writes alike.
  'with its scheme in capital letters': (uri: string) => uri.replace(/^\w+/, (scheme) => scheme.toUpperCase()),
  'with a slash at its end': (uri: string) => `${uri}/`,
  'with http in place of https, or the other way round': (uri: string) =>
    uri.replace(/^http(s?):/, (_, secure) => (secure === '' ? 'https:' : 'http:')),
  'with a user name before its host': changed((url) => {
    url.username = mark
  }),
  'with a letter percent-encoded': (uri: string) =>
    uri.replace(/[a-z](?=[^a-z]*$)/i, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'of another host': changed((url) => {
    url.host = `${mark}.example`
  }),
  // What is found in a list of addresses that is one text.
  'without its end': (uri: string) => uri.slice(0, -4),
  // What fits where the registered one is read as a pattern; a host without a dot cannot be spelled so.
  'with another character for a dot': (uri: string) =>
    uri.includes('.') ? uri.replace(/\.([^.]*)$/, 'y$1') : `${uri}${mark}`,
  'behind another address': (uri: string) => `https://${mark}.example/${uri}`,
} satisfies Readonly<Record<string, (uri: string) => string>>

const toOther = (which: keyof typeof others): Asked =>
  authorization(`redirect_uri ${which}`, (parameters) =>
    assign(parameters, 'redirect_uri', others[which](valueIn(parameters, 'redirect_uri'))),
  )

/** The same, with something else wrong. */
const elsewhereAnd = (name: string, also: (parameters: Form) => void): Asked =>
  authorization(`redirect_uri of another host, ${name}`, (parameters) => {
    assign(parameters, 'redirect_uri', others['of another host'](valueIn(parameters, 'redirect_uri')))
    also(parameters)
  })

/** An authorization request that must not be answered with a code at that address. */
export interface RedirectRow extends Coverage {
  readonly title: string
  readonly mutate: Asked
}

const elsewhere = (id: string, which: keyof typeof others, detects: readonly FaultName[]): RedirectRow =>
  atLogin({
    id,
    title: `the registered redirect URI ${which}`,
    requirements: ['LOGIN-REDIRECT'],
    cases: ['OID-08'],
    detects,
    mutate: toOther(which),
  })

/** No code comes to any of these, since none of them is registered. */
export const unregistered: readonly RedirectRow[] = [
  elsewhere('login.redirect-query', 'with a query', ['accepts-redirect-uri-query']),
  elsewhere('login.redirect-fragment', 'with a fragment', ['accepts-redirect-uri-fragment']),
  elsewhere('login.redirect-sub-path', 'with a path below it', ['accepts-redirect-uri-subpath']),
  elsewhere('login.redirect-prefix', 'with more behind it', ['accepts-redirect-uri-prefix']),
  elsewhere('login.redirect-letter-case', 'with its path in capital letters', ['ignores-redirect-uri-case']),
  elsewhere('login.redirect-parsed', 'with its scheme in capital letters', ['compares-parsed-redirect-uri']),
  elsewhere('login.redirect-slash', 'with a slash at its end', ['ignores-redirect-uri-slash']),
  elsewhere('login.redirect-scheme', 'with http in place of https, or the other way round', [
    'ignores-redirect-uri-scheme',
  ]),
  elsewhere('login.redirect-user', 'with a user name before its host', ['ignores-redirect-uri-user']),
  elsewhere('login.redirect-encoded', 'with a letter percent-encoded', ['decodes-redirect-uri']),
  elsewhere('login.redirect-part', 'without its end', ['accepts-part-of-redirect-uri']),
  elsewhere('login.redirect-pattern', 'with another character for a dot', ['takes-redirect-uri-for-pattern']),
  elsewhere('login.redirect-suffix', 'behind another address', ['accepts-redirect-uri-suffix']),
  {
    ...elsewhere('login.redirect-host', 'of another host', ['accepts-any-redirect-uri']),
    title: 'a redirect URI of another host',
  },
]

/** What is known of a client since it has redeemed a code is no reason to send others elsewhere. */
export const ofKnownClient: RedirectRow = {
  ...elsewhere('login.redirect-of-known-client', 'of another host', ['accepts-any-redirect-uri']),
  title: 'a redirect URI of another host from a client that has redeemed a code',
}

/** Nor is it that nothing was known of a client before. */
export const ofNewClient: RedirectRow = {
  ...elsewhere('login.redirect-of-new-client', 'of another host', [
    'pins-first-redirect-uri',
    'accepts-any-redirect-uri',
  ]),
  title: 'a redirect URI of another host from a client that has asked for nothing before',
}

/** What the registry names no address of has none. */
export const ofClientWithout: Coverage & { readonly records: readonly Mutation[] } = {
  ...checkAtLogin(
    'login.redirect-of-none',
    'LOGIN-REDIRECT',
    ['accepts-redirect-uri-of-none', 'pins-first-redirect-uri', 'accepts-any-redirect-uri'],
    { level: 'strict' },
  ),
  records: [
    record('without redirect_uris', ({ redirect_uris: _, ...own }) => own),
    record('with an empty list of redirect_uris', (own) => ({ ...own, redirect_uris: [] })),
  ],
}

const foreignLetters = /[^\x20-\x7e]|%C3%A9|%E2%80%8B|xn--/i

/** A target that compares an address without its foreign letters, and goes to the one with them, may go to another host. */
export const foreignLetter: Coverage & AskOptions & { readonly mutations: readonly Asked[] } = atLogin({
  id: 'login.redirect-foreign-letter',
  requirements: ['LOGIN-REDIRECT'],
  cases: ['OID-08'],
  detects: ['ignores-foreign-letters-of-redirect-uri'] as const,
  mutations: Object.entries({ 'e with an acute accent': '\u00e9', 'zero-width space': '\u200b' }).map(
    ([name, letter]) =>
      authorization(`redirect_uri with an ${name} within it`, (parameters) => {
        const uri = valueIn(parameters, 'redirect_uri')
        assign(parameters, 'redirect_uri', `${uri.slice(0, -3)}${letter}${uri.slice(-3)}`)
      }),
  ),
  granted: (redirect: string) => foreignLetters.test(redirect),
})

/** An address that the registry names for some clients beside the usual one, at the same host. */
export const second: (uri: string) => string = changed((url) => {
  url.pathname = `/${mark}/second`
})

export const alsoThere: Mutation = record('a second redirect URI', (own) => {
  const usual = [own.redirect_uris ?? []].flat()
  return { ...own, redirect_uris: [...usual, ...usual.map((uri) => second(String(uri)))] }
})

const queried = changed((url) => url.searchParams.set(mark, '1'))

/** The registry names the usual address with a query, too. */
export const alsoQueried: Mutation = record('a redirect URI with a query', (own) => {
  const usual = [own.redirect_uris ?? []].flat()
  return { ...own, redirect_uris: [...usual, ...usual.map((uri) => queried(String(uri)))] }
})

const atQueried = (how: string, change: (uri: string) => string): Asked =>
  authorization(`a registered redirect_uri with a query${how}`, (parameters) =>
    assign(parameters, 'redirect_uri', change(queried(valueIn(parameters, 'redirect_uri')))),
  )

/** A query that a redirect URI has stays in it (RFC 6749 §3.1.2). */
export const ownQuery: Coverage & { readonly at: (uri: string) => string; readonly mutate: Asked } = atLogin({
  id: 'login.redirect-own-query',
  requirements: ['LOGIN-OIDC'],
  cases: [],
  level: 'should',
  detects: ['joins-answer-by-question-mark', 'drops-query-of-redirect-uri'] as const,
  at: queried,
  mutate: atQueried('', (uri) => uri),
})

/** An address at a host with a name, where nobody listens and nobody has to. */
const named = `https://client.${mark}.example/callback`

/** The registry names that address for some clients beside the usual one. */
export const alsoNamed: Mutation = record('a redirect URI at a host with a name', (own) => ({
  ...own,
  redirect_uris: [...[own.redirect_uris ?? []].flat(), named],
}))

/** Judged at a host with a name: at a loopback address, where the usual one may be, the port may be another (RFC 8252 §7.3). */
export const otherPort: Coverage & { readonly title: string; readonly control: Asked; readonly mutate: Asked } =
  atLogin({
    id: 'login.redirect-port',
    title: 'a registered redirect URI with another port',
    requirements: ['LOGIN-REDIRECT'],
    cases: ['OID-08'],
    detects: ['accepts-redirect-uri-port'] as const,
    control: asking('redirect_uri', named),
    mutate: asking('redirect_uri', others['with another port'](named)),
  })

const foreign = `https://${mark}.example/callback`

/** The registered redirect URI and a foreign one: one may be looked at and the other one gone to (RFC 6749 §3.1). */
export const twice: Coverage & { readonly mutate: readonly Asked[]; readonly granted: (redirect: string) => boolean } =
  atLogin({
    id: 'login.redirect-twice',
    requirements: ['LOGIN-REDIRECT'],
    cases: ['OID-08'],
    detects: ['answers-at-last-redirect-uri', 'compares-lines-of-redirect-uri'] as const,
    mutate: [
      authorization(
        'a foreign redirect_uri behind the registered one',
        (parameters) => void parameters.push(['redirect_uri', foreign]),
      ),
      authorization(
        'a foreign redirect_uri before the registered one',
        (parameters) => void parameters.unshift(['redirect_uri', foreign]),
      ),
      // An expression that is compared with each line of a text finds the registered one.
      authorization('a foreign redirect_uri on the line before the registered one', (parameters) =>
        assign(parameters, 'redirect_uri', `${foreign}\n${valueIn(parameters, 'redirect_uri')}`),
      ),
    ],
    granted: (redirect) => redirect.startsWith(foreign),
  })

/** The same in the two places of a request that is posted: one may be compared and the other one gone to. */
export const inBoth: Coverage & Pick<typeof twice, 'granted'> & { readonly foreign: string } = atLogin({
  id: 'login.redirect-in-query',
  requirements: ['LOGIN-REDIRECT'],
  cases: ['OID-08'],
  detects: ['answers-at-redirect-uri-of-query'] as const,
  foreign,
  granted: twice.granted,
})

/** Registered when the login began, and another one when its pages bring it back: one that nobody registered, as long, so that what is encoded around it stays as it was. */
export const inPages: Coverage & { readonly foreignLike: (uri: string) => string } = atLogin({
  id: 'login.redirect-in-pages',
  requirements: ['LOGIN-REDIRECT'],
  cases: ['OID-08'],
  detects: ['believes-redirect-uri-of-page'] as const,
  foreignLike: (uri: string) => foreign.padEnd(uri.length, 'k'),
})

/** What is registered for one client is not registered for all. */
export const ofAnother: Coverage & { readonly mutate: Asked } = atLogin({
  id: 'login.redirect-of-another',
  requirements: ['LOGIN-REDIRECT'],
  cases: ['OID-08'],
  detects: ['shares-redirect-uris'],
  mutate: authorization('the second redirect URI', (parameters) =>
    assign(parameters, 'redirect_uri', second(valueIn(parameters, 'redirect_uri'))),
  ),
})

/** A code goes with the address that it was sent to, not with all that the client has (RFC 6749 §4.1.3). */
export const otherRegistered: Coverage & { readonly mutate: Mutation } = atLogin({
  id: 'login.redirect-other-registered',
  requirements: ['LOGIN-REDIRECT'],
  cases: ['OID-08'],
  detects: [
    'accepts-registered-redirect-uri',
    'accepts-redirect-uri-of-latest-code',
    'accepts-other-redirect-uri',
  ] as const,
  mutate: form('the second redirect URI', (parameters) =>
    assign(parameters, 'redirect_uri', second(valueIn(parameters, 'redirect_uri'))),
  ),
})

/** Nobody is sent to an address that is not registered, not even with an error (RFC 6749 §4.1.2.1). */
export const openRedirect: Coverage & {
  readonly mutations: readonly Asked[]
  /** For a browser in which nobody is logged in. */
  readonly withoutSession: readonly Asked[]
} = atLogin({
  id: 'login.no-open-redirect',
  requirements: ['LOGIN-REDIRECT'],
  cases: ['OID-08'],
  detects: [
    'redirects-errors-anywhere',
    'redirects-second-errors-anywhere',
    'redirects-without-challenge-anywhere',
    'redirects-request-objects-anywhere',
    'redirects-response-modes-anywhere',
    'redirects-max-ages-anywhere',
    'redirects-unknown-clients-anywhere',
    'redirects-silent-requests-anywhere',
    'accepts-any-redirect-uri',
  ] as const,
  mutations: [
    toOther('of another host'),
    // Something else is wrong, too, and may be found first (RFC 6749 §4.1.2.1).
    elsewhereAnd('response_type that nobody knows', (parameters) => assign(parameters, 'response_type', mark)),
    elsewhereAnd('scope that is empty', (parameters) => assign(parameters, 'scope', '')),
    elsewhereAnd('prompt that contradicts itself', (parameters) => assign(parameters, 'prompt', 'none login')),
    elsewhereAnd('no code_challenge', (parameters) => {
      remove(parameters, 'code_challenge')
      remove(parameters, 'code_challenge_method')
    }),
    elsewhereAnd('code_challenge_method that nobody knows', (parameters) =>
      assign(parameters, 'code_challenge_method', mark),
    ),
    elsewhereAnd('request object that cannot be read', (parameters) => assign(parameters, 'request', mark)),
    elsewhereAnd('response_mode that nobody knows', (parameters) => assign(parameters, 'response_mode', mark)),
    elsewhereAnd('max_age that is no number', (parameters) => assign(parameters, 'max_age', 'x')),
    elsewhereAnd('no response_type', (parameters) => remove(parameters, 'response_type')),
    elsewhereAnd('response_type that asks for tokens', (parameters) =>
      assign(parameters, 'response_type', 'code id_token token'),
    ),
    elsewhereAnd('code_challenge of another length', (parameters) => assign(parameters, 'code_challenge', mark)),
    elsewhereAnd('prompt that nobody knows', (parameters) => assign(parameters, 'prompt', mark)),
    elsewhereAnd('state of 2000 characters', (parameters) => assign(parameters, 'state', 'x'.repeat(2000))),
    elsewhereAnd('address of a request object', (parameters) =>
      assign(parameters, 'request_uri', `urn:ietf:params:oauth:request_uri:${mark}`),
    ),
    elsewhereAnd('claims that cannot be read', (parameters) => assign(parameters, 'claims', mark)),
    elsewhereAnd('registration that cannot be read', (parameters) => assign(parameters, 'registration', mark)),
    elsewhereAnd('client_id that nobody has', (parameters) =>
      assign(parameters, 'client_id', `${valueIn(parameters, 'client_id')}-${mark}`),
    ),
  ],
  withoutSession: [elsewhereAnd('prompt none', (parameters) => assign(parameters, 'prompt', 'none'))],
})

/** Where a registered redirect URI has a query, another one is another address. */
export const otherQuery: Coverage & { readonly control: Asked; readonly mutations: readonly Asked[] } = atLogin({
  id: 'login.redirect-other-query',
  requirements: ['LOGIN-REDIRECT'],
  cases: ['OID-08'],
  detects: ['accepts-redirect-uri-query'] as const,
  control: atQueried('', (uri) => uri),
  mutations: [
    atQueried(' and more behind it', (uri) => `${uri}&more=1`),
    atQueried(' with another value', (uri) => `${uri}2`),
    atQueried(' with another name', (uri) => uri.replace(`${mark}=`, `${mark}-other=`)),
  ],
})

/** Authorization requests that ask for no code, so that none may be given (RFC 6749 §3.1.1). */
export const notForCode: readonly RedirectRow[] = [
  rowAtLogin('login.response-type', 'LOGIN-OIDC', 'ignores-response-type', { level: 'strict' }).sends(
    'a response_type that nobody knows',
    asking('response_type', mark),
  ),
  rowAtLogin('login.response-type-near', 'LOGIN-OIDC', ['ignores-response-type', 'finds-code-in-response-type'], {
    level: 'strict',
  }).sends('a response_type that holds the word code', asking('response_type', 'xcodex')),
  rowAtLogin('login.response-type-missing', 'LOGIN-OIDC', 'ignores-response-type', { level: 'should' }).sends(
    'no response_type at all',
    authorization('without response_type', (parameters) => remove(parameters, 'response_type')),
  ),
]

/** Required by OpenID Connect, though OAuth lets it be left out where one is registered. */
export const missing: RedirectRow = rowAtLogin('login.redirect-missing', 'OID-08', 'accepts-missing-redirect-uri', {
  level: 'should',
}).sends(
  'no redirect_uri at all',
  authorization('without redirect_uri', (parameters) => remove(parameters, 'redirect_uri')),
)

/** Token requests whose redirect_uri is not that of the authorization request (RFC 6749 §4.1.3). */
export const atTokenEndpoint: readonly Row[] = [
  rowAtLogin('login.redirect-differs', 'OID-08', 'accepts-other-redirect-uri').sends(
    'a code with another redirect_uri than it was sent to',
    Object.entries(others).map(([which, of]) =>
      form(`redirect_uri ${which}`, (parameters) =>
        assign(parameters, 'redirect_uri', of(valueIn(parameters, 'redirect_uri'))),
      ),
    ),
  ),
  rowAtLogin('login.redirect-omitted', 'OID-08', 'accepts-omitted-redirect-uri', { level: 'should' }).sends(
    'a code without the redirect_uri that it was sent to',
    form('without redirect_uri', (parameters) => remove(parameters, 'redirect_uri')),
  ),
]
