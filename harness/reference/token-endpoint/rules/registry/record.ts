import { isObject, type Json, type JsonObject } from '../../../../contracts/json.js'
import { mixingVerdicts } from '../../../engine/at-once.js'
import { party } from '../../../engine/fault.js'
import { type Change, unless } from '../../../engine/rule.js'
import { isInUse, isOver } from '../../../participant/fault-memory.js'
import { rule, sender, type TokenRequest } from '../../token-request.js'
import { isNotOfThree } from '../certified-otherwise.js'
import { keeping, keptBy, takingAgain } from '../keeping.js'

const status = ({ record }: TokenRequest): Json | undefined => record?.status

/** Whether a record says nothing about any party: none of its own members, and no list of others. */
function isEmpty(record: JsonObject): boolean {
  const { parties } = record
  return record.party_id === undefined && record.status === undefined && !(Array.isArray(parties) && parties.length > 0)
}

const isUnknown = ({ record }: TokenRequest): boolean => record === null || record === undefined || isEmpty(record)

const plainlyInactive = (value: Json | undefined): boolean =>
  value === 'Inactive' ||
  value === 'inactive' ||
  (typeof value === 'string' && value.trim() !== '' && !/active/i.test(value))

const resemblesActive = (value: Json | undefined): boolean =>
  typeof value === 'string' && /active/i.test(value) && !plainlyInactive(value)

const hasActiveEntry = ({ record }: TokenRequest): boolean =>
  [record?.certificates, record?.claims].flat().some((entry) => isObject(entry) && entry.status === 'Active')

const saysActive = (value: Json): boolean =>
  value === true || value === 'Active' || (isObject(value) && value.status === 'Active')

const saysActiveElsewhere = ({ record }: TokenRequest): boolean =>
  Object.entries(record ?? {}).some(([name, value]) => name !== 'status' && saysActive(value))

/** Nothing is asked of a record that there is not. */
const withoutRecord = (request: TokenRequest): true => request.excuse('record', 'matching')

/** Answers with the status that was seen first. */
const remembering: Change<TokenRequest> = (right) => (request) => {
  const { statuses } = request.participant.memory
  const now = status(request)
  if (!statuses.has(request.lookedUp)) statuses.set(request.lookedUp, now)
  if (request.record) request.record = { ...request.record, status: statuses.get(request.lookedUp) as Json }
  return right(request)
}

/** Answers with the status that was seen first, as long as the party comes often. */
const rememberingInUse: Change<TokenRequest> = (right) => {
  const remembered = remembering(right)
  return (request) => {
    const { statuses, cameAt } = request.participant.memory
    if (!isInUse(cameAt, request.lookedUp)) statuses.delete(request.lookedUp)
    return remembered(request)
  }
}

/** Answers with the status that is kept, and keeps a newer one for the next time where that is old. */
const refreshingBehind: Change<TokenRequest> = (right) => (request) => {
  const { statuses, cameAt } = request.participant.memory
  const now = status(request)
  const kept = statuses.has(request.lookedUp) ? statuses.get(request.lookedUp) : now
  if (isOver(cameAt, request.lookedUp)) statuses.set(request.lookedUp, now)
  if (request.record) request.record = { ...request.record, status: kept as Json }
  return right(request)
}

/** Refuses for good every party that was refused once. */
const refusingOn: Change<TokenRequest> = (right) => async (request) => {
  const { refused } = request.participant.memory
  if (refused.has(request.lookedUp)) return false
  const held = await right(request)
  if (!held) refused.add(request.lookedUp)
  return held
}

/** What the registry says about the client (L150, L277). */
export const recordRules = [
  rule('record', 'the party is known', (request) => !isUnknown(request), {
    'accepts-unknown-party': party(
      'takes parties that the registry does not know',
      unless((request) => isUnknown(request) && request.excuse('record', 'matching')),
    ),
    'enters-unknown-party': party(
      'enters a party that the registry does not know, and takes it when it comes again',
      takingAgain('party', keptBy.client, withoutRecord),
    ),
    'keeps-unknown': party('refuses a party for good that the registry did not know once', refusingOn),
    'keeps-record-by-certificate': party(
      'takes a party that the registry does not know for the one that presented its certificate before',
      keeping('record', keptBy.certificate, withoutRecord),
    ),
    'keeps-record-by-subject': party(
      'takes a party that the registry does not know for the one whose certificate had the same subject name before',
      keeping('record', keptBy.subject, withoutRecord),
    ),
    'keeps-record-by-serial': party(
      'takes a party that the registry does not know for the one whose certificate had the same serial number before',
      keeping('record', keptBy.serial, withoutRecord),
    ),
    'keeps-record-by-key': party(
      'takes a party that the registry does not know for the one whose certificate had the same key before',
      keeping('record', keptBy.key, withoutRecord),
    ),
  }),
  rule('record', 'the record is that of the party', ({ record, lookedUp }) => record?.party_id === lookedUp, {
    'ignores-record-party': party(
      'does not compare the party of the record',
      unless(({ record }) => typeof record?.party_id === 'string'),
    ),
  }),
  rule('record', 'the status is Active', (request) => status(request) === 'Active', {
    'mixes-up-statuses': party(
      'lets the status of one party stand for those that are looked up at the same time',
      mixingVerdicts(sender),
    ),
    'ignores-status': party(
      'does not read the status',
      unless((request) => plainlyInactive(status(request))),
    ),
    'takes-accepted-for-active': party(
      'takes the status Accepted for Active',
      unless((request) => status(request) === 'Accepted'),
    ),
    'ignores-status-but-of-three': party(
      'does not read the status of a party whose chain is not of three certificates',
      unless((request) => isNotOfThree(request) && plainlyInactive(status(request))),
    ),
    'takes-status-of-entries': party(
      'takes a party that is Active or has an Active certificate or claim',
      unless(hasActiveEntry),
    ),
    'takes-status-elsewhere': party(
      'takes a party of whose record any member says that it is active',
      unless(saysActiveElsewhere),
    ),
    'matches-status-loosely': party(
      'looks for "active" anywhere in the status',
      unless((request) => resemblesActive(status(request))),
    ),
    'coerces-status': party(
      'takes a missing status, and one of another JSON type',
      unless((request) => {
        const value = status(request)
        return typeof value !== 'string' || value === ''
      }),
    ),
    'reads-status-as-place': party(
      'takes the status 0, as a number or as text, for the first word of its list',
      unless((request) => status(request) === 0 || status(request) === '0'),
    ),
    'enters-party-before-its-status': party(
      'enters a party before it reads its status, and takes it when it comes again',
      takingAgain('status', keptBy.client),
    ),
    'keeps-status-by-certificate': party(
      'takes a party for Active whose certificate an Active one presented before',
      keeping('status', keptBy.certificate),
    ),
    'keeps-status-by-subject': party(
      'takes a party for Active whose certificate has the subject name of one that an Active party presented before',
      keeping('status', keptBy.subject),
    ),
    'keeps-status-by-serial': party(
      'takes a party for Active whose certificate has the serial number of one that an Active party presented before',
      keeping('status', keptBy.serial),
    ),
    'keeps-status-by-key': party(
      'takes a party for Active whose certificate has the key of one that an Active party presented before',
      keeping('status', keptBy.key),
    ),
    'caches-status': party('remembers the status of a party', remembering),
    'caches-status-in-use': party(
      'remembers the status of a party until it has not come for six seconds',
      rememberingInUse,
    ),
    'refreshes-status-behind': party(
      'answers by the status that it keeps, and asks anew behind that once it is six seconds old',
      refreshingBehind,
    ),
    'keeps-refusing': party('refuses a party for good that was not Active once', refusingOn),
  }),
]
