import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
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

/** Certifies the Java example, with one rule broken where one is named. */
const certify = async (broken: string): Promise<{ code: number | null; results: Results }> => {
  const out = join(folder, broken || 'whole')
  const config = join(examples, 'service-provider-java.yaml')
  const args = [main, 'certify', '--config', config, '--out', out, '--profile', 'quick']
  const child = spawn(process.execPath, args, { env: { ...process.env, BREAK: broken }, stdio: 'ignore' })
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  return { code, results: JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results }
}
const failing = ({ checks }: Results): string[] =>
  checks.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])).sort()

describe('a ServiceProvider in Java', { skip: without, concurrency: true }, () => {
  test('is certified although it shares no code with Assay', async () => {
    const { code, results } = await certify('')
    assert.deepEqual(failing(results), [])
    assert.match(String(results.targets[0]?.roles[0]?.verdict), /^certified(-with-findings)?$/)
    assert.equal(code, 0)
  })

  test('is caught when it takes two audiences, and blamed for nothing else', async () => {
    const { code, results } = await certify('two-audiences')
    assert.deepEqual(failing(results), ['audience.two'])
    assert.equal(code, 1)
  })
})

test('reads every example of a target file', async () => {
  const files = readdirSync(examples).filter((name) => name.endsWith('.yaml'))
  const roles = await Promise.all(
    files.map(async (name) => (await loadTargets(join(examples, name))).flatMap((t) => t.roles)),
  )
  assert.deepEqual(
    new Set(roles.flat()),
    new Set(['ServiceProvider', 'AuthorisationRegistry', 'EntitledParty', 'ParticipantRegistry']),
  )
})
