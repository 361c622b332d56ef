import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import type { CheckVerdict, Results } from '../../harness/contracts/results.js'
import {
  assertNothingLeft,
  assertPlain,
  type Ended,
  hostileTarget,
  resultsIn,
  type Sandbox,
  sandbox,
  targetFile,
} from '../stage/assay-command.js'

/** Longest that a run may take, milliseconds: far above what it takes on two idle cores, far below what it would if each check waited. */
const boundMs = 700_000

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const certify = async (
  name: string,
  targets: readonly object[],
  args: readonly string[] = ['--profile', 'quick'],
): Promise<Ended & { readonly results: Results | undefined }> => {
  const config = targetFile(box, `${name}.json`, ...targets)
  const ended = await box.start(['certify', '--config', config, '--out', name, ...args]).ended
  assert.ok(ended.ms < boundMs, `${name} took ${ended.ms} ms`)
  await assertNothingLeft(box)
  return { ...ended, results: resultsIn(join(box.folder, name)) }
}

/** Every third check of the quick profile: to most of them a hostile target does the same. */
const everyThird = async (): Promise<string> => {
  const own = (await listChecks()).filter(({ role, check }) => role === 'ServiceProvider' && check.profile === 'quick')
  return own.flatMap(({ check: { id } }, index) => (index % 3 === 0 ? [id] : [])).join()
}

const verdictsOf = (results: Results, target: string): ReadonlyMap<CheckVerdict, number> => {
  const counts = new Map<CheckVerdict, number>()
  for (const check of results.checks)
    if (check.target === target && check.verdict !== 'disabled' && check.verdict !== 'not-applicable')
      counts.set(check.verdict, (counts.get(check.verdict) ?? 0) + 1)
  return counts
}
const kindsOf = (results: Results, target: string): readonly CheckVerdict[] =>
  [...verdictsOf(results, target).keys()].sort()
const roleOf = (results: Results, target: string) =>
  results.targets.find(({ name }) => name === target)?.roles.map(({ verdict }) => verdict)

test('says what is wrong with targets that grant no conforming client a token, and judges nothing', async () => {
  const expected: Readonly<Record<string, RegExp>> = {
    'refuses-everything': /refused a conforming client.* It answered 401: "{"error":"invalid_client"}"\./,
    'server-error': /refused a conforming client.* It answered 500: /,
    'never-answers': /got no complete answer \(no complete answer within 10000 ms\)/,
    resets: /got no complete answer \(.*ECONNRESET.*\)/,
    drips: /got no complete answer \(no complete answer within 10000 ms\)/,
    endless: /got no complete answer \(the answer was longer than is read of it\)/,
    gigabyte: /got no complete answer \(the answer was longer than is read of it\)/,
    'late-token': /got no complete answer \(the answer was longer than is read of it\)/,
    html: /It answered 200: "<h1 onload=alert\(1\)>Hello<\/h1><script>alert\("access_token"\)<\/script>"\./,
    redirects: /It answered 302(, which leads to \S+)?: \(empty body\)/,
    'empty-token': /It answered 200: "{"access_token":"","token_type":"Bearer"}"/,
    'numeric-token': /It answered 200: "{"access_token":42,"token_type":"Bearer"}"/,
  }
  const { code, stderr, results } = await certify(
    'preflight',
    Object.keys(expected).map((kind) => hostileTarget(kind)),
  )
  assert.equal(code, 3)
  assert.equal(results, undefined)
  assertPlain(stderr)
  const lines = stderr.trimEnd().split('\n')
  assert.equal(lines.length, Object.keys(expected).length, stderr)
  for (const [index, [kind, pattern]] of Object.entries(expected).entries()) {
    assert.ok(lines[index]?.startsWith(`assay: ${kind} (http://127.0.0.1:`), lines[index])
    assert.match(lines[index] ?? '', pattern)
  }
})

test('never certifies a target that is hostile once it is judged', async () => {
  const afterPreflight = ['refuses-everything', 'html', 'late-token']
  const granting = ['grants-everything', 'token-in-400', 'first-of-party']
  const { code, results, stderr } = await certify(
    'judged',
    [
      ...afterPreflight.map((kind) => hostileTarget(kind, 1)),
      ...granting.map((kind) => hostileTarget(kind)),
      hostileTarget('dies'),
    ],
    ['--only', await everyThird()],
  )
  assert.equal(code, 1)
  assert.ok(results)
  assert.equal(results.complete, true)
  for (const kind of afterPreflight) {
    assert.deepEqual(roleOf(results, `${kind} after 1`), ['not-fully-verified'], kind)
    assert.deepEqual(kindsOf(results, `${kind} after 1`), ['inconclusive'], kind)
  }
  for (const kind of granting) {
    assert.deepEqual(roleOf(results, kind), ['not-certified'], kind)
    assert.ok((verdictsOf(results, kind).get('fail') ?? 0) > 10, kind)
  }
  assert.deepEqual(roleOf(results, 'dies'), ['not-certified'])
  assert.match(
    stderr,
    /"dies" ended in the middle of the run \(exit code 7\)\. Its last output:\n\s+I have seen enough\./,
  )
})

test('does not certify a run in which nothing was judged, and says that it is no verdict', async () => {
  const { code, results } = await certify('nothing', [hostileTarget('server-error', 1)], ['--only', 'AUD-01,RPL-01'])
  assert.equal(code, 4)
  assert.deepEqual(results && roleOf(results, 'server-error after 1'), ['not-fully-verified'])
})

test('judges conforming targets behind an ill-natured line by what they are', async () => {
  const { code, results } = await certify(
    'line',
    [hostileTarget('impatient'), hostileTarget('comes-back'), hostileTarget('answer-before', 1)],
    ['--only', await everyThird()],
  )
  assert.ok(results)
  assert.deepEqual(kindsOf(results, 'impatient'), ['pass'])
  const [, comesBack] = results.targets
  assert.ok((comesBack?.outages ?? []).length > 0, 'comes-back never went')
  // Nearly all is judged of one that comes back; what happens to be played alone when it goes again is not.
  const back = verdictsOf(results, 'comes-back')
  assert.deepEqual(
    [...back.keys()].filter((kind) => kind !== 'inconclusive'),
    ['pass'],
  )
  assert.ok((back.get('inconclusive') ?? 0) < 10, `${back.get('inconclusive')} checks were not judged`)
  assert.deepEqual(roleOf(results, 'answer-before after 1'), ['not-certified'])
  assert.equal(code, 1)
})

test('a target that hangs or dies in the middle makes no run slow', async () => {
  const { code, results } = await certify(
    'dead',
    [hostileTarget('never-answers', 1), hostileTarget('dies-honestly')],
    ['--profile', 'quick'],
  )
  assert.ok(results)
  assert.equal(code, 2)
  assert.deepEqual(kindsOf(results, 'never-answers after 1'), ['inconclusive'])
  assert.deepEqual(roleOf(results, 'dies-honestly'), ['not-fully-verified'])
  // What was begun in one of its four lives may be judged; the rest never passes.
  const died = verdictsOf(results, 'dies-honestly')
  assert.deepEqual([...died.keys()].sort(), ['inconclusive', 'pass'])
  assert.ok((died.get('pass') ?? 0) < 120)
  const spared = results.checks.filter(({ reason }) => reason?.startsWith('The target answers nobody since'))
  assert.ok(spared.length > 200, `${spared.length} checks were spared`)
  const begun = new Set(results.checks.filter(({ durationMs }) => durationMs > 0).map(({ id }) => id))
  const blamed = spared.map(({ reason }) => /since ([\w.-]+): ./.exec(reason ?? '')?.[1] ?? '')
  assert.ok(
    blamed.every((id) => begun.has(id)),
    'the check after which nobody was answered is not named',
  )
  // 10 s for a message and 10 s for the control after it, once per worker; tries whether it answers again are short.
  const waited = results.checks
    .filter(({ target }) => target.startsWith('never'))
    .reduce((sum, one) => sum + one.durationMs, 0)
  assert.ok(waited < 20_000 * (spared.length / 4), `${waited} ms`)
})
