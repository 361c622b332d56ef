import { createHash } from 'node:crypto'
import { HarnessError } from '../contracts/errors.js'
import type { Json, JsonObject } from '../contracts/json.js'
import { otherwise } from '../contracts/kit-consumers.js'
import { type AnswerGuise, accessTokenForms } from '../contracts/lab-protocol.js'
import {
  beforeAnotherPolicy,
  behindAnotherCondition,
  behindAnotherDenial,
  behindAnotherPolicy,
  behindAnotherRule,
  behindAnotherSet,
} from '../mutations/evidence.js'
import { clientIdOf, leaveOut } from '../mutations/form-parameters.js'
import { claims, form, header, partyId, record, registry, request, signature, text } from '../mutations/mutation.js'
import type { Form, MintContext, Mutation, PartyNames, RecordContext } from '../mutations/types.js'
import { signer } from '../wire/jws.js'
import { encodedAs, inJson, inParts, isForm, partsType } from '../wire/parameters.js'
import type { HttpRequest } from '../wire/types.js'
import { callForms } from './calls.js'
import type { Dimension, Guise, GuiseValue, History, Seen } from './types.js'

type Level = GuiseValue['level']
type Having = Omit<GuiseValue, 'name' | 'dimension' | 'level'>

const value = (name: `${Dimension}=${string}`, level: Level, having: Having): GuiseValue => ({
  name,
  dimension: name.slice(0, name.indexOf('=')) as Dimension,
  level,
  ...having,
})

/** Signs with another digest, where the message is signed as usual. */
const algorithm = (alg: 'RS384' | 'RS512'): GuiseValue =>
  value(`alg=${alg}`, 'strict', {
    mutation: signature(alg, (signing) => {
      // Keys that RFC 7518 §3.3 rules out sign as they do.
      if (signing.header.alg !== 'RS256' || signing.key.asymmetricKeyType !== 'rsa') return
      signing.header.alg = alg
      signing.sign = signer(alg)
    }),
    carried: ({ header }) => header?.alg === alg,
  })

const chainOf = (seen: Seen): number => (Array.isArray(seen.header?.x5c) ? seen.header.x5c.length : 0)

const claim = (name: `claims=${string}`, level: Level, further: (own: JsonObject) => JsonObject): GuiseValue =>
  value(name, level, {
    mutation: claims(name, (own) => void Object.assign(own, further(own))),
    carried: ({ payload }) =>
      payload !== undefined && Object.keys(further(payload)).every((each) => Object.hasOwn(payload, each)),
  })

const jti = (name: `jti=${string}`, of: (own: string) => string, level: Level = 'must'): GuiseValue =>
  value(name, level, {
    mutation: claims(name, (own) => {
      own.jti = of(String(own.jti))
    }),
    carried: ({ payload }) => typeof payload?.jti === 'string',
  })

const reversed = (own: JsonObject): JsonObject => Object.fromEntries(Object.entries(own).toReversed())

/** Header or payload of the same members, spelled otherwise. */
const respelled = (
  name: `header=${string}` | `payload=${string}`,
  level: Level,
  spell: (own: JsonObject) => string,
): GuiseValue => {
  const part = name.startsWith('header') ? 'header' : 'payload'
  return value(name, level, {
    mutation: text(name, (own) => {
      own[part] = spell(JSON.parse(String(own[part])) as JsonObject)
    }),
  })
}

/** The request carries its parameters otherwise, whatever is wrong with them. */
const carriedAs = (name: `form=${string}`, type: string, encode: (parameters: Form) => string): GuiseValue =>
  value(name, 'open', {
    mutation: request(name, encodedAs(type, encode)),
    dresses: true,
    carried: ({ request: { headers } }) => headers.some(([, each]) => each === type),
  })

/** A parameter is not there that tells a server what it is to look at; one that the row adds stays. */
const lacking = (name: `form=without ${string}`, of: (own: Form, context: MintContext) => Form[number] | undefined) =>
  value(name, 'open', { mutation: form(name, (own, context) => leaveOut(own, of(own, context))) })

const certificatesOf = (own: JsonObject): readonly JsonObject[] => own.certificates as readonly Json[] as JsonObject[]

const eachCertificate = (
  name: `record=${string}`,
  level: Level,
  change: (entry: JsonObject) => JsonObject,
): GuiseValue =>
  value(name, level, {
    mutation: record(name, (own) => ({ ...own, certificates: certificatesOf(own).map(change) })),
  })

/** Two further certificates of the party stand behind its own, so that a row that changes the first changes that. */
const several: Mutation = record('record=several certificates', async (own, { issue }: RecordContext) => {
  const [first = {}] = certificatesOf(own)
  const others = await Promise.all([issue({}), issue({})])
  const entries = others.map(({ chain: [leaf = Buffer.alloc(0)] }) => ({
    ...first,
    x5c: leaf.toString('base64'),
    'x5t#s256': createHash('sha256').update(leaf).digest('hex'),
  }))
  return { ...own, certificates: [...certificatesOf(own), ...entries] }
})

/** What the lab answers: a look-up by way of the registry, everybody else by `answered`. */
const answered = (name: `${Dimension}=${string}`, level: Level, guise: AnswerGuise): GuiseValue =>
  value(name, level, { mutation: registry(name, { guise }), answered: guise })

/** What the lab answers to a token request. */
const granting = (name: `${'access-token' | 'token-answer' | 'id-token'}=${string}`, guise: AnswerGuise): GuiseValue =>
  value(name, 'open', { answered: guise })

/** The parties of a check have identifiers of that form (L25: none is shown). */
const identified = (name: `party-id=${string}`, of: (own: PartyNames) => string): GuiseValue =>
  value(name, 'open', { mutation: partyId(name, of) })

/** Behind a message that is sent for its sake alone. */
const after = (name: `history=${string}`, level: Level, history: History): GuiseValue =>
  value(name, level, { history, carried: ({ before }) => before.at(-1)?.label === history })

/** A request for evidence about two policies, as far as its body is a usual one. */
const asking = (name: `question=${string}`, question: NonNullable<GuiseValue['question']>): GuiseValue =>
  value(name, 'open', {
    question,
    carried: ({ request: { body } }) => typeof body === 'string' && body.split('"actions"').length > 2,
  })

const calling = (name: keyof typeof callForms, deep?: true): GuiseValue => {
  const { calls, isSeen } = callForms[name]
  return value(name, 'open', { calls, carried: ({ request }) => isSeen(request), ...(deep && { deep }) })
}

/** Each costs a login, which may need a browser. */
const beginning = (
  name: `login-${'request' | 'scope'}=${string}`,
  authorization: (parameters: Form) => void,
  deep?: true,
) => value(name, 'open', { authorization, ...(deep && { deep }) })

/** For the claims of OpenID Connect Core §5.4; fewer where all of them are asked for anyhow. */
const ofOtherScope = (own: Form): void => {
  const wide = 'openid profile email'
  for (const pair of own) if (pair[0] === 'scope') pair[1] = pair[1] === wide ? 'openid' : wide
}

/** Nobody is logged in yet. */
const isFresh = ({ recipe: { session = 'none' } }: Seen): boolean => session === 'none'

const without =
  (...names: readonly string[]) =>
  (own: Form): void =>
    void own.splice(0, own.length, ...own.filter(([name]) => !names.includes(name)))

/** Every value beside the default ones (ruling 28). */
export const guiseValues: readonly GuiseValue[] = [
  algorithm('RS384'),
  algorithm('RS512'),
  value('key=3072', 'must', { certified: { bits: 3072 } }),
  value('key=4096', 'must', { certified: { bits: 4096 } }),
  value('chain=2', 'must', { certified: { under: 'root-a' }, carried: (seen) => chainOf(seen) === 2 }),
  value('chain=4', 'must', { certified: { under: 'intermediate-a2' }, carried: (seen) => chainOf(seen) === 4 }),
  respelled('header=in another order', 'open', (own) => JSON.stringify(reversed(own))),
  value('header=without typ', 'open', {
    mutation: header('header=without typ', (own) => void delete own.typ),
    carried: ({ header: own }) => own !== undefined && !Object.hasOwn(own, 'typ'),
  }),
  respelled('payload=in another order', 'must', (own) => JSON.stringify(reversed(own))),
  respelled('payload=with white space', 'must', (own) => `\n${JSON.stringify(own, null, 2)}\r\n\t `),
  respelled('payload=times with a fraction of zero', 'open', (own) =>
    JSON.stringify(own).replace(/("(?:iat|exp|nbf)":\d+)(?=[,}])/g, '$1.0'),
  ),
  claim('claims=nbf', 'strict', ({ iat = 0 }) => ({ nbf: iat })),
  claim('claims=foo', 'strict', () => ({ foo: 'bar', nested: { list: [1, { deep: true }] } })),
  // All of a check begin alike.
  jti('jti=short', (own) => String(Number.parseInt(own.replaceAll('-', '').slice(-8), 16))),
  jti('jti=200 characters', (own) => own.padEnd(200, 'x')),
  jti('jti=with punctuation', (own) => `-._~${own}`),
  value('aud=in a list', 'open', {
    mutation: claims('aud=in a list', (own) => {
      if (typeof own.aud === 'string') Object.assign(own, { aud: [own.aud] })
    }),
    dresses: true,
    carried: ({ payload }) => Array.isArray(payload?.aud),
  }),
  value('age=10', 'must', { ageSeconds: 10 }),
  value('age=20', 'must', { ageSeconds: 20 }),
  value('form=in another order', 'must', { mutation: form('form=in another order', (own) => void own.reverse()) }),
  value('form=one unknown parameter', 'must', {
    mutation: form('form=one unknown parameter', (own) => void own.push(['foo', 'bar'])),
  }),
  value('form=percent-encoded', 'must', {
    mutation: request('form=percent-encoded', (own) =>
      typeof own.body === 'string' && isForm(own)
        ? { ...own, body: own.body.replaceAll('.', '%2E').replaceAll('-', '%2D') }
        : own,
    ),
  }),
  carriedAs('form=as JSON', 'application/json', inJson),
  carriedAs('form=as multipart', partsType, inParts),
  lacking('form=without client_id', clientIdOf),
  lacking('form=without client_assertion_type', (own) => own.find(([name]) => name === 'client_assertion_type')),
  value('connection=new', 'open', { mutation: request('connection=new', (own) => ({ ...own, connection: 'new' })) }),
  value('record=several certificates', 'must', { mutation: several }),
  eachCertificate('record=x5c alone', 'open', ({ 'x5t#s256': _, ...entry }) => entry),
  eachCertificate('record=fingerprint alone', 'open', ({ x5c: _, ...entry }) => entry),
  value('further-members=of the record', 'open', {
    mutation: record('further-members=of the record', (own) => ({
      'x-note': ['unknown'],
      ...own,
      'x-more': { deep: true },
    })),
  }),
  value('revocation=crl', 'open', { certified: { source: 'crl' } }),
  value('revocation=ocsp', 'open', { certified: { source: 'ocsp' } }),
  value('history=never seen', 'must', {
    history: 'never seen',
    carried: ({ before }) => !before.some(({ ofParty }) => ofParty),
  }),
  after('history=after another client', 'must', 'after another client'),
  { ...after('history=refused before', 'open', 'refused before'), deep: true },
  after('history=beside another client', 'open', 'beside another client'),
  value('history=served before', 'open', { servedBefore: true }),
  identified('party-id=a URN', ({ unique }) => `urn:x-party:a-b-c.${unique}`),
  identified('party-id=a URL', ({ unique }) => `https://parties.example/${unique}`),
  identified('party-id=with dots', ({ unique }) => `EU.EORI.NL.${unique}`),
  answered('answer=RS384', 'strict', { alg: 'RS384' }),
  answered('answer=RS512', 'strict', { alg: 'RS512' }),
  answered('answer=with further claims', 'strict', { claims: { foo: 'bar', nested: { deep: [1] } } }),
  answered('answer-order=turned round', 'open', { turnedRound: true }),
  answered('answer-age=20', 'open', { ageSeconds: 20 }),
  answered('answer-certificate=another each time', 'open', { otherCertificate: {} }),
  answered('answer-certificate=of a chain of 4', 'open', { otherCertificate: { under: 'intermediate-a2' } }),
  answered('answer-certificate=of 3072 bits', 'open', { otherCertificate: { bits: 3072 } }),
  answered('transfer=chunked', 'open', { transfer: 'chunked' }),
  answered('transfer=compressed', 'open', { transfer: 'compressed' }),
  answered('transfer=closed', 'open', { transfer: 'closed' }),
  answered('header-names=in upper case', 'open', { upperCase: true }),
  ...accessTokenForms.map((accessToken) => granting(`access-token=${accessToken}`, { accessToken })),
  granting('token-answer=bearer in small letters', { beside: 'bearer in small letters' }),
  granting('token-answer=no expires_in', { beside: 'no expires_in' }),
  granting('token-answer=further members', { beside: 'further members' }),
  granting('id-token=without claims of the human', { claimsElsewhere: true }),
  value('evidence=behind another policy', 'open', { evidence: behindAnotherPolicy }),
  value('evidence=behind another set', 'open', { evidence: behindAnotherSet }),
  value('evidence=before another policy', 'open', { evidence: beforeAnotherPolicy }),
  value('evidence=behind a denial elsewhere', 'open', { evidence: behindAnotherDenial }),
  value('evidence=behind conditions that hold elsewhere', 'open', { evidence: behindAnotherCondition }),
  value('evidence=behind a rule that does not hold', 'open', { evidence: behindAnotherRule }),
  asking('question=behind another policy', (own, other) => [{ policies: [other, own] }]),
  asking('question=behind another set', (own, other) => [{ policies: [other] }, { policies: [own] }]),
  asking('question=before another policy', (own, other) => [{ policies: [own, other] }]),
  calling('call=as of a browser'),
  calling('call=through a proxy'),
  calling('call=bearer in small letters'),
  calling('call=with an unknown parameter', true),
  value('call=with one access token', 'open', { keepsToken: true }),
  ...otherwise.map((consumer) =>
    value(`consumer=${consumer}`, 'must', { consumer, carried: ({ recipe }) => recipe.consumer === consumer }),
  ),
  beginning('login-request=in another order', (own) => void own.reverse(), true),
  beginning('login-request=with response_mode', (own) => void own.push(['response_mode', 'query'])),
  beginning('login-request=answered by form', (own) => void own.push(['response_mode', 'form_post'])),
  beginning('login-request=with hints', (own) => void own.push(['display', 'page'], ['ui_locales', 'en'])),
  beginning('login-request=without PKCE', without('code_challenge', 'code_challenge_method')),
  beginning('login-request=with prompt none', (own) => void own.push(['prompt', 'none'])),
  value('login-request=by POST', 'open', {
    posted: true,
    carried: ({ recipe }) => [recipe.sent, recipe.asked].includes('by POST'),
  }),
  value('login-request=with a login of its own', 'open', {
    loggingIn: true,
    carried: isFresh,
  }),
  beginning('login-request=with max_age', (own) => void own.push(['max_age', '36000'])),
  beginning('login-request=without nonce', without('nonce')),
  beginning('login-scope=another', ofOtherScope),
  value('login-provider=the other one', 'open', { elsewhere: true, carried: isFresh }),
]

/** Several forms of an answer as one. */
export const answerOf = (values: readonly Pick<GuiseValue, 'answered'>[]): AnswerGuise | undefined => {
  const forms = values.flatMap(({ answered: own }) => own ?? [])
  return forms.length === 0 ? undefined : Object.assign({}, ...forms)
}

/** The conforming changes of these values, for rows that send each alone. */
export const conforming = (...names: readonly string[]): readonly Mutation[] =>
  names.map(guiseValue).map(({ name, mutation }) => {
    if (!mutation) throw new HarnessError(`The guise "${name}" is no change of a message.`)
    return mutation
  })

/** A request that carries an access token, in the form that a guise gives it. */
export const calledIn = (guise: Guise | undefined, request: HttpRequest): HttpRequest =>
  (guise?.values ?? []).reduce((own, { calls }) => calls?.(own) ?? own, request)

const byName = new Map(guiseValues.map((one) => [one.name as string, one]))

/** The value of that name. @throws HarnessError where there is none. */
export function guiseValue(name: string): GuiseValue {
  const found = byName.get(name)
  if (!found) throw new HarnessError(`There is no guise "${name}".`)
  return found
}
