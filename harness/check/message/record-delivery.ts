import type { Outcome, RecordedMessage } from '../../contracts/evidence.js'
import { isObject, type Json } from '../../contracts/json.js'
import { bounded } from '../../evidence/bound.js'
import { redactExchange, redactJson, redactText } from '../../evidence/redact.js'
import { decodeJwt, recordJwt } from '../../wire/decode.js'
import type { Exchange } from '../../wire/types.js'
import type { Recorder } from '../recorder.js'
import type { Message, Sent } from '../types.js'
import type { Delivery, MintableMessage } from './message.js'
import { rememberShape } from './shape.js'

/** A message that was sent, with the index under which it was recorded. */
export interface Delivered {
  readonly sent: Sent
  readonly index: number
  /** What came of it came before it was sent itself: it takes a code, or an access token, that the target did not give. */
  readonly early?: true
}

/** How a message is called in evidence. */
export interface Labelled {
  readonly label: string
  readonly difference?: NonNullable<RecordedMessage['difference']>
}

/** Records what became of a message, without what is secret in it. @param sought What an answer may hold, shown decoded. */
export function recordDelivery(
  recorder: Recorder,
  message: Message,
  { sought }: Pick<MintableMessage, 'sought'>,
  delivery: Delivery,
  { label, difference }: Labelled,
): Delivered {
  const { minted, exchanges, answer, screenshots = [], early } = delivery
  const { secrets } = recorder
  secrets.push(...(minted.secrets ?? []))
  if (answer.accessToken !== undefined) secrets.push(answer.accessToken)
  const what = difference?.mutated ?? label
  recorder.screenshots.push(...screenshots.map((shot) => ({ ...shot, label: `${what}: ${shot.label}` })))
  const { json } = answer
  const held = sought && json !== undefined ? jwtIn(json) : undefined
  const kept: RecordedMessage = {
    label,
    recipe: message.recipe,
    party: message.party.partyId,
    ...(difference && { difference }),
    ...(minted.assertion !== undefined && { assertion: recorded(minted.assertion) }),
    ...(held && { answered: { member: held.member, ...recorded(held.jwt, secrets) } }),
    exchanges: [...(minted.before ?? []), ...exchanges].map((one) => redactExchange(one, secrets)),
  }
  const index = recorder.message(kept)
  const last = exchanges.at(-1) as Exchange
  rememberShape(kept, { assertion: minted.assertion, request: last.request })
  const sent = {
    message,
    exchange: last,
    assertion: minted.assertion ?? '',
    ...(minted.carried && { carried: minted.carried }),
    ...answer,
    outcome: withoutSecrets(answer.outcome, secrets),
  }
  return { index, ...(early && { early }), sent }
}

const recorded = (jwt: string, secrets: readonly string[] = []): NonNullable<RecordedMessage['assertion']> => {
  const { header, payload, ...rest } = recordJwt(jwt)
  const clean = (part: Json): Json => redactJson(bounded(part), secrets)
  return { header: clean(header), payload: clean(payload), ...rest }
}

/** The first member of an answer that holds a JWT. */
const jwtIn = (json: Json): { readonly member: string; readonly jwt: string } | undefined => {
  const found = isObject(json) ? Object.entries(json) : []
  const [member, jwt] = found.find(([, value]) => typeof value === 'string' && isObject(decodeJwt(value).header)) ?? []
  return member === undefined || typeof jwt !== 'string' ? undefined : { member: member.slice(0, nameLength), jwt }
}

/** Characters of a name that evidence keeps. */
const nameLength = 80

/** What came of a message is quoted in sentences. */
const withoutSecrets = (outcome: Outcome, secrets: readonly string[]): Outcome =>
  outcome.kind === 'refused' && outcome.why !== undefined
    ? { ...outcome, why: redactText(outcome.why, secrets) }
    : outcome
