import { HarnessError } from '../../contracts/errors.js'
import type { Outcome } from '../../contracts/evidence.js'
import { answerNames } from '../../contracts/interface.js'
import { type Answer, readAnswer } from '../../judge/outcome.js'
import { record } from '../../mutations/mutation.js'
import { memberOf } from '../../wire/decode.js'
import type { Exchange, HttpRequest } from '../../wire/types.js'
import { checkBearers } from '../bearer.js'
import type { CheckClient } from '../message/client.js'
import type { MintableMessage } from '../message/message.js'
import type { Message, Sent } from '../types.js'
import type { World } from '../world.js'
import { byQuery, formsOf, ownToken } from './forms.js'
import { isAdhering, isSingleHit, type PartyRecord, readPartyRecord } from './record.js'
import type { LookupForm, Lookups, Subject } from './types.js'

/** The kit's parties stand in its own data, which a check can choose from and not change. */
const kept = (name: string) => record(name, (own) => own)

/** Longest party id of a record that is quoted, characters. */
const quotedLength = 80

/** What says that a record is that of another party; nothing where it is not. */
const aboutAnother = ({ partyId }: PartyRecord, subject: Subject): string | undefined =>
  partyId === undefined || partyId === subject.partyId
    ? undefined
    : `with the record of another party: ${JSON.stringify(partyId).slice(0, quotedLength)}`

/** The look-ups of one check. */
export function checkLookups(world: World, client: CheckClient): Lookups {
  const { registry } = world.settings
  const forms = formsOf(registry)
  const bearers = checkBearers(world, client)
  const asked = new WeakMap<Message, Asked>()
  const recordIn = (json: Sent['json'], { form, subject }: Asked): PartyRecord | undefined => {
    const { tokenField, recordFields } = answerNames(registry, form.answer)
    const token = tokenIn(json, tokenField)
    return token === undefined ? undefined : readPartyRecord(token, recordFields, subject.partyId)
  }
  const reader =
    (look: Asked) =>
    (exchange: Exchange): Answer => {
      const { subject } = look
      const { tokenField, recordFields } = answerNames(registry, look.form.answer)
      const { outcome, json, accessToken, blemished } = readAnswer(exchange, tokenField)
      if (outcome.kind !== 'granted' && !blemished) return { outcome, ...(json !== undefined && { json }) }
      const body = blemished ? { [tokenField]: accessToken ?? '' } : json
      const found = body === undefined ? undefined : recordIn(body, look)
      const granted =
        found !== undefined &&
        (subject.adhering
          ? isAdhering(found.status) && (found.partyId === undefined || found.partyId === subject.partyId)
          : isSingleHit(found, recordFields))
      const status = exchange.response?.status ?? 0
      const why = found && aboutAnother(found, subject)
      const refused: Outcome = { kind: 'refused', status, ...(why !== undefined && { why }) }
      if (blemished) return { outcome: refused, ...(granted && { blemished }) }
      return { outcome: granted ? outcome : refused, ...(json !== undefined && { json }) }
    }
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
    stranger: () => client.make(kept('unknown party')),
    message(caller, subject, { form = forms[0] ?? byQuery, credential = ownToken, request, keepsToken } = {}) {
      const message: MintableMessage = {
        party: caller,
        fresh: true,
        sought: 'a record',
        recipe: {
          subject: subject.name,
          'look-up form': form.name,
          'access token': credential.name,
          ...(request && { request: request.name }),
        },
        read: reader({ form, subject }),
        mint: async () => {
          const bearer = await (keepsToken ? bearers.of : bearers.fresh)(caller)
          const { token, assertion, before } = bearer
          const url = `${world.target.baseUrl}${form.target(subject.partyId, registry)}`
          const usual: HttpRequest = {
            method: 'GET',
            url,
            headers: [['accept', 'application/json'], ...credential.headers(token, assertion)],
          }
          return {
            request: request?.value(usual) ?? usual,
            before,
            carried: bearer,
            secrets: [token],
          }
        },
      }
      asked.set(message, { form, subject })
      return message
    },
    read: ({ json, message }) => recordIn(json, asked.get(message) ?? missing(message)),
    token({ json, message }) {
      const { form } = asked.get(message) ?? missing(message)
      return tokenIn(json, answerNames(registry, form.answer).tokenField)
    },
  }
}

/** What a message asks. */
interface Asked {
  readonly form: LookupForm
  readonly subject: Subject
}

const missing = (message: Message): never => {
  throw new HarnessError(`No look-up: ${JSON.stringify(message.recipe)}`)
}

const tokenIn = (json: Sent['json'], field: string): string | undefined => {
  const value = memberOf(json, field)
  return typeof value === 'string' && value !== '' ? value : undefined
}
