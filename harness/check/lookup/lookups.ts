import { HarnessError } from '../../contracts/errors.js'
import type { Outcome } from '../../contracts/evidence.js'
import { type AnswerNames, answerNames } from '../../contracts/interface.js'
import { calledIn } from '../../guises/values.js'
import { type Answer, readAnswer } from '../../judge/outcome.js'
import { record } from '../../mutations/mutation.js'
import { readFixtures } from '../../target/kit/fixtures.js'
import { memberOf } from '../../wire/decode.js'
import type { Exchange } from '../../wire/types.js'
import { checkBearers } from '../bearer.js'
import type { CheckClient } from '../message/client.js'
import type { MintableMessage } from '../message/message.js'
import type { Message, Sent } from '../types.js'
import type { World } from '../world.js'
import { byQuery, formsOf, ownToken } from './forms.js'
import { isAdhering, isSingleHit, type PartyRecord, readPartyRecord } from './record.js'
import type { Lookups, Registered, Subject } from './types.js'

/** The kit's parties stand in its own data, which a check can choose from and not change. */
const kept = (name: string) => record(name, (own) => own)

/** Longest party id of a record that is quoted, characters. */
const quotedLength = 80

/** What in an answer is no record of the party that was asked for, in words. */
function whyNot(
  found: PartyRecord | undefined,
  { partyId }: Subject,
  { tokenField, recordFields }: AnswerNames,
): string {
  if (found === undefined) return `without a JWT in ${tokenField}`
  if (found.partyId !== undefined && found.partyId !== partyId)
    return `with the record of another party: ${JSON.stringify(found.partyId).slice(0, quotedLength)}`
  const { status } = found
  return status === undefined
    ? `without a status at ${recordFields.status}`
    : `with the status ${JSON.stringify(status).slice(0, quotedLength)}`
}

/** The look-ups of one check. */
export function checkLookups(world: World, client: CheckClient): Lookups {
  const { registry } = world.settings
  const forms = formsOf(registry)
  const bearers = checkBearers(world, client)
  const asked = new WeakMap<Message, Asked>()
  return {
    settings: registry,
    forms,
    roots: world.roots,
    party: () => client.make(),
    partyWithTwoCertificates: async () => [
      await client.make(kept('first certificate')),
      await client.make(kept('second certificate')),
    ],
    partyWithStatus: (status) => client.make(kept(`status ${status}`)),
    ofKit: () => (world.given ? [] : registeredIn(world.fixtures)),
    isGiven: (partyId) => world.given?.some((one) => one.partyId === partyId) === true,
    stranger: () => client.make(kept('unknown party')),
    message(caller, subject, options = {}) {
      const { form = forms[0] ?? byQuery, credential = ownToken, request, authenticating, keepsToken } = options
      const question = { subject, names: answerNames(registry, form.answer) }
      const message: MintableMessage = {
        party: caller,
        fresh: true,
        sought: 'a record',
        recipe: {
          subject: subject.name,
          'look-up form': form.name,
          'access token': credential.name,
          ...(request && { request: request.name }),
          ...(authenticating && { authentication: authenticating.name }),
        },
        read: (exchange) => readLookUp(exchange, question),
        mint: async () => {
          const bearer = await bearers.usual(caller, { keepsToken, mutate: authenticating })
          const { token, assertion, before } = bearer
          const url = `${world.target.baseUrl}${form.target(subject.partyId, registry)}`
          const usual = calledIn(world.guise, {
            method: 'GET',
            url,
            headers: [['accept', 'application/json'], ...credential.headers(token, assertion)],
          })
          return {
            request: request?.value(usual) ?? usual,
            before,
            carried: bearer,
            secrets: [token],
          }
        },
      }
      asked.set(message, question)
      return message
    },
    read: ({ json, message }) => recordIn(json, asked.get(message) ?? missing(message)),
    token: ({ json, message }) => tokenIn(json, (asked.get(message) ?? missing(message)).names.tokenField),
  }
}

/** The sound parties that a folder of fixtures holds. */
function registeredIn(folder: string): readonly Registered[] {
  const known = new Map<string, Registered>()
  for (const { kind, status, party } of readFixtures(folder)) {
    const { partyId } = party
    if (kind === 'sound')
      known.set(partyId, { partyId, status, parties: [...(known.get(partyId)?.parties ?? []), party] })
  }
  return [...known.values()]
}

/** What a message asks, and where its answer is read. */
interface Asked {
  readonly subject: Subject
  readonly names: AnswerNames
}

const recordIn = (json: Sent['json'], { subject, names }: Asked): PartyRecord | undefined => {
  const token = tokenIn(json, names.tokenField)
  return token === undefined ? undefined : readPartyRecord(token, names.recordFields, subject.partyId)
}

/** Granted where the answer is the record of the party asked for, or calls anybody adhering where nobody is. */
function readLookUp(exchange: Exchange, asked: Asked): Answer {
  const { subject, names } = asked
  const { outcome, json, accessToken, blemished } = readAnswer(exchange, names.tokenField)
  const read = json === undefined ? {} : { json }
  if (outcome.kind !== 'granted' && !blemished) {
    const isOdd = outcome.kind === 'refused' && outcome.status >= 200 && outcome.status < 300
    return { outcome: isOdd ? { ...outcome, why: whyNot(undefined, subject, names) } : outcome, ...read }
  }
  const body = blemished ? { [names.tokenField]: accessToken ?? '' } : json
  const found = body === undefined ? undefined : recordIn(body, asked)
  const granted =
    found !== undefined &&
    (subject.adhering
      ? isAdhering(found.status) && (found.partyId === undefined || found.partyId === subject.partyId)
      : isSingleHit(found, names.recordFields))
  const status = exchange.response?.status ?? 0
  const refused: Outcome = { kind: 'refused', status, why: whyNot(found, subject, names) }
  if (blemished) return { outcome: refused, ...(granted && { blemished }) }
  return { outcome: granted ? outcome : refused, ...read }
}

const missing = (message: Message): never => {
  throw new HarnessError(`No look-up: ${JSON.stringify(message.recipe)}`)
}

const tokenIn = (json: Sent['json'], field: string): string | undefined => {
  const value = memberOf(json, field)
  return typeof value === 'string' && value !== '' ? value : undefined
}
