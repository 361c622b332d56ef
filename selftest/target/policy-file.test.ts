import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import { policyJsonSchema } from '../../harness/contracts/policy.js'
import { loadPolicy, strictPolicy } from '../../harness/target/file/policy-file.js'

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-policy-'))
})
after(() => rmSync(folder, { recursive: true }))

const load = (text: string, name = 'policy.yaml') => {
  writeFileSync(join(folder, name), text)
  return loadPolicy(join(folder, name))
}

const whole = {
  name: 'Admission',
  strict: true,
  requirements: {
    'JWT-ALG': { level: 'off', reason: 'another office sees to it' },
    'ASSERTION-AUD-ARRAY': { level: 'must', reading: 'string', reason: 'our members compare strings' },
  },
}

test('a policy is the same in YAML and JSON, whatever its comments', async () => {
  const yaml = await load(
    '# ours\nname: Admission\nstrict: true\nrequirements:\n  JWT-ALG: { level: off, reason: another office sees to it }\n  ASSERTION-AUD-ARRAY: { level: must, reading: string, reason: our members compare strings }\n',
  )
  const json = await load(JSON.stringify(whole), 'policy.json')
  assert.deepEqual(yaml, json)
  assert.deepEqual(
    yaml.requirements.map(({ id, level, reading }) => [id, level, reading]),
    [
      ['JWT-ALG', 'off', undefined],
      ['ASSERTION-AUD-ARRAY', 'must', 'string'],
    ],
  )
  assert.notEqual((await load('name: Admission\nstrict: false\n')).digest, (await load('name: Admission\n')).digest)
})

describe('a policy that cannot be is refused with a sentence', () => {
  const about = (rule: string) => `name: x\nrequirements:\n  ${rule}\n`
  const mistakes: Readonly<Record<string, readonly [text: string, says: RegExp]>> = {
    'no name': ['strict: true\n', /: name is missing; for example name: Admission 2027\.$/],
    'an unknown key': ['name: x\nstict: true\n', /2:1: stict is not a known key; did you mean strict\?$/],
    'an unknown requirement': [
      about('JWT-ALGO: { level: must, reason: a }'),
      /3:3: requirements\.JWT-ALGO is not a known key; did you mean JWT-ALG\?$/,
    ],
    'a requirement like no other': [
      about('NOTHING-OF-THE-KIND-AT-ALL: { level: must, reason: a }'),
      /is not a known key; `assay list` shows all\.$/,
    ],
    'an unknown level': [
      about('JWT-ALG: { level: maybe, reason: a }'),
      /level is "maybe", but must be one of must, strict/,
    ],
    'no reason': [about('JWT-ALG: { level: off }'), /requirements\.JWT-ALG\.reason is missing/],
    'nothing said': [about('JWT-ALG: { reason: a }'), /names no level: say must, strict, should or off\.$/],
    'nothing said of an ambiguous one': [about('JWT-SUB: { reason: a }'), /names neither a level nor a reading\.$/],
    'a reading of what has one': [
      about('JWT-ALG: { level: must, reading: lax, reason: a }'),
      /reading is "lax", but the text leaves no two readings of this requirement: leave reading out\.$/,
    ],
    'an unknown reading': [
      about('JWT-SUB: { reading: free, reason: a }'),
      /reading is "free", but must be one of as-iss, by-use; for example reading: as-iss\.$/,
    ],
    'a reading of what is off': [
      about('JWT-SUB: { level: off, reading: as-iss, reason: a }'),
      /is off, so that no reading of it counts\.$/,
    ],
    'a requirement twice': [
      about('JWT-ALG: { level: off, reason: a }\n  JWT-ALG: { level: must, reason: b }'),
      /4:3: not readable as YAML: Map keys must be unique\.$/,
    ],
    'two documents': ['name: x\n---\nname: y\n', /holds several documents: a policy is one\.$/],
    'nothing at all': ['', /is empty, but needs at least a name\.$/],
  }
  for (const [title, [text, says]] of Object.entries(mistakes))
    test(title, () => assert.rejects(load(text), (error) => error instanceof ConfigError && says.test(error.message)))
})

test('strict rules can decide by any policy', () => {
  assert.equal(strictPolicy().name, 'strict')
  const lenient = { name: 'A', digest: 'old', strict: false, requirements: [] }
  assert.deepEqual([strictPolicy(lenient).name, strictPolicy(lenient).strict], ['A, strict', true])
  assert.notEqual(strictPolicy(lenient).digest, 'old')
  assert.deepEqual(strictPolicy({ ...lenient, strict: true }), { ...lenient, strict: true })
})

test('keeps the JSON Schema for editors as it is generated, and takes what is taken here', () => {
  const kept = JSON.parse(readFileSync('harness/contracts/policy.schema.json', 'utf8')) as object
  assert.deepEqual(kept, JSON.parse(JSON.stringify(policyJsonSchema())), 'run node tools/emit-schemas.mjs')
  const validate = new Ajv2020({ strict: false }).compile(kept)
  assert.ok(validate(whole), JSON.stringify(validate.errors))
  const lax = { name: 'x', requirements: { 'JWT-ALG': { level: 'must', reading: 'lax', reason: 'a' } } }
  assert.ok(!validate(lax))
})
