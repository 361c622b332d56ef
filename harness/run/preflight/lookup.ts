import { worldInGuise } from '../../check/guise-world.js'
import { adhering, byQuery, queryTarget } from '../../check/lookup/forms.js'
import { checkLookups } from '../../check/lookup/lookups.js'
import { isAdhering, readPartyRecord } from '../../check/lookup/record.js'
import type { LookupForm } from '../../check/lookup/types.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { type Identifiers, preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder, type Recorder } from '../../check/recorder.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { ConfigError, type SettingLine } from '../../contracts/errors.js'
import { type AnswerNames, answerNames } from '../../contracts/interface.js'
import { isObject, type Json } from '../../contracts/json.js'
import { guiseOf } from '../../guises/types.js'
import type { Party } from '../../mutations/types.js'
import { presets } from '../../target/presets.js'
import { decodeJwt, memberOf } from '../../wire/decode.js'
import { grantedAtLookUp, lastOf, mayPlay, type Order } from './guises.js'
import { type Located, locate } from './locate.js'
import { said } from './said.js'
import { inFlow, type Problem } from './setting-lines.js'

/**
 * Why the look-ups of a ParticipantRegistry cannot be judged: it finds no party of the kit by query or by path, or the
 * record is not where the settings say. What is wrong with a record is for the checks.
 */
export async function lookupProblem(world: World, seed: number): Promise<Problem | undefined> {
  const ids = preflightIdentifiers(seed, world, 'preflight look-up')
  const recorder = createRecorder()
  const { client, lookups, sender } = lookingUp(world, ids, recorder)
  const [caller, subject] = [await client.make(), await client.make()]
  const answers: Answered[] = []
  const ask = async (form: LookupForm): Promise<Answered> => {
    const message = lookups.message(caller, adhering(subject.partyId), { form })
    const { sent } = await sender.send(message, { label: 'preflight look-up', conforms: true })
    return { sent, form, names: answerNames(world.settings.registry, form.answer) }
  }
  for (const form of lookups.forms) answers.push(await ask(form))
  const byOther = answers.some((one) => finds(one, subject)) ? [] : await byOtherParameter(world, ask, subject)
  const lines = byOther.length > 0 ? byOther : linesFor(answers, subject)
  if (lines.length > 0) {
    const sentence = `${byOther.length > 0 ? 'it finds a party by another parameter' : 'its answer to a look-up holds the record elsewhere'} than the settings say; add to the target file: ${inFlow(lines)}.`
    return { sentence, lines }
  }
  const answered = answers.filter(({ sent: { exchange } }) => is2xx(exchange.response?.status))
  const other = answered.map((one) => statusOf(one, subject)).find((status) => status !== undefined)
  if (other !== undefined && answered.every((one) => statusOf(one, subject) === other))
    return {
      sentence: `it reports the kit's party ${subject.partyId} as "${other}", which the kit has as Active: register the kit's parties as kit.json has them.`,
      lines,
    }
  const [first] = answers
  if (answered.length > 0 || !first) return undefined
  const sentence =
    `it does not find the kit's party ${subject.partyId} by GET ${first.sent.exchange.request.url}${answers.length > 1 ? ', and not by path either' : ''}. ` +
    `${said(first.sent.exchange, recorder.secrets)}. ` +
    'Are the kit\'s parties registered (kit.json, "parties"), and do the paths fit (interface.registry)?'
  return { sentence, lines }
}

/** Names of the forms of a look-up (values of guises) by which a ParticipantRegistry finds a party. */
export async function lookUpForms(world: World, order: Order): Promise<readonly string[]> {
  if (world.target.role !== 'ParticipantRegistry' || !mayPlay(order, ['lookup.'])) return []
  const ids = preflightIdentifiers(order.seed, world, 'preflight of look-ups in guises')
  return grantedAtLookUp(order, async (values) => {
    const { client, lookups, sender } = lookingUp(worldInGuise(world, guiseOf(values)), ids, createRecorder())
    const [caller, subject] = [await client.make(), await client.make()]
    const message = lookups.message(caller, adhering(subject.partyId))
    const sent = await lastOf(values, () => sender.probe(message, 'preflight look-up'))
    return sent?.outcome.kind === 'granted'
  })
}

/** What look-ups are made and sent with. */
function lookingUp(world: World, ids: Identifiers, recorder: Recorder) {
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new ConfigError(reason)
  })
  return { client, lookups: checkLookups(world, client), sender: checkSender(world, client, recorder) }
}

/** The settings by which a query finds the party that finds none by the parameter that is set: another one, of some preset. */
async function byOtherParameter(
  { settings: { registry } }: World,
  ask: (form: LookupForm) => Promise<Answered>,
  party: Party,
): Promise<readonly SettingLine[]> {
  const all = Object.values(presets).map(({ settings }) => settings.registry.partyIdParameter)
  for (const name of new Set(all)) {
    if (name === registry.partyIdParameter || !registry.byQuery) continue
    const answered = await ask({
      ...byQuery,
      name: `by ${name}`,
      target: (partyId) => queryTarget(registry.partiesPath, name, encodeURIComponent(partyId)),
    })
    if (finds(answered, party)) return [['interface.registry.partyIdParameter', name], ...linesFor([answered], party)]
  }
  return []
}

/** Whether an answer holds the party that was asked for, at any place. */
const finds = ({ sent: { json, exchange } }: Answered, party: Party): boolean =>
  is2xx(exchange.response?.status) &&
  jwtsIn(json).some(([, token]) => locate(decodeJwt(token).payload, party) !== undefined)

/** What a look-up was answered with, and where its record is sought. */
interface Answered {
  readonly sent: Sent
  readonly form: LookupForm
  readonly names: AnswerNames
}

const is2xx = (status = 0): boolean => status >= 200 && status < 300

/** A status other than Active, at its place in the record of the party itself. */
function statusOf({ sent: { json }, names }: Answered, { partyId }: Party): string | undefined {
  const { tokenField, recordFields } = names
  const record = readPartyRecord(String(memberOf(json, tokenField)), recordFields, partyId)
  const isTold = typeof record.status === 'string' && !isAdhering(record.status) && record.partyId === partyId
  return isTold ? String(record.status) : undefined
}

/** The settings by which the records are read that are not read now: for both forms where both want the same. */
function linesFor(answers: readonly Answered[], party: Party): readonly SettingLine[] {
  const wanted = answers.map((answered) => ({ answered, differing: differing(answered, party) }))
  const misread = wanted.filter(({ differing: lines }) => lines.length > 0)
  const shared = new Set(misread.map(({ differing: lines }) => JSON.stringify(lines)))
  const silent = wanted.filter(({ answered, differing: lines }) => lines.length === 0 && !answered.sent.json)
  if (shared.size === 1 && misread.length + silent.length === answers.length)
    return (misread[0]?.differing ?? []).map(([path, value]): SettingLine => [`interface.registry.${path}`, value])
  return misread.flatMap(({ answered, differing: lines }) =>
    lines.map(([path, value]): SettingLine => [`interface.registry.${answered.form.answer}.${path}`, value]),
  )
}

/** What stands elsewhere in one answer than its settings say, by the names of settings; nothing where it is read. */
function differing({ sent: { json, exchange }, names }: Answered, party: Party): readonly SettingLine[] {
  if (!is2xx(exchange.response?.status)) return []
  for (const [tokenField, token] of jwtsIn(json)) {
    const found = locate(decodeJwt(token).payload, party)
    if (!found) continue
    const known = readPartyRecord(String(memberOf(json, names.tokenField)), names.recordFields, party.partyId)
    if (isRead(known, found)) return []
    const fields = Object.entries(found).filter(([name, path]) => names.recordFields[name as keyof Located] !== path)
    return [
      ...(tokenField === names.tokenField ? [] : [['tokenField', tokenField] as const]),
      ...fields.map(([name, path]) => [`recordFields.${name}`, path] as const),
    ]
  }
  return []
}

/** Whether what is there is read, too. */
const isRead = (record: ReturnType<typeof readPartyRecord>, found: Located): boolean =>
  (found.status === undefined || record.status !== undefined) &&
  (found.certificates === undefined || record.certificates.length > 0) &&
  (found.partyId === undefined || record.partyId !== undefined)

/** Members of an answer that hold a JWT. */
const jwtsIn = (json: Json | undefined): readonly (readonly [string, string])[] =>
  (isObject(json) ? Object.entries(json) : []).flatMap(([name, value]) =>
    typeof value === 'string' && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value) ? [[name, value] as const] : [],
  )
