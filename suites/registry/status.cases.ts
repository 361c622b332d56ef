import type { Json, JsonObject } from '../../harness/contracts/json.js'
import { record, unregistered } from '../../harness/mutations/mutation.js'
import type { CaseId } from '../../requirements/cases/index.js'
import { lookingUp, machinesLookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { partiesTokensFor } from '../support/values/answers.js'
import { certificatesOf, eachCertificate, status, unknownParty } from '../support/values/records.js'

const day = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

const notActive = (id: string, catalogued: CaseId, word: string): Row => ({
  id,
  title: `a party whose status is ${word}`,
  requirements: ['REGISTRY-STATUS'],
  cases: [catalogued],
  detects: ['ignores-status'],
  mutate: status(word),
})

/** All that a record holds is Active, whatever the party itself is. */
const active = (own: JsonObject): JsonObject => ({
  ...own,
  certificates: certificatesOf(own).map((entry) => ({ ...entry, status: 'Active' })),
  claims: [{ type: 'frameworkCompliance', status: 'Active', startDate: inDays(-30), endDate: inDays(30) }],
})

const wrongTypes: readonly Json[] = [null, '', true, 0, 1, -1, ['Active'], { value: 'Active' }]

/** Of one party, even if another is looked up at the same time. */
export const besideOthers: Row = {
  id: 'registry.status-beside-others',
  title: 'a party that is suspended beside others that are active',
  requirements: ['REGISTRY-STATUS'],
  cases: [],
  level: 'must',
  // Where a human logs in, no code comes for it.
  roles: [...machinesLookingUp, 'ParticipantRegistry'],
  detects: ['mixes-up-statuses'],
  unsafe: 'race',
  mutate: status('Suspended'),
}

/** A server may enter a client before it has looked it up (L236), and find it there when it comes again. */
export const again: Row = row(
  'registry.again',
  ['REGISTRY-STATUS', 'REGISTRY-KNOWN', 'REGISTRY-CERT-MATCH'],
  ['enters-unknown-party', 'enters-party-before-its-status', 'enters-certificate-before-matching'],
  { level: 'must', roles: [...lookingUp, 'ParticipantRegistry'], slow: 300 },
).sends('a party that is unknown or suspended, or whose certificate is not registered, as often as it comes', [
  unknownParty,
  status('Suspended'),
  unregistered(),
])

export const refused: readonly Row[] = [
  notActive('registry.status-inactive', 'REG-01', 'Inactive'),
  notActive('registry.status-suspended', 'REG-02', 'Suspended'),
  notActive('registry.status-revoked', 'REG-03', 'Revoked'),
  row('registry.status-in-lower-case', ['REG-01', 'REG-02', 'REG-03'], 'ignores-status', { roles: lookingUp }).sends(
    'a party whose status is inactive, suspended or revoked in lower case',
    ['inactive', 'suspended', 'revoked'].map(status),
  ),
  row('registry.status-of-entries', 'REG-02', ['ignores-status', 'takes-status-of-entries'], {
    roles: lookingUp,
  }).sends('a party that is suspended and whose certificates and claims are Active', [
    record('certificates and claims Active before the status', ({ status: _, ...own }) => ({
      ...active(own),
      status: 'Suspended',
    })),
    record('certificates and claims Active behind the status', ({ status: _, ...own }) => ({
      status: 'Suspended',
      ...active(own),
    })),
  ]),
  row('registry.status-with-more', 'REGISTRY-STATUS', ['ignores-status', 'takes-status-elsewhere'], {
    level: 'must',
    roles: lookingUp,
  }).sends('a party that is suspended and of which a member of another name says that it is active', [
    // Before the status, which goes where the target file says, if that is in one of these.
    ...['party_status', 'adherence_status', 'state'].map((name) =>
      record(`${name} Active`, (own) => ({ [name]: 'Active', ...own, status: 'Suspended' })),
    ),
    ...['active', 'is_active', 'verified'].map((name) =>
      record(`${name} true`, (own) => ({ [name]: true, ...own, status: 'Suspended' })),
    ),
    record('adherence Active', (own) => ({
      adherence: { status: 'Active', start_date: inDays(-30), end_date: inDays(30) },
      ...own,
      status: 'Suspended',
    })),
  ]),
  row('registry.status-pending', 'REG-04', 'ignores-status').sends(
    'a party whose status is Pending',
    status('Pending'),
  ),
  row(
    'registry.status-other-words',
    'REG-04',
    ['ignores-status', 'takes-accepted-for-active', 'reads-status-as-place'],
    { roles: lookingUp },
  ).sends(
    'a party whose status is another word that sounds good',
    ['Accepted', 'Approved', 'Valid', 'Enabled', 'Verified', 'Registered', 'OK', 'true', '1', '0'].map(status),
  ),
  {
    id: 'registry.status-near-miss',
    title: 'a party whose status only resembles Active',
    requirements: ['REGISTRY-STATUS'],
    cases: ['REG-04'],
    roles: lookingUp,
    detects: ['matches-status-loosely'],
    // The last two have a line of their own that says Active, at which some regular expressions begin and end anew.
    mutate: [
      'NotActive',
      'Not Active',
      'Activated',
      'ActiveX',
      'InActive',
      'Suspended\nActive',
      'Active\nSuspended',
    ].map(status),
  },
  row('registry.status-type', 'REG-07', ['coerces-status', 'reads-status-as-place'], { roles: lookingUp }).sends(
    'a party whose status is missing, empty or no text',
    [record('status missing', ({ status: _, ...own }) => own), ...wrongTypes.map(status)],
  ),
  row('registry.status-twice', 'REG-08', [], { roles: lookingUp }).sends(
    'a party whose record says Active and then Revoked',
    partiesTokensFor('REG-08'),
  ),
  row('registry.two-records', 'REG-12', [], { roles: lookingUp }).sends(
    'a party of which the registry returns one Active and one Revoked record',
    partiesTokensFor('REG-12'),
  ),
  row('registry.certificate-status', 'REG-21', [], { roles: lookingUp }).sends(
    'a certificate whose own entry at the registry is revoked, inactive or past',
    [
      eachCertificate('certificate entry revoked', (entry) => ({ ...entry, status: 'revoked' })),
      eachCertificate('certificate entry inactive', (entry) => ({ ...entry, status: 'inactive' })),
      eachCertificate('certificate entry past its end date', (entry) => ({ ...entry, endDate: inDays(-1) })),
    ],
  ),
]

export const recorded: readonly Row[] = [
  row('registry.status-lower-case', 'REG-05', [], { roles: lookingUp }).sends(
    'whether it takes the status active',
    status('active'),
  ),
  row('registry.status-spelling', 'REG-06', [], { roles: lookingUp }).sends(
    'which other spellings of the status Active it takes',
    ['ACTIVE', ' Active', 'Active '].map(status),
  ),
  row('registry.adherence-dates', 'REG-09', [], { roles: lookingUp }).sends(
    'whether it reads start and end dates of an Active record',
    [
      record('end date in the past', (own) => ({ ...own, startDate: inDays(-30), endDate: inDays(-1) })),
      record('start date in the future', (own) => ({ ...own, startDate: inDays(1), endDate: inDays(30) })),
    ],
  ),
]
