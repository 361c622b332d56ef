import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Results } from '../../../harness/contracts/results.js'
import { loadTargets } from '../../../harness/target/file/target-file.js'
import { roles as allRoles } from '../../../requirements/types.js'
import { needs } from '../../stage/needs.js'
import { ownFolder } from '../../stage/own-folder.js'

const examples = resolve('examples')
const main = fileURLToPath(new URL('../../../harness/cli/main.js', import.meta.url))
const without = needs('javac')

const folder = ownFolder()

/** Certifies targets of one target file; the checks that are named, or all of them. */
const certify = async (
  name: string,
  config: string,
  only: readonly string[] = [],
): Promise<{ code: number | null; results: Results }> => {
  const out = join(folder, name)
  const args = [main, 'certify', '--config', config, '--out', out, '--profile', 'quick']
  if (only.length > 0) args.push('--strict', '--only', only.join())
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  return { code, results: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results }
}

/** Certifies Java servers side by side, each without the rules that its name lists (with commas); compiled once. */
const certifyBroken = async (
  role: 'ServiceProvider' | 'AuthorisationRegistry',
  broken: readonly string[],
  only: readonly string[],
): Promise<Results> => {
  const classes = join(folder, 'classes')
  const sources = readdirSync(join(examples, 'java')).filter((name) => name.endsWith('.java'))
  const compiler = spawnSync('javac', ['-proc:none', '-d', classes, ...sources], { cwd: join(examples, 'java') })
  assert.equal(compiler.status, 0, String(compiler.stderr))
  const targets = broken.map((rules) => ({
    target: { name: rules, roles: [role] },
    launch: {
      command: `exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp ${classes} ${role}`,
      env: { BREAK: rules },
    },
    ...(role === 'ServiceProvider' && { service: { path: '/service' } }),
  }))
  const config = join(folder, `${role}.json`)
  writeFileSync(config, JSON.stringify({ targets }))
  const { results } = await certify(`broken ${role}`, config, only)
  return results
}

/** Checks of a target that notice something; findings are about what the text leaves open, such as a Deny beside a Permit. */
const noticing = ({ checks }: Results, name: string): string[] =>
  checks
    .flatMap(({ id, target, verdict }) =>
      target === name && (verdict === 'fail' || verdict === 'finding') ? [id] : [],
    )
    .sort()

/** Rules with the checks that notice when they are left out; those of one entry have nothing to do with one another and are left out together. */
type Caught = readonly Readonly<Record<string, readonly string[]>>[]

/** Rules of the service in `Rule.java`. */
const caughtAtService: Caught = [
  {
    'two-audiences': ['audience.two'],
    'fail-closed': ['service.no-evidence', 'service.registry-error'],
    'any-of': ['service.any-of-one'],
  },
  {
    'access-token': ['service.no-token'],
    deny: ['service.deny'],
    'all-of': ['service.all-of-false'],
  },
  {
    'evidence-subject': ['service.evidence-subject'],
    conditions: ['service.any-of-none', 'service.other-provider'],
    'forward-unchanged': ['service.forwards-unchanged'],
  },
  {
    'evidence-end': ['service.evidence-expired'],
    context: ['service.context'],
  },
]

/** Rules of the registry. */
const caughtAtRegistry: Caught = [
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
  const { code, results } = await certify(example, join(examples, `${example}.yaml`))
  assert.deepEqual(
    results.checks.filter(({ verdict }) => verdict === 'fail'),
    [],
  )
  assert.match(String(results.targets[0]?.roles[0]?.verdict), /^certified(-with-findings)?$/)
  assert.equal(code, 0)
}

describe('a server in Java', { skip: without }, () => {
  for (const example of ['service-provider-java', 'authorisation-registry-java'])
    test(`is certified although it shares no code with Assay: ${example}`, () => isWithoutBlame(example))

  for (const { role, caught, others } of [
    {
      role: 'ServiceProvider',
      caught: caughtAtService,
      others: ['service.permit', 'service.wrong-token', 'positive.first-contact'],
    },
    {
      role: 'AuthorisationRegistry',
      caught: caughtAtRegistry,
      others: ['delegation.unconditional-policy', 'forwarding.signature'],
    },
  ] as const)
    test(`is caught as ${role} when it leaves out rules, and not blamed for what it does`, async () => {
      const expected = caught.map((wrongs) => [Object.keys(wrongs).join(), Object.values(wrongs).flat()] as const)
      const only = [...new Set([...expected.flatMap(([, checks]) => checks), ...others])]
      const names = expected.map(([rules]) => rules)
      const results = await certifyBroken(role, names, only)
      for (const [rules, checks] of expected) {
        const noticed = noticing(results, rules).filter((id) => [...checks, ...others].includes(id))
        assert.deepEqual(noticed, [...checks].sort(), rules)
      }
    })
})

test('reads every example of a target file', async () => {
  const files = readdirSync(examples).filter((name) => name.endsWith('.yaml'))
  const roles = await Promise.all(
    files.map(async (name) => (await loadTargets(join(examples, name))).flatMap((t) => t.roles)),
  )
  assert.deepEqual(new Set(roles.flat()), new Set(allRoles))
})
