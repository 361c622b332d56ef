import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { depthLimit } from '../../harness/documents/read.js'
import type { DocumentProblem } from '../../harness/documents/types.js'
import { compiled, type Sandbox, sandbox } from '../stage/assay-command.js'

const role = {
  id: '0b8f4d7e-5c1a-4e3b-9f26-000000000001',
  status: 'active',
  registrarId: 'did:example:party',
  type: 'frameworkRole',
  roleId: 'ServiceConsumer',
  loa: 'high',
  compliancyVerified: 'yes',
  legalAdherence: 'not-applicable',
  frameworkId: 'urn:example:framework',
}

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const run = (...args: readonly string[]) => box.start(['validate', ...args]).ended
const claim = (content: object | string): string =>
  box.write('claim.json', typeof content === 'string' ? content : JSON.stringify(content))

test('a valid document ends with exit code 0, an invalid one with 1 and every error', async () => {
  const valid = await run('claim', claim(role))
  assert.deepEqual([valid.code, valid.stderr], [0, ''])
  assert.match(valid.stdout, /claim\.json is a valid claim\.\n$/)
  const { code, stdout } = await run('claim', claim({ ...role, loa: 'High', legalAdherence: true, frameworkId: 1 }))
  assert.equal(code, 1)
  assert.match(stdout, /is no valid claim: 3 errors\./)
  assert.match(
    stdout,
    /✕ \/loa is "High", but must be one of low, substantial, high\n {4}CLAIM-LOA \(must, L105\): .+\n {4}remedy: Check loa/,
  )
  assert.match(stdout, /\/legalAdherence is true/)
})

test('strict problems decide with --strict alone', async () => {
  const file = claim({ ...role, id: '1' })
  const [lenient, strict] = [await run('claim', file), await run('claim', file, '--strict')]
  assert.deepEqual([lenient.code, strict.code], [0, 1])
  assert.match(lenient.stdout, /is a valid claim: 1 finding\.\n {2}! \/id is "1"/)
})

test('--json prints problems with pointer, clause, requirement and remedy', async () => {
  const { code, stdout } = await run('claim', claim({ ...role, status: 'enabled' }), '--json')
  const told = JSON.parse(stdout) as { kind: string; valid: boolean; problems: DocumentProblem[] }
  assert.deepEqual([code, told.kind, told.valid, told.problems.length], [1, 'claim', false, 1])
  assert.deepEqual(Object.keys(told.problems[0] ?? {}).sort(), [
    'clause',
    'level',
    'pointer',
    'remedy',
    'requirement',
    'says',
  ])
})

test('standard input is read for -, and a byte-order mark passed over', async () => {
  const program = `const { spawn } = require('node:child_process')
const child = spawn(process.execPath, process.argv.slice(1), { stdio: ['pipe', 'inherit', 'inherit'] })
child.stdin.end('\\ufeff' + ${JSON.stringify(JSON.stringify(role))})
child.on('exit', (code) => process.exit(code))`
  const { code, stdout } = await box.startNode([
    '-e',
    program,
    compiled('harness/cli/main.js'),
    'validate',
    'claim',
    '-',
  ]).ended
  assert.deepEqual([code, stdout], [0, 'Standard input is a valid claim.\n'])
})

test('what cannot be read ends with exit code 3 and one sentence', async () => {
  const deep = `${'['.repeat(depthLimit + 1)}${']'.repeat(depthLimit + 1)}`
  const rows: readonly (readonly [string, RegExp])[] = [
    ['absent.json', /^assay: absent\.json cannot be read: there is no such file\.\n$/],
    [box.folder, /cannot be read: it is a folder\.\n$/],
    [
      box.write('bad.json', '{\n "id": \u001b[31mred }'),
      /^assay: \S+bad\.json is not JSON( \(line 2, column 8\))?\.\n$/,
    ],
    [box.write('empty.json', ''), /is not JSON: it is empty\.\n$/],
    [box.write('deep.json', deep), /is nested more than 100 levels deep\.\n$/],
    [box.write('large.json', `"${'x'.repeat(10 * 1024 * 1024)}"`), /is longer than 5 MB/],
    [box.write('quotes.json', `"${'\\"'.repeat(2_000_000)}`), /is not JSON/],
  ]
  for (const [file, sentence] of rows) {
    const { code, stdout, stderr } = await run('claim', file)
    assert.deepEqual([code, stdout], [3, ''], file)
    assert.match(stderr, sentence)
  }
  const unknown = await run('passport', claim(role))
  assert.equal(unknown.code, 3)
  assert.match(unknown.stderr, /passport/)
})

test('what is nearly right gets a hint, in text, in JSON and where it cannot be read', async () => {
  const token = 'eyJhbGciOiJSUzI1NiJ9.e30.AA'
  const file = box.write('answer.txt', `Bearer ${token}`)
  const [text, json] = [await run('jwt', file), await run('jwt', file, '--json')]
  assert.deepEqual([text.code, json.code], [1, 1])
  assert.match(text.stdout, /is no valid jwt: .+\n {2}hint: It begins with "Bearer"/)
  assert.match((JSON.parse(json.stdout) as { hints: string[] }).hints.join(), /"Bearer"/)
  const wide = `${[...JSON.stringify(role)].join('\0')}\0`
  const { code, stderr } = await run('claim', box.write('wide.json', wide))
  assert.equal(code, 3)
  assert.match(stderr, /wide\.json is not JSON.*\. It is UTF-16: save it as UTF-8\.\n$/)
})

test('a member that is given twice, and bytes that are not UTF-8, end with exit code 1, the clause and the remedy', async () => {
  const text = JSON.stringify(role)
  const twice = await run('claim', claim(text.replace('"loa"', '"loa":"low","loa"')))
  assert.equal(twice.code, 1)
  assert.match(
    twice.stdout,
    /✕ \/loa is given twice\n {4}CLAIM-ROLE-FIELDS \(must, L\d+.*\n {4}remedy: Write each member once/,
  )
  const file = claim(text)
  writeFileSync(file, Buffer.from(text.replace('ServiceConsumer', 'Caf\u00e9'), 'latin1'))
  const latin = await run('claim', file)
  assert.equal(latin.code, 1)
  assert.match(
    latin.stdout,
    /✕ the document holds bytes that are not UTF-8.*\n {4}CLAIM-TYPE .+\n {4}remedy: Write JSON in UTF-8/,
  )
})

test('a credential in an envelope that cannot be opened ends with exit code 3', async () => {
  const cose = Buffer.from('d28443a10126', 'hex').toString('utf8')
  const sealed = JSON.stringify({ type: 'EnvelopedVerifiableCredential', id: 'x' })
  for (const text of [sealed, cose, 'eyJhbGciOiJkaXIifQ.AA.AA.AA.AA']) {
    const { code, stdout, stderr } = await run('credential', box.write('credential.json', text))
    assert.deepEqual([code, stdout], [3, ''], text)
    assert.match(stderr, /^assay: The credential cannot be opened: .+\.\n$/)
  }
})

test('claims under another name are no valid claim', async () => {
  const { code, stdout } = await run('claim', claim({ data: [role] }))
  assert.equal(code, 1)
  assert.match(stdout, /\/type is missing/)
})

test('nothing in a document reaches the terminal as a control', async () => {
  const wild = { ...role, '\u001b[2J\u202e\nx': 1, loa: '\u009b31m\u2066' }
  const { stdout } = await run('claim', claim(wild))
  assert.match(stdout, /\\u\{001B\}/)
  const controls = '\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069'
  assert.doesNotMatch(stdout, new RegExp(`[${controls}]`))
})

test('of very many errors in a document, some are reported', async () => {
  const many = Array.from({ length: 2_000 }, () => ({ ...role, loa: 'High' }))
  const { code, stdout } = await run('claim', claim({ claims: many }))
  assert.equal(code, 1)
  assert.ok(stdout.length < 200_000)
  assert.match(stdout, /… and 18\d\d more/)
})
