import type { Outcome } from '../../contracts/evidence.js'
import { type Answer, readAnswer } from '../../judge/outcome.js'
import { record } from '../../mutations/mutation.js'
import type { Exchange, HttpRequest } from '../../wire/types.js'
import { checkBearers } from '../bearer.js'
import type { CheckClient } from '../message/client.js'
import type { MintableMessage } from '../message/message.js'
import type { World } from '../world.js'
import { byQuery, ownToken } from './forms.js'
import { isAdhering, isSingleHit, type PartyRecord, readPartyRecord } from './record.js'
import type { Lookups, Subject } from './types.js'

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
  const bearers = checkBearers(world, client)
  const read: Lookups['read'] = (sent) => {
    const token = tokenIn(sent, registry.tokenField)
    return token === undefined ? undefined : readPartyRecord(token, registry.recordFields)
  }
  const reader =
    (subject: Subject) =>
    (exchange: Exchange): Answer => {
      const { outcome, json, accessToken, blemished } = readAnswer(exchange, registry.tokenField)
      if (outcome.kind !== 'granted' && !blemished) return { outcome, ...(json !== undefined && { json }) }
      const body = blemished ? { [registry.tokenField]: accessToken ?? '' } : json
      const found = body === undefined ? undefined : read({ json: body })
      const granted =
        found !== undefined &&
        (subject.adhering
          ? isAdhering(found.status) && (found.partyId === undefined || found.partyId === subject.partyId)
          : isSingleHit(found, registry.recordFields))
      const status = exchange.response?.status ?? 0
      const why = found && aboutAnother(found, subject)
      const refused: Outcome = { kind: 'refused', status, ...(why !== undefined && { why }) }
      if (blemished) return { outcome: refused, ...(granted && { blemished }) }
      return { outcome: granted ? outcome : refused, ...(json !== undefined && { json }) }
    }
  return {
    settings: registry,
    roots: world.roots,
    party: () => client.make(),
    partyWithTwoCertificates: async () => [
      await client.make(kept('first certificate')),
      await client.make(kept('second certificate')),
    ],
    partyWithStatus: (status) => client.make(kept(`status ${status}`)),
    stranger: () => client.make(kept('unknown party')),
    message(caller, subject, { form = byQuery, credential = ownToken, request, keepsToken } = {}) {
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
        read: reader(subject),
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
      return message
    },
    read,
    token: (sent) => tokenIn(sent, registry.tokenField),
  }
}

const tokenIn = ({ json }: Parameters<Lookups['read']>[0], field: string): string | undefined => {
  const value =
    typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>)[field] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
