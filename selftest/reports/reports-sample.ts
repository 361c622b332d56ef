import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Evidence } from '../../harness/contracts/evidence.js'
import type { CheckResult, CheckVerdict, RequirementResult, Results } from '../../harness/contracts/results.js'
import { evidenceOfPair } from './evidence-sample.js'

/** Texts that a hostile target might put anywhere. */
export const hostile = '<script>alert(1)</script>"\' onload=x ]]> \u202Egnp.exe\u0000\u001B[31mred\u001B[0m &amp; {{x}}'

const rules = [
  { id: 'TOKEN-NO-GET', level: 'must', clauses: ['L199', 'L295'], text: 'The token path answers no GET.' },
  { id: 'JWT-LIFETIME', level: 'must', clauses: ['L259', 'L301'], text: 'A JWT lives exactly 30 seconds.' },
  { id: 'REPLAY-ONCE', level: 'must', clauses: ['L266'], text: 'The same JWT authenticates a client once.' },
  { id: 'JWT-HEADER-ONLY', level: 'strict', clauses: ['L248'], text: 'The header holds only alg, typ and x5c.' },
  { id: 'CERT-REVOKED', level: 'must', clauses: ['L272'], text: 'Revoked certificates are refused.' },
  { id: 'REGISTRY-CACHE', level: 'strict', clauses: ['L240'], text: 'Status is looked up anew for each client.' },
  { id: 'JWS-CANONICAL', level: 'should', clauses: ['RFC 7515 §2'], text: 'Base64url is canonical.' },
] as const

interface Row {
  readonly id: string
  readonly title: string
  readonly requirement: string
  readonly verdict: CheckVerdict
  readonly reason?: string
  readonly more?: Partial<CheckResult>
}

const rows: readonly Row[] = [
  {
    id: 'jwt.lifetime-31',
    title: 'refuses a client assertion that lives 31 seconds',
    requirement: 'JWT-LIFETIME',
    verdict: 'fail',
    reason: 'Expected no access token, got one.',
  },
  {
    id: 'replay.reencoded',
    title: 'refuses a replayed JWT whose unused signature bits were changed',
    requirement: 'REPLAY-ONCE',
    verdict: 'waived',
    reason: 'Granted twice.',
    more: { waiver: { reason: 'fixed in 2.4', owner: 'ops', expires: '2027-01-31' } },
  },
  {
    id: 'jwt.header-kid',
    title: `refuses a header with ${hostile}`,
    requirement: 'JWT-HEADER-ONLY',
    verdict: 'finding',
    reason: `The target said ${hostile}`,
  },
  {
    id: 'cert.revoked',
    title: 'refuses a revoked certificate',
    requirement: 'CERT-REVOKED',
    verdict: 'inconclusive',
    reason: 'No answer came, and the target did not answer the control afterwards either.',
  },
  {
    id: 'replay.restart',
    title: 'refuses a replayed JWT after a restart',
    requirement: 'REPLAY-ONCE',
    verdict: 'not-testable',
    reason: 'No way to restart the target: set `restart` or `launch` in the target file.',
  },
  {
    id: 'registry.cache',
    title: 'looks a client up anew',
    requirement: 'REGISTRY-CACHE',
    verdict: 'not-applicable',
    reason: 'The target is the registry itself.',
  },
  {
    id: 'token.no-get',
    title: 'answers no GET',
    requirement: 'TOKEN-NO-GET',
    verdict: 'disabled',
    reason: 'Left out by --only.',
  },
  {
    id: 'jws.canonical',
    title: 'refuses white space in base64url',
    requirement: 'JWS-CANONICAL',
    verdict: 'harness-error',
    reason: 'The lab did not answer.',
  },
]

function verdictOf(verdicts: readonly CheckVerdict[]): CheckVerdict {
  const order: readonly CheckVerdict[] = [
    'fail',
    'waived',
    'finding',
    'harness-error',
    'inconclusive',
    'not-testable',
    'disabled',
    'pass',
    'not-applicable',
  ]
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'not-testable'
}

/** A rich run: two targets, every verdict, hostile texts, `passes` checks that passed per role. */
export function sample(passes: number): Results {
  const units = [
    { target: `Acme ${hostile}`, role: 'ServiceProvider' },
    { target: 'Reference registry', role: 'ParticipantRegistry' },
  ]
  const checks = units.flatMap(({ target, role }, position) => [
    ...(position === 0 ? rows : []).map(
      (row): CheckResult => ({
        id: row.id,
        target,
        role,
        title: row.title,
        requirements: [row.requirement],
        cases: ['TIM-01'],
        level: rules.find((rule) => rule.id === row.requirement)?.level ?? 'must',
        profile: 'standard',
        verdict: row.verdict,
        ...(row.reason === undefined ? {} : { reason: row.reason }),
        durationMs: 42,
        evidence: `evidence/${position}/${row.id}.json`,
        ...row.more,
      }),
    ),
    ...Array.from(
      { length: passes },
      (_, index): CheckResult => ({
        id: `pass.${index}`,
        target,
        role,
        title: `refuses variation ${index} of a client assertion`,
        requirements: [rules[index % rules.length]?.id ?? ''],
        level: 'must',
        profile: 'standard',
        verdict: 'pass',
        durationMs: 12,
        evidence: `evidence/${position}/pass.${index}.json`,
        ...(index % 5 === 0
          ? { observations: [{ name: `largest accepted skew ${index}`, value: index, unit: 's' }] }
          : {}),
      }),
    ),
  ])
  const requirements = units.flatMap(({ target, role }) =>
    [...rules, { id: 'EVENTS-NONE', level: 'must' as const, clauses: ['L291'], text: 'Events are not shown.' }].map(
      (rule): RequirementResult => {
        const own = checks.filter(
          (check) => check.target === target && check.role === role && check.requirements.includes(rule.id),
        )
        return {
          ...rule,
          target,
          role,
          status: 'stated',
          remedy: `Mend ${rule.id}.`,
          verdict: verdictOf(own.map((check) => check.verdict)),
          checks: own.map((check) => check.id),
          ...(own.length === 0 ? { reason: 'The interface text does not show it.' } : {}),
        }
      },
    ),
  )
  return {
    version: 1,
    complete: true,
    gate: 'fail',
    run: {
      id: '0193-sample',
      startedAt: '2026-11-20T12:04:00.000Z',
      finishedAt: '2026-11-20T12:04:09.800Z',
      durationMs: 9800,
      workers: 2,
      profile: 'standard',
      strict: false,
      seed: 7,
    },
    suite: { name: 'Assay', version: '0.1.0', requirementsDigest: '3f9c'.repeat(16) },
    targets: units.map(({ target, role }, position) => ({
      name: target,
      version: '2.3.1',
      baseUrl: `https://127.0.0.1:471${position}`,
      partyId: 'did:example:acme',
      clockOffsetMs: 200,
      roles: [{ role, verdict: position === 0 ? 'not-certified' : 'certified', profile: 'standard' }],
    })),
    requirements,
    checks,
    assumptions: [
      { id: 'interface.token.path', value: '/oauth2.0/token', source: 'default' },
      { id: 'certificates.keyUsage', value: ['nonRepudiation'], source: 'target file' },
      { id: 'status spelling', value: hostile, source: 'observed' },
    ],
  }
}

/** The run with four roles of one target, each with `number` checks, every tenth of which fails. */
export function largeSample(results: Results, number: number): Results {
  const [target] = results.targets
  const [check] = results.checks
  if (target === undefined || check === undefined) throw new Error('the sample is empty')
  const roles = ['ServiceProvider', 'AuthorisationRegistry', 'EntitledParty', 'ParticipantRegistry']
  const checks = roles.flatMap((role) =>
    Array.from({ length: number }, (_, index): CheckResult => {
      const verdict = index % 10 === 0 ? 'fail' : 'pass'
      const id = `check.${index}`
      return { ...check, id, role, verdict, evidence: `evidence/${role}/${id}.json`, detects: ['accepts-replay'] }
    }),
  )
  const own = (role: string) => checks.filter((one) => one.role === role)
  const requirements = roles.flatMap((role) =>
    results.requirements
      .filter((row) => row.target === target.name && row.role === check.role)
      .map((row) => ({ ...row, role, checks: row.id === check.requirements[0] ? own(role).map(({ id }) => id) : [] })),
  )
  const judged = roles.map((role) => ({ role, verdict: 'not-certified' as const, profile: 'standard' as const }))
  return { ...results, checks, requirements, targets: [{ ...target, roles: judged }] }
}

/** Writes the run with its evidence: one file missing, one broken, one hostile with a line of 1 MB. */
export async function writeSample(folder: string, results: Results): Promise<void> {
  await writeFile(join(folder, 'results.json'), JSON.stringify(results))
  for (const check of results.checks) {
    if (check.evidence === undefined || check.id === 'jws.canonical') continue
    const path = join(folder, check.evidence)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, check.id === 'registry.cache' ? '{"facts": [' : JSON.stringify(evidenceFor(check)))
  }
}

function evidenceFor(check: CheckResult): Evidence {
  const evidence = evidenceOfPair(
    check,
    check.verdict === 'fail' || check.verdict === 'waived' || check.verdict === 'finding' ? 200 : 400,
  )
  const [control, mutated] = evidence.messages
  if (check.id !== 'jwt.header-kid' || control === undefined || mutated === undefined) return evidence
  const answer = {
    status: 200,
    headers: { [hostile]: hostile },
    body: `${hostile}${'x'.repeat(1_000_000)}`,
    truncated: true,
  }
  return {
    ...evidence,
    messages: [
      control,
      {
        ...mutated,
        label: hostile,
        party: hostile,
        exchanges: mutated.exchanges.map((one) => ({ ...one, response: answer })),
      },
    ],
  }
}
