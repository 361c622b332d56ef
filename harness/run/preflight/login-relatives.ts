import { addressOf, authorizationRequest } from '../../check/identity-provider/authorization.js'
import { pushedRequest } from '../../check/identity-provider/pushed-request.js'
import { soundRelyingParties } from '../../check/parties/relying-parties.js'
import type { World } from '../../check/world.js'
import type { SettingLine } from '../../contracts/errors.js'
import type { InterfaceSettings } from '../../contracts/interface.js'
import type { Party } from '../../mutations/types.js'
import { presets } from '../../target/presets.js'
import type { HttpRequest, HttpResponse } from '../../wire/types.js'
import { byPath, inFlow } from './setting-lines.js'

/** What a provider takes in place of the usual authorization request, in a sentence, with the settings that make such requests. */
export interface LoginForm {
  readonly sentence: string
  readonly settings: readonly SettingLine[]
}

/** An authorization request that differs from the usual one in one thing. */
interface Relative {
  readonly name: string
  /** The settings that make such requests; absent where there are none. */
  readonly lines?: readonly SettingLine[]
  readonly login?: Partial<InterfaceSettings['login']>
  readonly without?: readonly string[]
  readonly also?: readonly (readonly [string, string])[]
  /** Another relying party. */
  readonly party?: Party
  /** What the target does then, in place of the usual words. */
  readonly says?: string
}

/** What deployed providers ask for beside `openid`. */
const scopes = ['openid profile', 'openid profile email', 'openid iSHARE', 'iSHARE openid', 'iSHARE']

/** Longest search, milliseconds, and most requests in it. */
const mostMs = 60_000
const mostRequests = 40

/**
 * Tries authorization requests that differ from one which was refused, until one is taken.
 * @param lost Whether nothing lives at the path, so that only others are tried.
 */
export async function otherLoginForm(world: World, party: Party, lost: boolean): Promise<LoginForm | undefined> {
  const until = Date.now() + mostMs
  const ask = async (relative: Relative): Promise<'taken' | 'refused' | 'too many'> => {
    const request = requestFor(world, party, relative)
    const { response } = await world.http.exchange(request)
    if (response?.status === 429) return 'too many'
    return response && isTaken(response, request) ? 'taken' : 'refused'
  }
  // Where the usual request is taken, what refuses comes later, and another request would show nothing.
  if ((await ask(usual)) !== 'refused') return undefined
  for (const relative of relativesOf(world, lost).slice(0, mostRequests)) {
    if (Date.now() > until) return undefined
    const answer = await ask(relative)
    if (answer === 'too many') return undefined
    if (answer === 'taken') return told(relative)
  }
  return undefined
}

const usual: Relative = { name: 'nothing else' }

/** One difference at a time, and then the pairs of those that deployed providers have together. */
function relativesOf(world: World, lost: boolean): readonly Relative[] {
  const [known, others] = [knownParty(world), otherRequests(world)]
  const first = lost ? otherPaths(world) : known
  const singles = lost ? first : [...known, ...others]
  return [...singles, ...first.flatMap((one) => [...(lost ? known : []), ...others].map((other) => both(one, other)))]
}

const both = (one: Relative, other: Relative): Relative => ({
  ...one,
  ...other,
  name: `${one.name} and ${other.name}`,
  lines: one.lines && other.lines ? [...one.lines, ...other.lines] : [],
  login: { ...one.login, ...other.login },
})

/** The paths of presets, and all that they say of logins. */
const otherPaths = ({ settings }: World): readonly Relative[] =>
  Object.values(presets)
    .map((preset) => preset.settings.login)
    .filter(({ authorizePath }) => authorizePath !== settings.login.authorizePath)
    .flatMap(({ authorizePath, tokenPath, userinfoPath, scope, request }) => {
      // What lives beside it lives there in servers of that family.
      const paths = { authorizePath, tokenPath, userinfoPath }
      return [
        withSettings(`the path ${authorizePath}`, paths),
        ...(request === 'signed'
          ? [withSettings(`a signed request at ${authorizePath}`, { ...paths, scope, request })]
          : []),
      ]
    })

const withSettings = (name: string, login: Partial<InterfaceSettings['login']>): Relative => ({
  name,
  login,
  lines: Object.entries(login).map(([setting, value]): SettingLine => [`interface.login.${setting}`, value]),
})

/** A relying party that the kit lists, which a provider may have registered beforehand. */
function knownParty({ newcomers, given, fixtures }: World): readonly Relative[] {
  if (newcomers || given) return []
  const lines: readonly SettingLine[] = [['login.registered', true]]
  const says =
    'It takes a relying party that its kit lists, and none that it has not seen, which the text forbids (L283)'
  return soundRelyingParties({ fixtures })
    .slice(0, 1)
    .map((party) => ({ name: 'a relying party of the kit', party, lines, says }))
}

const otherRequests = ({ settings }: World): readonly Relative[] => [
  ...scopes.filter((scope) => scope !== settings.login.scope).map((scope) => withSettings(`scope ${scope}`, { scope })),
  { name: 'response_mode query', also: [['response_mode', 'query']] },
  { name: 'no PKCE (code_challenge, code_challenge_method)', without: ['code_challenge', 'code_challenge_method'] },
  { name: 'no nonce', without: ['nonce'] },
  ...(settings.login.request === 'signed'
    ? []
    : [
        withSettings('a signed request', { request: 'signed' }),
        withSettings('a signed request', { scope: 'openid iSHARE', request: 'signed' }),
      ]),
]

function requestFor(world: World, usual: Party, relative: Relative): HttpRequest {
  const { login, without = [], also = [], party = usual } = relative
  const settings = { ...world.settings, login: { ...world.settings.login, ...login } }
  const asking = { ...world, settings }
  const { parameters } = authorizationRequest(asking, party.partyId)
  const kept = parameters.filter(([name]) => !without.includes(name))
  const all = [...kept, ...also.map(([name, value]): [string, string] => [name, value])]
  return settings.login.request === 'signed'
    ? pushedRequest(asking, party, all)
    : { method: 'GET', url: addressOf(asking, all), headers: [] }
}

/** Whether a provider goes on with a request: it shows a page, or sends the human on without an error. */
function isTaken({ status, headers, body }: HttpResponse, { method }: HttpRequest): boolean {
  // Some login pages come with 401 or 403.
  if (status === 401 || status === 403) return /<form/i.test(body)
  if (status >= 300 && status < 400) return !/[?&#/]error\b/i.test([headers.location].flat()[0] ?? '?error=')
  // What is posted is answered with the address where the browser begins.
  return method === 'GET' && status >= 200 && status < 300
}

function told({ name, lines = [], says }: Relative): LoginForm {
  if (lines.length === 0)
    return {
      sentence: `It takes an authorization request with ${name}, and no setting makes such requests.`,
      settings: [],
    }
  const taken = says ?? `It takes an authorization request with ${byPath(lines)}`
  return { sentence: `${taken}; add to the target file: ${inFlow(lines)}.`, settings: lines }
}
