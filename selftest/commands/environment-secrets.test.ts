import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compiled, resultsOf, sandbox, targetFile } from '../stage/assay-command.js'
import { howEnded } from '../stage/command-ends.js'

// Values that a target file takes from the environment, and nobody may read in a report.

const box = sandbox()
after(() => box.remove())

const variable = (name: string) => `\${${name}}`
const secrets = {
  SELFTEST_API_KEY: 'k3y-of-a-gateway',
  SELFTEST_DB_PASSWORD: 'Sup3rSecret-DB-pass',
  SELFTEST_TOKEN: 't0k€n $HOME',
}
const reference = `exec ${process.execPath} ${compiled('harness/reference/main.js')} ServiceProvider`

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())

test('secrets from the environment reach the target, and no report, log or artefact', async () => {
  const config = targetFile(box, 'secrets.json', {
    target: { name: 'secrets', roles: ['ServiceProvider'] },
    launch: {
      command: `echo "jdbc password=$DB_PASSWORD, ${variable('SELFTEST_TOKEN')}" | tee seen; ${reference}`,
      env: { DB_PASSWORD: variable('SELFTEST_DB_PASSWORD') },
    },
    interface: { token: { parameters: { api_key: variable('SELFTEST_API_KEY') } } },
  })
  const out = join(box.folder, 'out')
  const args = ['certify', '--config', config, '--out', out, '--only', 'audience.two,http.client-secret']
  const ended = await box.start(args, { env: secrets }).ended
  const { assumptions } = resultsOf(ended, out)
  assert.equal(ended.code, 2, howEnded(ended))
  const kept = assumptions.find(({ id }) => id === 'interface.token.parameters.api_key')
  assert.equal(kept?.value, 'from the environment')
  const { SELFTEST_API_KEY: apiKey, SELFTEST_DB_PASSWORD: password, SELFTEST_TOKEN: token } = secrets
  assert.equal(readFileSync(join(box.folder, 'seen'), 'utf8'), `jdbc password=${password}, ${token}\n`)
  const written = [ended.stdout, ended.stderr, ...filesBelow(out).map((file) => readFileSync(file, 'latin1'))]
  for (const secret of [apiKey, password]) assert.ok(!written.some((text) => text.includes(secret)), secret)
})

test('a command that fails is shown as it is written, and one that the shell would not fill in is refused', async () => {
  const config = (command: string) =>
    targetFile(box, 'failing.json', { target: { name: 'failing', roles: ['ServiceProvider'] }, launch: { command } })
  const run = (command: string) =>
    box.start(['certify', '--config', config(command), '--out', 'failing'], { env: secrets }).ended
  const ended = await run(`test "${variable('SELFTEST_TOKEN')}" = '' || exit 7`)
  assert.equal(ended.code, 3)
  assert.ok(ended.stderr.includes(`exit code 7; test "${variable('SELFTEST_TOKEN')}"`), ended.stderr)
  const quoted = await run(`echo "it's" 'a key: ${variable('SELFTEST_TOKEN')}'; ${reference}`)
  assert.equal(quoted.code, 3)
  assert.match(
    quoted.stderr,
    /launch\.command has \$\{SELFTEST_TOKEN\} within single quotes, where the shell does not read it/,
  )
})
