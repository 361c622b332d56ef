import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { machineRoles } from '../harness/check/coverage.js'
import type { Results } from '../harness/evidence/results-types.js'
import { loadTargets } from '../harness/target/target-file.js'

const examples = resolve('examples')
const main = fileURLToPath(new URL('../harness/cli/main.js', import.meta.url))
const without = spawnSync('javac', ['--version']).status === 0 ? false : 'there is no Java compiler (javac) on the path'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-java-'))
})
after(() => rmSync(folder, { recursive: true }))

/** Certifies a Java example, without the rules that are named (with commas), by the checks that are named or all of them. */
const certify = async (
  example: string,
  broken: string,
  ...only: readonly string[]
): Promise<{ code: number | null; results: Results }> => {
  const out = join(folder, `${example} ${broken || 'whole'}`)
  const config = join(examples, `${example}.yaml`)
  const args = [main, 'certify', '--config', config, '--out', out, '--profile', 'quick']
  if (only.length > 0) args.push('--strict', '--only', only.join())
  const child = spawn(process.execPath, args, { env: { ...process.env, BREAK: broken }, stdio: 'ignore' })
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  return { code, results: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results }
}
const failing = ({ checks }: Results): string[] =>
  checks.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])).sort()
/** Also what the text leaves open, such as a Deny beside a Permit. */
const noticing = ({ checks }: Results): string[] =>
  checks.flatMap(({ id, verdict }) => (verdict === 'fail' || verdict === 'finding' ? [id] : [])).sort()

/** Rules of the service in `Rule.java`, with the checks that notice when one is left out. */
const caught: Readonly<Record<string, readonly string[]>> = {
  'access-token': ['service.no-token'],
  'fail-closed': ['service.no-evidence', 'service.registry-error'],
  deny: ['service.deny'],
  'evidence-subject': ['service.evidence-subject'],
  'evidence-end': ['service.evidence-expired'],
  conditions: ['service.any-of-none', 'service.other-provider'],
  'any-of': ['service.any-of-one'],
  'all-of': ['service.all-of-false'],
  context: ['service.context'],
  'forward-unchanged': ['service.forwards-unchanged'],
}

/** Rules of the registry in the same way; those of one line have nothing to do with one another and are left out together. */
const caughtTogether: readonly Readonly<Record<string, readonly string[]>>[] = [
  {
    'access-token': ['delegation.no-token'],
    'forwarded-audience': ['forwarding.audience', 'forwarding.audience-itself'],
    'any-of': ['delegation.any-of-last-true'],
  },
  {
    'assertion-audience': ['forwarding.as-assertion'],
    'forwarded-expiry': ['forwarding.expired'],
    'context-value': ['delegation.context-value'],
  },
  {
    'forwarded-again': ['forwarding.repeated'],
    'forwarded-status': ['forwarding.status'],
    nesting: ['delegation.all-of-any-TF-any-FF'],
  },
  {
    'forwarded-certificate': ['forwarding.certificate'],
    'all-of': ['delegation.all-of-last-false'],
    deny: ['delegation.deny'],
  },
  {
    'forwarded-subject': ['forwarding.subject'],
    conditions: ['delegation.any-of-false', 'delegation.context-missing'],
    'hand-out': ['delegation.handed-out-false'],
  },
]

const isWithoutBlame = async (example: string): Promise<void> => {
  const { code, results } = await certify(example, '')
  assert.deepEqual(failing(results), [])
  assert.match(String(results.targets[0]?.roles[0]?.verdict), /^certified(-with-findings)?$/)
  assert.equal(code, 0)
}

describe('a ServiceProvider in Java', { skip: without, concurrency: 2 }, () => {
  test('is certified although it shares no code with Assay', () => isWithoutBlame('service-provider-java'))

  test('is caught when it takes two audiences, and blamed for nothing else', async () => {
    const { code, results } = await certify('service-provider-java', 'two-audiences')
    assert.deepEqual(failing(results), ['audience.two'])
    assert.equal(code, 1)
  })

  for (const [rule, checks] of Object.entries(caught))
    test(`is caught when it leaves out the rule ${rule}, and blamed for nothing else`, async () => {
      const { results } = await certify(
        'service-provider-java',
        rule,
        ...checks,
        'service.permit',
        'service.wrong-token',
      )
      assert.deepEqual(failing(results), [...checks].sort())
    })
})

describe('an AuthorisationRegistry in Java', { skip: without, concurrency: 2 }, () => {
  test('is certified although it shares no code with Assay', () => isWithoutBlame('authorisation-registry-java'))

  for (const wrongs of caughtTogether) {
    const [rules, checks] = [Object.keys(wrongs), Object.values(wrongs).flat()]
    test(`is caught when it leaves out the rules ${rules.join(', ')}, and blamed for nothing else`, async () => {
      const others = ['delegation.unconditional-policy', 'forwarding.signature']
      const { results } = await certify('authorisation-registry-java', rules.join(), ...checks, ...others)
      assert.deepEqual(noticing(results), checks.sort())
    })
  }
})

test('reads every example of a target file', async () => {
  const files = readdirSync(examples).filter((name) => name.endsWith('.yaml'))
  const roles = await Promise.all(
    files.map(async (name) => (await loadTargets(join(examples, name))).flatMap((t) => t.roles)),
  )
  assert.deepEqual(new Set(roles.flat()), new Set(machineRoles))
})
