import { claimProblems } from '../../harness/check/lookup/claims.js'
import { adhering } from '../../harness/check/lookup/forms.js'
import type { PartyRecord } from '../../harness/check/lookup/record.js'
import type { Judge } from '../../harness/check/types.js'
import { record } from '../../harness/mutations/mutation.js'
import type { Party } from '../../harness/mutations/types.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { frameworkRoles, oddRoles, type RecordRow, recordRules, reportsLeaf } from './record.cases.js'

const roles = ['ParticipantRegistry'] as const

/** Readings that the text leaves open are noted wherever a record is read (rulings 9–12). */
function observe(judge: Judge, { status, certificates }: PartyRecord): void {
  const [first] = certificates
  judge.observes('spelling of the status', status ?? null)
  judge.observes('place of certificates', first?.place ?? null)
  judge.observes('form of x5c', first?.certificate?.form ?? null)
  judge.observes('name of the fingerprint', first?.fingerprintName ?? null)
  judge.observes('encoding of the fingerprint', first?.fingerprint?.form ?? null)
}

/** The records of a party, as each form of the look-up that there is reports them. */
async function recordsOf(
  { lookups, judge }: Pick<Fixtures, 'lookups' | 'judge'>,
  { partyId }: Party,
): Promise<readonly PartyRecord[]> {
  const caller = await lookups.party()
  const records: PartyRecord[] = []
  for (const form of lookups.forms) {
    const sent = await judge.records(lookups.message(caller, adhering(partyId), { form }), `look-up ${form.name}`)
    const record = lookups.read(sent)
    if (record) records.push(record)
  }
  if (records.length === 0) judge.inconclusive('No look-up was answered with a parties_token.')
  return records
}

function judgeRecord(
  judge: Judge,
  { title, expected, contradiction }: RecordRow,
  record: PartyRecord,
  party: Party,
): void {
  const got = contradiction(record, party)
  judge.rule(title, got === undefined, { expected, got: JSON.stringify(got ?? 'so') })
}

for (const row of inOrder(recordRules))
  test(row.title, covers(row), async ({ lookups, judge }) => {
    // Two, so that a registry which always answers with the same record is noticed whichever that is.
    for (const party of [await lookups.party(), await lookups.party()]) {
      const records = await recordsOf({ lookups, judge }, party)
      for (const record of records) judgeRecord(judge, row, record, party)
      observe(judge, records[0] as PartyRecord)
    }
    if (!row.ofTwoCertificates) return
    const [party] = await lookups.partyWithTwoCertificates()
    for (const record of await recordsOf({ lookups, judge }, party))
      if (reportsLeaf(record, party)) judgeRecord(judge, row, record, party)
  })

test(
  'reports every certificate of a party that has several',
  covers({
    id: 'lookup.several-certificates',
    requirements: ['PARTY-RECORD'],
    cases: ['PRG-05'],
    level: 'strict',
    roles,
    detects: ['lists-first-certificate'],
  }),
  async ({ lookups, judge }) => {
    const both = await lookups.partyWithTwoCertificates()
    for (const record of await recordsOf({ lookups, judge }, both[0])) {
      const held = both.filter((party) => reportsLeaf(record, party))
      judge.rule('Reports both certificates', held.length === both.length, {
        expected: '2 certificates',
        got: `${held.length} of them`,
      })
    }
  },
)

test(
  'spells the roles of a party as the scheme does',
  covers({
    id: 'lookup.role-names',
    requirements: ['SCHEME-ROLES'],
    cases: [],
    level: 'must',
    roles,
    detects: ['misspells-role'],
  }),
  async ({ lookups, judge }) => {
    const [party] = await lookups.partyWithTwoCertificates()
    const records = await recordsOf({ lookups, judge }, party)
    if (records.every(({ claims }) => frameworkRoles(claims).length === 0))
      judge.notApplicable('Its records carry no framework role claims.')
    for (const record of records) {
      const odd = oddRoles(record)
      judge.rule('Names roles as the scheme does', odd.length === 0, {
        expected: 'one of the seven names, letter by letter',
        got: JSON.stringify(odd),
      })
    }
  },
)

test(
  'reports claims that break no rule of their kind',
  covers({
    id: 'lookup.claims',
    requirements: ['CLAIM-STRUCTURED', 'CLAIM-COMMON-FIELDS'],
    cases: [],
    level: 'must',
    roles,
    detects: ['strips-registrars'],
  }),
  async ({ lookups, judge }) => {
    const [party] = await lookups.partyWithTwoCertificates()
    const records = await recordsOf({ lookups, judge }, party)
    if (records.every(({ claims }) => claims.length === 0)) judge.notApplicable('Its records carry no claims.')
    for (const record of records) {
      const problems = claimProblems(record)
      const broken = problems.filter(({ level }) => level === 'must').map(({ pointer, says }) => `${pointer} ${says}`)
      judge.rule('Reports claims as their kinds have them', broken.length === 0, {
        expected: 'no contradiction',
        got: broken.slice(0, 3).join('; ') || 'no contradiction',
      })
      for (const { pointer, says, level } of problems) if (level !== 'must') judge.observes(`claim ${pointer}`, says)
    }
  },
)

test(
  'accepts a client that signs with the second of its registered certificates',
  covers({
    id: 'lookup.second-certificate',
    requirements: ['REGISTRY-CERT-MATCH'],
    cases: ['POS-12b'],
    level: 'strict',
    roles,
    detects: ['reads-first-certificate'],
  }),
  async ({ client, lookups, judge }) => {
    const [, second] = await lookups.partyWithTwoCertificates()
    for (const held of await recordsOf({ lookups, judge }, second))
      if (!reportsLeaf(held, second))
        judge.notTestable('The target does not hold the second certificate that the kit names.')
    await judge.grants(await client.message())
    await judge.accepts(await client.message({ mutate: record('second certificate', (own) => own) }))
  },
)
