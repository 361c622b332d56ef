import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadTargets } from '../../harness/target/file/target-file.js'
import { assertNothingLeft, assertOneSentence, compiled, sandbox } from '../stage/assay-command.js'

const box = sandbox()
after(() => box.remove())

const init = (...args: readonly string[]) => box.start(['init', ...args]).ended
const demanding = (what: string): string =>
  `exec ${process.execPath} ${compiled('selftest/targets/demanding.js')} ${what}`

test('without a terminal what is missing is named by its flag', async () => {
  await assertOneSentence(
    init('--role', 'ServiceProvider'),
    /no terminal to ask at: give --command COMMAND or --url URL/,
  )
  await assertOneSentence(
    init('--command', 'x', '--url', 'http://127.0.0.1:1'),
    /--command and --url exclude each other/,
  )
  await assertOneSentence(init('--command', 'x', '--role', 'Provider'), /--role is "Provider"/)
})

test('a server that is launched gets a target file with the settings that it takes, and none is ever overwritten', async () => {
  const args = [
    '--role',
    'ServiceProvider',
    '--command',
    demanding('wants-scope,wants-both-usages'),
    '--out',
    'own.yaml',
  ]
  const { code, stdout, stderr } = await init(...args)
  assert.equal(code, 0, stderr)
  assert.match(stdout, /own\.yaml is written\. Next: npx assay certify --config own\.yaml$/m)
  const file = join(box.folder, 'own.yaml')
  const [config] = await loadTargets(file)
  assert.equal(config?.interface.token.parameters.scope, 'iSHARE')
  assert.deepEqual(config?.certificates.keyUsage, ['digitalSignature', 'nonRepudiation'])
  const text = readFileSync(file, 'utf8')
  for (const says of [
    /^# yaml-language-server: \$schema=/,
    /^# Found: .*only with .*scope/m,
    /^# Missing, .* serves no consumer/m,
  ])
    assert.match(text, says)
  assert.equal(config?.service, undefined)
  await assertOneSentence(init(...args), /own\.yaml is there already, and nothing is overwritten/)
  assert.equal(readFileSync(file, 'utf8'), text)
})

test('a server that grants nobody gets none, but the sentence of preflight', async () => {
  const { code, stderr } = await init(
    '--role',
    'ServiceProvider',
    '--command',
    demanding('wants-no-root'),
    '--out',
    'none.yaml',
  )
  assert.equal(code, 3)
  assert.match(stderr, /It grants a client only with a chain without its root/)
  assert.equal(existsSync(join(box.folder, 'none.yaml')), false)
  await assertNothingLeft(box)
})
