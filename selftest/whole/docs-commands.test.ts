import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePort } from '../../harness/target/process/base-url.js'
import { compiled, sandbox } from '../stage/assay-command.js'
import { needs } from '../stage/needs.js'

// Every command of the pages for users, carried out as it stands there. `npx` is our own build; a run is cut down to one check.

const box = sandbox()
after(() => box.remove())

const main = compiled('harness/cli/main.js')
mkdirSync(join(box.folder, 'bin'))
box.write(
  'bin/npx',
  `#!/bin/sh\nshift\ncase "$*" in\n*--only*) exec '${process.execPath}' '${main}' "$@" ;;\ncertify*--out*) exec '${process.execPath}' '${main}' "$@" --only audience.two --profile quick ;;\ncertify*) exec '${process.execPath}' '${main}' "$@" --out assay-report --only audience.two --profile quick ;;\n*) exec '${process.execPath}' '${main}' "$@" ;;\nesac\n`,
)
chmodSync(join(box.folder, 'bin/npx'), 0o755)

const env = () => {
  const { ASSAY_CONFIG: _, ASSAY_RUN: __, NODE_TEST_CONTEXT: ___, ...rest } = process.env
  return { ...rest, NO_COLOR: '1', PATH: `${join(box.folder, 'bin')}:${process.env.PATH}` }
}
const run = (command: string) =>
  spawnSync('bash', ['-c', command], { cwd: box.folder, encoding: 'utf8', env: env(), timeout: 600_000 })

/** Commands of a page, without what is said about them. */
const commandsOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line.startsWith('npx assay'))

/** One check alone leaves a role not fully verified, which is exit code 2. */
const fine = (command: string): readonly (number | null)[] => (/ (certify|replay|report) /.test(command) ? [0, 2] : [0])

const carryOut = (commands: readonly string[]): void => {
  for (const command of commands) {
    const { status, stdout, stderr } = run(command)
    assert.ok(fine(command).includes(status), `${command}: exit code ${status}\n${stderr}\n${stdout}`)
  }
}

const target = async () => `
target: { name: Acme Data Provider, roles: [ServiceProvider], baseUrl: "http://127.0.0.1:${await freePort()}" }
launch: { command: "exec '${process.execPath}' '${compiled('harness/reference/main.js')}' ServiceProvider" }
service: { path: /service }
lab: { ports: { https: ${await freePort()}, http: ${await freePort()} } }
`

test('the commands of README and of the page for implementers work', { skip: needs('bash') }, async () => {
  box.write('acme.yaml', await target())
  box.write('server.js', `import('${compiled('selftest/targets/demanding.js')}')`)
  const all = [...commandsOf('README.md'), ...commandsOf('docs/implementer.md')]
  assert.ok(all.length > 6)
  const forHands = all.filter((command) => / (lab|mint) /.test(command))
  assert.equal(forHands.length, 2)
  carryOut(all.filter((command) => !forHands.includes(command)))
  const [labCommand = '', mintCommand = ''] = forHands
  const lab = spawn('bash', ['-c', `exec ${labCommand}`], {
    cwd: box.folder,
    env: env(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await new Promise<void>((resolve, reject) => {
      let told = ''
      lab.once('exit', (code) => reject(new Error(`the lab ended with ${code}: ${told}`)))
      for (const stream of [lab.stdout, lab.stderr])
        stream.on('data', (chunk: Buffer) => {
          told += chunk
          if (told.includes('Ctrl-C')) resolve()
        })
    })
    carryOut([mintCommand])
  } finally {
    lab.removeAllListeners('exit')
    const ended = new Promise((resolve) => lab.once('exit', resolve))
    lab.kill('SIGINT')
    assert.ok([0, 130].includes((await ended) as number))
  }
})

test('the commands of the pages for CI, operators and auditors work', { skip: needs('bash') }, async () => {
  box.write('acme.yaml', await target())
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  box.write('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  for (const name of ['scheme.pem', 'participant.pem'])
    box.write(name, publicKey.export({ type: 'spki', format: 'pem' }).toString())
  const [, policy = ''] =
    /^```yaml\n(# admission\.yaml\n[\s\S]*?)^```$/m.exec(readFileSync('docs/operator.md', 'utf8')) ?? []
  box.write('admission.yaml', policy)
  const signed = 'npx assay certify --config acme.yaml --sign-key key.pem'
  const readAnew = 'npx assay report assay-report --policy admission.yaml'
  carryOut([signed])
  for (const folder of ['last', 'runs/one'])
    cpSync(join(box.folder, 'assay-report'), join(box.folder, folder), { recursive: true })
  for (const page of ['ci', 'operator', 'auditor']) {
    const commands = commandsOf(`docs/${page}.md`)
    assert.ok(commands.length > 2, page)
    // Others wrote into that folder before.
    for (const command of commands)
      if (/ verify .*--public-key/.test(command)) carryOut([signed, command])
      else if (/ verify .*--policy/.test(command)) carryOut([readAnew, command])
      else carryOut([command])
  }
})
