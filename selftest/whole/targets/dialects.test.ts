import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, describe, test } from 'node:test'
import { parse } from 'yaml'
import { isObject, type Json, type JsonObject } from '../../../harness/contracts/json.js'
import { resultsIn, sandbox, targetFile } from '../../stage/assay-command.js'
import { needs } from '../../stage/needs.js'

// Servers in the dialects of the presets, in another language: presets are tried on what shares no code with Assay.

const box = sandbox()
after(() => box.remove())

/** The rules of examples/java behind the words of a dialect. */
const compiledRegister = (): string => {
  const classes = join(box.folder, 'classes')
  const [rules, dialect] = ['examples/java', 'selftest/targets/dialects'].map((folder) =>
    readdirSync(resolve(folder))
      .filter((name) => name.endsWith('.java'))
      .map((name) => resolve(folder, name)),
  )
  const own = new Set((dialect ?? []).map((file) => file.split('/').at(-1)))
  const sources = [...(rules ?? []).filter((file) => !own.has(file.split('/').at(-1))), ...(dialect ?? [])]
  const compiler = spawnSync('javac', ['-proc:none', '-d', classes, ...sources])
  assert.equal(compiler.status, 0, String(compiler.stderr))
  return classes
}

/** Rules that a register leaves out by name, and the check that notices; those of one entry go together. */
type Caught = readonly Readonly<Record<string, string>>[]

/** Of every register; none of them hides another. */
const caughtInAll = {
  'alg-none': 'algorithm.none',
  replay: 'replay.other-request',
  'two-audiences': 'audience.two',
  lifetime: 'time.lifetime-longer',
  sub: 'identity.sub-of-another',
  status: 'registry.status-suspended',
}

/** Of the authorisation register. */
const caughtInBoth: Caught = [
  { ...caughtInAll, chain: 'chain.untrusted-root', 'any-of': 'delegation.any-of-last-true' },
  { signature: 'signature.bit-flipped', get: 'http.get-query', unregistered: 'registry.stolen-subject' },
]

describe('an authorisation register in a dialect', { skip: needs('javac') }, () => {
  test('is judged by its preset alone, and what breaks a rule in it is noticed', async () => {
    const command = `exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp ${compiledRegister()} Register`
    const register = (preset: string, broken: string) => ({
      target: { name: `${preset} ${broken}`, roles: ['AuthorisationRegistry'] },
      launch: { command, env: { DIALECT: preset, BREAK: broken } },
      interface: { preset },
    })
    const caught = new Map<string, readonly string[]>([
      ['', []],
      ...caughtInBoth.map((rules) => [Object.keys(rules).join(), Object.values(rules)] as const),
    ])
    const targets = ['connect', 'oauth2'].flatMap((preset) =>
      [...caught.keys()].map((broken) => register(preset, broken)),
    )
    const kept = ['delegation.deny', 'delegation.signed-token', 'forwarding.audience', 'positive.again']
    const only = [
      ...[...caught.values()].flat(),
      ...kept,
      'delegation.context-as-stated',
      'delegation.context-value',
      'delegation.response',
    ]
    const out = join(box.folder, 'dialects')
    const config = targetFile(box, 'dialects.json', ...targets)
    const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only.join()]).ended
    const { checks = [] } = resultsIn(out) ?? {}
    const judged = (name: string, verdict: string) =>
      checks.flatMap((check) => (check.target === name && check.verdict === verdict ? [check.id] : [])).sort()
    for (const preset of ['connect', 'oauth2']) {
      // As the text has it is as this one does not: that is the finding of the setting.
      const finding = preset === 'oauth2' ? ['delegation.context-as-stated'] : []
      for (const [broken, failing] of caught) {
        const name = `${preset} ${broken}`
        assert.deepEqual(judged(name, 'finding'), finding, ended.stdout)
        assert.deepEqual(judged(name, 'fail'), [...failing].sort(), ended.stdout)
        const passed = only.filter((id) => !finding.includes(id) && !failing.includes(id))
        assert.deepEqual(judged(name, 'pass'), passed.sort(), ended.stdout)
      }
    }
  })
})

/** One document with the members of another, groups joined. */
const joined = (one: unknown, other: unknown): unknown => {
  if (!isObject(one as Json) || !isObject(other as Json)) return other
  const all = { ...(one as JsonObject) } as Record<string, Json>
  for (const [name, value] of Object.entries(other as JsonObject)) all[name] = joined(all[name], value) as Json
  return all
}

test('preflight alone leads from a target file without settings to one by which a register in a dialect is judged', {
  skip: needs('python3', 'openssl'),
}, async () => {
  const only = ['audience.two', 'lookup.by-query', 'lookup.status', 'lookup.partial-id', 'positive.again']
  let document: unknown = {
    target: { name: 'register', roles: ['ParticipantRegistry'] },
    launch: { command: `exec python3 -B ${resolve('selftest/targets/dialects/registry.py')}` },
  }
  let rounds = 0
  for (; rounds < 3; rounds += 1) {
    const config = targetFile(box, `round-${rounds}.json`, document as object)
    const out = join(box.folder, `round-${rounds}`)
    const { stderr } = await box.start(['certify', '--config', config, '--out', out, '--only', only.join()]).ended
    const proposed = /add to the target file: `([^`]+)`/.exec(stderr)?.[1]
    if (proposed === undefined) break
    document = joined(document, parse(proposed))
  }
  assert.equal(rounds, 2)
  const { checks = [] } = resultsIn(join(box.folder, `round-${rounds}`)) ?? {}
  const verdicts = only.map((id) => checks.find((check) => check.id === id)?.verdict)
  assert.deepEqual(verdicts, ['pass', 'pass', 'pass', 'pass', 'pass'])
})

/** Of the register of participants. */
const caughtAtRegister: Caught = [
  caughtInAll,
  { signature: 'signature.bit-flipped', get: 'http.get-query' },
  { chain: 'chain.untrusted-root', unregistered: 'registry.stolen-subject' },
]

test('a register of participants in a dialect is judged by its preset alone, and what breaks a rule in it is noticed', {
  skip: needs('python3', 'openssl'),
}, async () => {
  const command = `exec python3 -B ${resolve('selftest/targets/dialects/registry.py')}`
  const register = (broken: string) => ({
    target: { name: `register ${broken}`, roles: ['ParticipantRegistry'] },
    launch: { command, env: { BREAK: broken } },
    interface: { preset: 'connect-list' },
  })
  const broken = caughtAtRegister.map((rules) => Object.keys(rules).join())
  const caught = caughtAtRegister.map((rules) => Object.values(rules))
  const own = ['lookup.by-query', 'lookup.partial-id', 'lookup.several-certificates', 'lookup.unknown']
  const only = [...caught.flat(), ...own, 'lookup.by-path', 'lookup.by-path-literal']
  const out = join(box.folder, 'register')
  const config = targetFile(box, 'register.json', ...['', ...broken].map(register))
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only.join()]).ended
  const { checks = [] } = resultsIn(out) ?? {}
  const judged = (name: string, verdict: string) =>
    checks.flatMap(({ target, verdict: given, id }) =>
      target === `register ${name}` && given === verdict && only.includes(id) ? [id] : [],
    )
  // It has no look-up by path, which the text wants.
  assert.deepEqual(judged('', 'fail'), ['lookup.by-path'], ended.stdout)
  assert.deepEqual(judged('', 'not-applicable'), ['lookup.by-path-literal'], ended.stdout)
  assert.deepEqual(judged('', 'pass').sort(), [...caught.flat(), ...own].sort(), ended.stdout)
  for (const [index, rules] of broken.entries())
    assert.deepEqual(judged(rules, 'fail').sort(), ['lookup.by-path', ...(caught[index] ?? [])].sort(), ended.stdout)
})
