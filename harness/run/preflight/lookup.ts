import { adhering } from '../../check/lookup/forms.js'
import { checkLookups } from '../../check/lookup/lookups.js'
import { isAdhering, readPartyRecord } from '../../check/lookup/record.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { ConfigError } from '../../contracts/errors.js'
import { type AnswerNames, answerNames } from '../../contracts/interface.js'
import { isObject, type Json } from '../../contracts/json.js'
import type { Party } from '../../mutations/types.js'
import { memberOf } from '../../wire/decode.js'

/**
 * Why the look-ups of a ParticipantRegistry cannot be judged: it finds no party of the kit by query or by path, or the
 * record is not where the settings say. What is wrong with a record is for the checks.
 */
export async function lookupProblem(world: World, seed: number): Promise<string | undefined> {
  const ids = preflightIdentifiers(seed, world, 'preflight look-up')
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new ConfigError(reason)
  })
  const lookups = checkLookups(world, client)
  const sender = checkSender(world, client, createRecorder())
  const [caller, subject] = [await client.make(), await client.make()]
  const answers: Answered[] = []
  for (const form of lookups.forms) {
    const message = lookups.message(caller, adhering(subject.partyId), { form })
    const { sent } = await sender.send(message, { label: 'preflight look-up' })
    if (sent.outcome.kind === 'granted' && lookups.read(sent)?.status !== undefined)
      return answers.map((answer) => statusElsewhere(answer, subject)).find((one) => one !== undefined)
    answers.push({ ...sent, names: answerNames(world.settings.registry, form.answer) })
  }
  const found = answers.find(
    ({ exchange: { response } }) => response && response.status >= 200 && response.status < 300,
  )
  if (found) return misread(found, subject)
  const [first] = answers
  const said = first?.exchange.response ? `status ${first.exchange.response.status}` : 'no complete answer'
  return (
    `it does not find the kit's party ${subject.partyId}: ${said} for GET ${first?.exchange.request.url}${answers.length > 1 ? ', and no record by path either' : ''}. ` +
    'Are the kit\'s parties registered (kit.json, "parties"), and do the paths fit (interface.registry)?'
  )
}

/** What a look-up was answered with, and where its record is sought. */
interface Answered extends Sent {
  readonly names: AnswerNames
}

/** A record that is there and is not read; an answer without any is left to the checks. */
function misread(answered: Answered, party: Party): string | undefined {
  const { json } = answered
  const { partyId } = party
  const { tokenField, recordFields } = answered.names
  const names = jwtsIn(json)
  const [other] = names
  if (!names.includes(tokenField))
    return (
      other &&
      `its answer to a look-up holds a JWT in ${other}, not in ${tokenField}: set interface.registry.tokenField.`
    )
  const record = readPartyRecord(String(memberOf(json, tokenField)), recordFields, partyId)
  if (typeof record.status === 'string' && !isAdhering(record.status) && record.partyId === partyId)
    return `it reports the kit's party ${partyId} as "${record.status}", which the kit has as Active: register the kit's parties as kit.json has them.`
  return statusElsewhere(answered, party)
}

/** What to say of an answer whose record has its status where the settings do not look. */
function statusElsewhere({ json, names }: Answered, { partyId }: Party): string | undefined {
  const { tokenField, recordFields } = names
  const { status, jwt } = readPartyRecord(String(memberOf(json, tokenField)), recordFields, partyId)
  const elsewhere =
    status === undefined ? (statusInList(jwt.payload, recordFields.partyId) ?? statusBelow(jwt.payload)) : undefined
  return (
    elsewhere &&
    `its record has a status at ${elsewhere}, not at ${recordFields.status}: set interface.registry.recordFields, or interface.preset.`
  )
}

/** Members of an answer that hold a JWT. */
const jwtsIn = (json: Json | undefined): readonly string[] =>
  entriesOf(json).flatMap(([name, value]) =>
    typeof value === 'string' && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value) ? [name] : [],
  )

/** Dotted path of a member `status` within the groups of a record. */
const statusBelow = (value: Json | undefined, path = ''): string | undefined => {
  const found = entriesOf(value).map(([name, below]) =>
    name === 'status' && typeof below === 'string' ? `${path}${name}` : statusBelow(below, `${path}${name}.`),
  )
  return found.find((one) => one !== undefined)
}

/** The same where the record is the only one of a list. */
const statusInList = (payload: Json, partyId: string): string | undefined => {
  const [list] = entriesOf(payload).filter(
    ([, value]) => Array.isArray(value) && value.length === 1 && memberOf(value[0], partyId) !== undefined,
  )
  return list && `${list[0]}.0.status`
}

const entriesOf = (value: Json | undefined): readonly [string, Json][] => (isObject(value) ? Object.entries(value) : [])
