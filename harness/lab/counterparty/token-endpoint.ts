import type { Json, JsonObject } from '../../contracts/json.js'
import { type AnswerGuise, tokenBeginning } from '../../contracts/lab-protocol.js'
import { sha256 } from '../../wire/decode.js'
import { answering, oddly } from '../http/answering.js'
import { saidOf } from '../http/guised.js'
import { drawnAmong, redactParameter } from '../http/redact.js'
import { type LabRequest, labelOf, readBody, seen } from '../http/request.js'
import { shown } from '../http/shown.js'
import { type LabInterface, readInterface } from '../interface.js'
import { type Misbehaviour, type MisbehaviourContext, misbehaviours } from '../misbehaviour/misbehaviour.js'
import type { AccessTokens } from '../storage/access-tokens.js'
import type { WorldState } from '../storage/state.js'
import { type ReadAssertion, readAssertion } from './assertion.js'

/** Whose token endpoint is asked. */
export interface TokenDesk {
  readonly kind: 'registry-token' | 'evidence-token' | 'provider-token' | 'login-token'
  readonly tokens: AccessTokens
  /** Its Party Identifier, where it is not the Participant Registry. */
  readonly counterparty?: string
  /** What the ledger files the request under; the issuer of the assertion by default. */
  readonly subject?: string
  /** Status that everybody gets. */
  readonly failing?: number
  /** In place of the sound answer. */
  readonly odd?: TokenMisbehaviour
  /** Form of the sound answer. */
  readonly guise?: AnswerGuise | undefined
  /** Comes before an access token is handed out. */
  readonly granting?: () => void
  /** What is asked for beside the assertion, by its parameters and the issuer of the assertion. */
  readonly redeem?: (form: Readonly<Record<string, string>>, issuer: string | undefined) => Redeemed
}

/** A wrong answer of a token endpoint. */
type TokenMisbehaviour = Pick<MisbehaviourContext, 'lure' | 'first'> & { readonly answer: Misbehaviour['answer'] }

/** Reads a request, and breaks its connection. */
export const breaking = (lure: TokenMisbehaviour['lure']): TokenMisbehaviour => ({
  answer: misbehaviours['reset before the answer'].answer,
  lure,
  first: true,
})

/** What a code gives beside an access token. */
export interface Redeemed {
  /** What the ledger files the request under. */
  readonly subject?: string
  /** Why nothing is granted. */
  readonly problem?: string
  readonly odd?: TokenMisbehaviour
  /** Form of the sound answer. */
  readonly guise?: AnswerGuise | undefined
  /** Whom the access token is issued to. */
  readonly holder: string
  /** Takes down what the answer gives. */
  readonly given?: (tokens: readonly string[]) => void
  /** Further members of the answer; called when it is granted. */
  readonly members: () => Promise<JsonObject>
}

/**
 * The token endpoint of a counterparty. Grants a token for every readable assertion that names an issuer, so that a
 * target with a bad assertion can be tested further: the ledger has it, and checks read it there.
 */
export const answerToken = async (state: WorldState, incoming: LabRequest, desk: TokenDesk): Promise<void> => {
  const { method, query } = incoming
  const { names, ledger, tokenSeconds } = state
  const { assertion, form, parameters, repeated } = await readTokenRequest(state, incoming)
  const issuer = assertion?.issuer
  const redeemed = desk.redeem?.(parameters, issuer)
  const filedUnder = desk.subject ?? redeemed?.subject
  const guise = desk.guise ?? redeemed?.guise
  const entry = ledger.add({
    ...seen(incoming),
    kind: desk.kind,
    form,
    ...(desk.kind === 'login-token' && drawnAmong(Object.entries(parameters))),
    inUrl: [...new Set(query.keys())],
    ...labelOf(incoming),
    ...(repeated.length > 0 && { repeated }),
    ...shown(incoming, parameters, { asksForToken: true }),
    ...(assertion && inLedger(assertion)),
    ...(desk.counterparty !== undefined && { counterparty: desk.counterparty }),
    ...(filedUnder !== undefined && { subject: filedUnder }),
    ...(redeemed?.problem !== undefined && { problem: redeemed.problem }),
    ...saidOf(guise, incoming),
  })
  const send = answering(incoming, entry)
  const answer = (status: number, body: Json, headers: Readonly<Record<string, string>> = {}): void =>
    send(status, JSON.stringify(body), { 'cache-control': 'no-store', ...headers }, guise)
  if (desk.failing !== undefined) {
    const isPlea = desk.failing === 429 || desk.failing === 503
    const error = desk.failing < 500 && !isPlea ? 'invalid_client' : 'temporarily_unavailable'
    return answer(desk.failing, { error }, isPlea ? { 'retry-after': '1' } : {})
  }
  if (redeemed?.problem !== undefined) return answer(400, { error: 'invalid_grant' })
  const granted = async (to: string) => {
    const accessToken = desk.tokens.issue(redeemed?.holder ?? to, guise?.accessToken)
    const told = (by: Pick<LabInterface, 'accessToken' | 'tokenType' | 'expiresIn'>) => ({
      [by.accessToken]: accessToken,
      [by.tokenType]: guise?.beside === 'bearer in small letters' ? 'bearer' : 'Bearer',
      ...(guise?.beside !== 'no expires_in' && { [by.expiresIn]: tokenSeconds }),
    })
    const more: JsonObject = (await redeemed?.members()) ?? {}
    const tokens = [accessToken, ...Object.values(more).map(String)]
    redeemed?.given?.(tokens)
    entry.issued = tokens.map((token) => sha256(tokenBeginning(token)))
    return { ...told(stated), ...told(names), ...more, ...(guise?.beside === 'further members' && furtherMembers) }
  }
  const oddity = desk.odd ?? redeemed?.odd
  if (oddity) {
    const { lure, first, answer: odd } = oddity
    return odd({
      ...oddly(incoming, entry),
      sound: async () => JSON.stringify(await granted(issuer ?? state.targetPartyId)),
      elsewhere: () => lure.url,
      lure,
      first,
    })
  }
  if (method !== 'POST') return answer(405, { error: 'invalid_request' }, { allow: 'POST' })
  if (issuer === undefined) return answer(401, { error: 'invalid_client' })
  desk.granting?.()
  answer(200, await granted(issuer))
}

/** A client ignores members that it does not know (RFC 6749 §5.1). */
const furtherMembers: JsonObject = {
  scope: 'lab',
  not_before_policy: 0,
  'x-note': { deep: [1, { audience: 'nobody' }] },
}

/** A token request as it was read. */
interface TokenRequest {
  readonly assertion?: ReadAssertion
  /** For the ledger. */
  readonly form: Readonly<Record<string, string>>
  /** As they were sent. */
  readonly parameters: Readonly<Record<string, string>>
  /** Names of those that stand there more than once. */
  readonly repeated: readonly string[]
}

/** The assertion of a token request, wherever it travels, and its other parameters. */
export const readTokenRequest = async (
  { names, roots }: WorldState,
  { request, query }: LabRequest,
): Promise<TokenRequest> => {
  const inBody = bodyParameters((await readBody(request)).toString('utf8'), request.headers['content-type'])
  const all = [...query, ...inBody]
  const parameters = Object.fromEntries(all)
  const text = parameters[names.clientAssertion] ?? parameters[stated.clientAssertion]
  const assertionNames: readonly string[] = [names.clientAssertion, stated.clientAssertion]
  const form = Object.entries(parameters).filter(([name]) => !assertionNames.includes(name))
  return {
    parameters,
    repeated: [...new Set(all.map(([name]) => name).filter((name, place, names) => names.indexOf(name) < place))],
    ...(text !== undefined && { assertion: readAssertion(text, roots) }),
    form: Object.fromEntries(form.map(([name, value]) => [name, redactParameter(name, value)])),
  }
}

/** The usual names. A target whose own token endpoint has others may well call the registry by these. */
const stated = readInterface({})

/** An assertion as members of a ledger entry. */
export const inLedger = ({ recorded, issuer }: ReadAssertion) => ({
  assertion: recorded,
  ...(issuer === undefined ? {} : { subject: issuer, caller: issuer }),
})

const bodyParameters = (text: string, contentType = ''): readonly [name: string, value: string][] => {
  if (!contentType.includes('json')) return [...new URLSearchParams(text)]
  try {
    const body = JSON.parse(text) as unknown
    if (typeof body !== 'object' || body === null) return []
    return Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
  } catch {
    return []
  }
}
