import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { listChecks, namesOf } from '../../harness/cli/list-checks.js'
import type { Results } from '../../harness/contracts/results.js'
import { readEvidence } from '../../harness/evidence/store.js'
import type { Role } from '../../requirements/types.js'
import { faultVariable, partyFaults, seeded } from '../kill-matrix/schedule.js'
import { judgesWholeRun } from '../kill-matrix/undecidable.js'
import { resultsIn, sandbox } from '../stage/assay-command.js'
import { drawSeed } from '../stage/draw-seed.js'

// One definition of a check, two ways to run it. By default some checks of each role, drawn anew each time, in one
// process and in one of their own; `ASSAY_TWO_RUNNERS=all` plays all.

const roles: readonly Role[] = ['ServiceProvider', 'IdentityProvider']
const seed = drawSeed()
/** Faults of one round. */
const mostFaults = 100

const box = sandbox()
after(() => box.remove())

const list = await listChecks()
const naming = { seed, checks: namesOf(list) }
const listed = list.filter(({ selected, check }) => selected.run && check.profile !== 'deep')

/** Topics that judge what a target has sent since the run began: under faults of single parties their verdict follows from the order, too. */
const ofConduct = /^(client|asking|login-client|broker-client)\./

const all = process.env.ASSAY_TWO_RUNNERS === 'all'

/** Checks of a role: few enough for the process of the command, and more. */
function runsOf(role: Role): readonly (readonly string[])[] {
  const random = seeded(seed)
  const ids = listed
    .filter((one) => one.role === role && !judgesWholeRun(one.check.id) && !ofConduct.test(one.check.id))
    .map(({ check }) => check.id)
  const drawn = ids.map((id) => [random(), id] as const).sort(([one], [other]) => one - other)
  const mixed = drawn.map(([, id]) => id)
  return all ? [mixed] : [mixed.slice(0, 24), mixed.slice(24, 90)]
}

/** A round of faults, each at a check that names it. */
function faultsOf(role: Role): string {
  const pairs = listed
    .filter((one) => one.role === role)
    .map(({ check: { id, detects } }) => [id, partyFaults.find((name) => detects.includes(name))] as const)
    .flatMap(([id, fault]) => (fault === undefined ? [] : [[id, [fault]] as const]))
  const random = seeded(seed)
  const drawn = pairs.map((pair) => [random(), pair] as const).sort(([one], [other]) => one - other)
  return faultVariable(new Map(drawn.slice(0, mostFaults).map(([, pair]) => pair)), role, naming)
}

/** What a run came to, by check: verdict, level, kinds of facts. */
async function outcome(name: 'own' | 'playwright', args: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const out = join(box.folder, name)
  const { code, stderr } = await box.start([...args, '--profile', 'standard', '--out', out], {
    env: { ASSAY_RUNNER: name },
  }).ended
  const results = resultsIn(out)
  assert.ok(results, `no results, exit code ${code}: ${stderr}`)
  return new Map(ranIn(results).map((check) => [check.id, told(check, out)]))
}

const ranIn = ({ checks }: Results) =>
  checks.filter(({ verdict }) => verdict !== 'disabled' && verdict !== 'not-applicable')

function told({ id, verdict, level, evidence }: Results['checks'][number], out: string): string {
  const facts = evidence === undefined ? [] : (readEvidence(out, evidence)?.facts ?? [])
  return `${id}: ${verdict} (${level}) ${[...new Set(facts.map(({ kind }) => kind))].sort().join(', ')}`
}

// By default the few run without a fault, the many under faults.
for (const role of roles)
  for (const [index, ids] of runsOf(role).entries())
    for (const fault of [undefined, faultsOf(role)].filter((one) => all || (one === undefined) === (index === 0)))
      it(`both runners say the same of ${role}, run ${index}${fault ? ' under faults' : ''}, seed ${seed}`, async () => {
        const named = ['--only', ids.join(','), '--guises', 'alg=RS512, jti=short']
        const args = ['certify', '--reference', role, '--seed', String(seed), ...named]
        const faulty = fault === undefined ? [] : ['--fault', fault]
        const own = await outcome('own', [...args, ...faulty])
        const playwright = await outcome('playwright', [...args, ...faulty])
        assert.ok(own.size > 0)
        assert.deepEqual([...own.values()].sort(), [...playwright.values()].sort())
      })
