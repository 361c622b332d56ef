import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { openssl } from '../ca/ca-openssl.js'
import {
  assertNothingLeft,
  assertPlain,
  compiled,
  type Ended,
  grantingSandbox,
  hostileTarget,
  resultsIn,
  targetFile,
} from '../stage/assay-command.js'
import { needs } from '../stage/needs.js'

const { box, grants } = grantingSandbox()

const out = 'out'
const certify = (args: readonly string[]): Promise<Ended> => box.start(['certify', '--out', out, ...args]).ended

/** Asserts one clear sentence, the exit code, and that nothing is left: no results, no process, no temporary folder. */
async function assertRefused(ended: Ended, says: RegExp | string, code = 3, lines = 1): Promise<void> {
  assert.equal(ended.code, code, ended.stderr)
  if (typeof says === 'string') assert.equal(ended.stderr, `assay: ${says}\n`)
  else assert.match(ended.stderr, says)
  assert.equal(ended.stderr.trimEnd().split('\n').length, lines, ended.stderr)
  assert.match(ended.stderr, /^assay: /)
  assertPlain(ended.stderr)
  assert.deepEqual(existsSync(join(box.folder, out)) ? readdirSync(join(box.folder, out)) : [], [])
  await assertNothingLeft(box)
}

const servers: NetServer[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})
const listening = async <S extends NetServer>(server: S): Promise<{ server: S; port: number }> => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

/** Below the ports that this project and operating systems hand out, so that nothing comes to listen there. */
const deadPort = 19_999

/** A target that runs already. */
const running = (baseUrl: string, more: object = {}) => ({
  target: { name: 'Acme', roles: ['ServiceProvider'], baseUrl, ...more },
})

test('a target file that is missing, unreadable, or wrong', async () => {
  await assertRefused(await certify(['--config', 'missing.yaml']), /missing\.yaml/)
  mkdirSync(join(box.folder, 'folder.yaml'))
  await assertRefused(await certify(['--config', 'folder.yaml']), /folder\.yaml/)
  box.write('broken.yaml', 'target: {')
  await assertRefused(await certify(['--config', 'broken.yaml']), /broken\.yaml:\d+:\d+: not readable as YAML/)
  box.write('binary.json', '\u0000\u0001')
  await assertRefused(await certify(['--config', 'binary.json']), /binary\.json/)
  box.write('wrong.yaml', 'target: { name: Acme, roles: [ServiceProvidr], baseUrl: http://127.0.0.1:1 }\n')
  await assertRefused(await certify(['--config', 'wrong.yaml']), /wrong\.yaml:1:\d+: .*ServiceProvidr.*ServiceProvider/)
  box.write('empty.yaml', '')
  await assertRefused(await certify(['--config', 'empty.yaml']), /empty\.yaml/)
  await assertRefused(
    await certify(['--config', 'one.yaml', '--config', 'two.yaml']),
    /'two\.yaml'.* It takes one file/,
  )
})

test('an unknown role, flag, profile, number or command', async () => {
  await assertRefused(
    await certify(['--target', 'http://127.0.0.1:1', '--role', 'Serviceprovidr']),
    /Serviceprovidr.*ServiceProvider/,
  )
  await assertRefused(await certify(['--role', 'ServiceProvider']), /--role goes with --target/)
  await assertRefused(await certify(['--proflie', 'quick']), /unknown option '--proflie'/, 3, 2)
  await assertRefused(await certify(['--profile', 'fast']), /--profile.*quick, standard, deep/)
  await assertRefused(await certify(['--workers', '0']), /--workers.*whole number from 1 up; for example 2\./)
  await assertRefused(
    await certify(['--config', grants, '--target', 'http://127.0.0.1:1']),
    '--config and --target exclude each other: the target file names the URL.',
  )
  await assertRefused(await box.start(['certfiy']).ended, /certfiy/, 3, 2)
})

test('a base URL without a server, or that is no base URL', async () => {
  const file = targetFile(box, 'dead.json', running(`http://127.0.0.1:${deadPort}`))
  await assertRefused(
    await certify(['--config', file]),
    `Acme (http://127.0.0.1:${deadPort}) as ServiceProvider: nothing listens there (connect ECONNREFUSED 127.0.0.1:${deadPort}). Start the target, or correct host and port.`,
  )
  await assertRefused(await certify(['--target', '127.0.0.1:4711', '--role', 'ServiceProvider']), /127\.0\.0\.1:4711/)
})

test('a server that does not speak HTTP', async () => {
  const { port } = await listening(createTcpServer((socket) => socket.end('220 mail.example ESMTP\r\n')))
  const file = targetFile(box, 'mail.json', running(`http://127.0.0.1:${port}`))
  await assertRefused(
    await certify(['--config', file]),
    /what listens there does not speak HTTP \(.*\)\. Is the port right/,
  )
})

test('a server whose TLS certificate is not trusted, and https at a server of http', {
  skip: needs('openssl'),
}, async () => {
  const key = join(box.folder, 'tls.key')
  const certificate = join(box.folder, 'tls.pem')
  const subject = ['-subj', '/CN=wrong', '-days', '1']
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject)
  const { port } = await listening(
    createTlsServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (_, response) => response.end()),
  )
  const untrusted = targetFile(box, 'tls.json', running(`https://127.0.0.1:${port}`))
  await assertRefused(
    await certify(['--config', untrusted]),
    /its TLS certificate is not trusted or does not fit \(.*\)\. Name its root with target\.tls\.ca, or set target\.tls\.insecure: true\./,
  )
  const elsewhere = targetFile(box, 'name.json', running(`https://127.0.0.1:${port}`, { tls: { ca: certificate } }))
  await assertRefused(await certify(['--config', elsewhere]), /its TLS certificate is not trusted or does not fit \(/)
  const plain = await listening(createServer((_, response) => response.end()))
  const scheme = targetFile(box, 'scheme.json', running(`https://127.0.0.1:${plain.port}`))
  await assertRefused(
    await certify(['--config', scheme]),
    /does not speak TLS \(.*\)\. Is it http where the URL says https\?/,
  )
})

test("a preset that contradicts the target file, and a participant's key that is not of its certificate", {
  skip: needs('openssl'),
}, async () => {
  const twisted = targetFile(box, 'twisted.json', {
    ...running('http://127.0.0.1:1'),
    interface: { preset: 'connect', registry: { recordFields: { status: 'party_info.party_id' } } },
  })
  await assertRefused(
    await certify(['--config', twisted]),
    /twisted\.json:1:\d+: interface\.registry\.recordFields\.status is "party_info\.party_id", which is the place of partyId already\.$/m,
  )
  const files = (name: string) => ['-keyout', join(box.folder, `${name}.key`), '-out', join(box.folder, `${name}.pem`)]
  const subject = ['-subj', '/CN=consumer', '-days', '1']
  for (const name of ['one', 'two'])
    await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files(name), ...subject)
  const mixed = targetFile(box, 'mixed.json', {
    ...running('http://127.0.0.1:1', { partyId: 'did:example:acme' }),
    participants: [{ partyId: 'did:example:consumer', key: './one.key', chain: './two.pem' }],
  })
  await assertRefused(
    await certify(['--config', mixed]),
    /mixed\.json:1:\d+: participants\[0\]\.chain begins with a certificate that does not belong to the private key beside it\.$/m,
  )
})

test('a port of the lab, or of the launched target, that is taken', async () => {
  const { port } = await listening(createTcpServer())
  const lab = targetFile(box, 'lab.json', {
    ...hostileTarget('grants-everything'),
    lab: { ports: { https: port, http: 0 } },
  })
  await assertRefused(await certify(['--config', lab]), new RegExp(`port ${port}`, 'i'))
  const target = targetFile(
    box,
    'taken.json',
    hostileTarget('grants-everything', 0, { baseUrl: `http://127.0.0.1:${port}` }),
  )
  await assertRefused(
    await certify(['--config', target]),
    `Something listens at http://127.0.0.1:${port} already, so "grants-everything" cannot be started there: end it, or leave target.baseUrl out to get a free port.`,
  )
})

test('a target that cannot be started', async () => {
  const file = targetFile(box, 'command.json', {
    target: { name: 'Acme', roles: ['ServiceProvider'] },
    launch: { command: 'no-such-program --port 1' },
  })
  await assertRefused(
    await certify(['--config', file]),
    /"Acme" ended before it was ready \(exit code 127; .*not found/s,
    3,
    2,
  )
})

test('folders that cannot be written', async () => {
  box.write('a-file', '')
  await assertRefused(
    await certify(['--config', grants, '--out', 'a-file']),
    /a-file cannot be written: there is a file of that name\./,
  )
  await assertRefused(
    await certify(['--config', grants, '--out', 'a-file/below']),
    /a-file\/below cannot be written: a part of that path is a file, not a folder\./,
  )
  await assertRefused(
    await certify(['--config', grants, '--state', 'a-file/below']),
    /a-file\/below cannot be written: a part of that path is a file, not a folder\./,
  )
  const temporary = join(box.folder, 'a-file', 'tmp')
  const command = ['certify', '--out', out, '--config', grants]
  await assertRefused(
    await box.start(command, { env: { TMPDIR: temporary } }).ended,
    /a-file\/tmp cannot be written: a part of that path is a file, not a folder\./,
  )
})

test('--only that matches nothing', async () => {
  await assertRefused(
    await certify(['--config', grants, '--only', 'NO-SUCH']),
    '--only NO-SUCH names no check, requirement or case; `assay list` shows them all.',
  )
  await assertRefused(
    await certify(['--config', grants, '--only', 'no-such.*']),
    '--only no-such.* names no check, requirement or case; `assay list` shows them all.',
  )
  await assertRefused(
    await certify(['--config', grants, '--only', 'CERT-REAL']),
    '--only CERT-REAL has no check yet; `assay list` shows them all.',
  )
  await assertRefused(
    await certify(['--config', grants, '--only', 'CREDENTIAL-CONTEXT']),
    'No check was selected: nothing of --only CREDENTIAL-CONTEXT concerns ServiceProvider; `assay list` shows which checks there are for which role.',
  )
})

test('--safe and --rate that cannot be had', async () => {
  await assertRefused(
    await certify(['--config', grants, '--safe', '--workers', '3']),
    '--safe sends one message at a time: leave --workers out.',
  )
  await assertRefused(await certify(['--config', grants, '--rate', '0']), /It takes a number above 0; for example 5/)
})

/** A file system of its own, so small that the results of a run do not fit; undefined where this user may not mount one. */
function smallDisk(): string | undefined {
  const folder = join(box.folder, 'disk')
  mkdirSync(folder)
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', folder]).status === 0 ? folder : undefined
}

test('a disk that is full while results are written', async (context) => {
  const disk = smallDisk()
  if (disk === undefined) return context.skip('this user may not mount a file system')
  try {
    const few = ['certify', '--config', grants, '--only', 'JWT-LIFETIME', '--out', join(disk, 'report')]
    const { code, stderr } = await box.start(few).ended
    assert.equal(code, 4)
    assert.match(
      // Before it stands what preflight could not get of this target.
      stderr.trimEnd().split('\n').at(-1) ?? '',
      /^assay: .*the disk is full; nothing half-written was left\. Free some space and run again\.$/,
    )
    assertPlain(stderr)
    const files = readdirSync(disk, { recursive: true, encoding: 'utf8' })
    assert.deepEqual(
      files.filter((name) => /\.part$|\.tmp$/.test(name)),
      [],
    )
    assert.equal(resultsIn(join(disk, 'report')), undefined)
    await assertNothingLeft(box)
  } finally {
    spawnSync('umount', [disk])
  }
})

test('files that may not grow while results are written', async () => {
  const report = join(box.folder, 'limited')
  const node = [process.execPath, compiled('harness/cli/main.js')].map((word) => `'${word}'`).join(' ')
  // 500 blocks of 512 bytes: room for the plan and the evidence of a check, not for the results.
  const script = `ulimit -f 500; exec ${node} certify --config ${grants} --profile quick --only JWT-LIFETIME --out ${report}`
  const shell = `require('node:child_process').spawnSync('sh', ['-c', ${JSON.stringify(script)}], { stdio: 'inherit' }).status`
  const { stderr, stdout } = await box.startNode(['-e', `process.stdout.write('exit ' + ${shell})`]).ended
  assert.match(stdout, /exit 4$/, stderr)
  assert.match(stderr, /the file would be larger than this process may write; nothing half-written was left\./)
  assertPlain(stderr)
  assert.equal(resultsIn(report), undefined)
  await assertNothingLeft(box)
})

test('what an earlier run left does not speak for one that could not write', async () => {
  const report = join(box.folder, 'earlier')
  mkdirSync(report)
  writeFileSync(join(report, 'results.json'), '{"version":1}')
  writeFileSync(join(report, 'mine.txt'), 'kept')
  const { code } = await box.start(['certify', '--config', grants, '--only', 'AUD-01', '--out', report]).ended
  assert.equal(code, 1)
  assert.equal(resultsIn(report)?.complete, true)
  assert.ok(existsSync(join(report, 'mine.txt')))
  rmSync(report, { recursive: true })
})

test('a run without a verdict says of which run the report is that lies there, and leaves it', async () => {
  const report = join(box.folder, 'stale')
  mkdirSync(report)
  const results = '{"version":1,"run":{"startedAt":"2026-11-20T12:04:00.000Z"}}'
  writeFileSync(join(report, 'results.json'), results)
  const dead = ['certify', '--target', `http://127.0.0.1:${deadPort}`, '--role', 'ServiceProvider', '--out', report]
  const says = `assay: ${report} still holds the report of the run of 20 Nov 2026, 12:04 UTC, and nothing of this one.`
  for (const command of [dead, ['certify', '--config', 'missing.yaml', '--out', report]]) {
    const { code, stderr } = await box.start(command).ended
    assert.equal(code, 3)
    const [first, ...rest] = stderr.trimEnd().split('\n')
    assert.match(first ?? '', /nothing listens there|missing\.yaml/)
    assert.deepEqual(rest, [says])
  }
  assert.equal(readFileSync(join(report, 'results.json'), 'utf8'), results)
  const { stderr } = await box.start([...dead, '--dry-run', '--only', 'no-such.*']).ended
  assert.doesNotMatch(stderr, /still holds/)
  rmSync(report, { recursive: true })
})

test('preflight says where the kit lies of a target that runs elsewhere, if it stays', async () => {
  const dead = [
    'certify',
    '--target',
    `http://127.0.0.1:${deadPort}`,
    '--role',
    'ServiceProvider',
    '--out',
    'elsewhere',
  ]
  const { code, stderr } = await box.start([...dead, '--state', 'kept']).ended
  assert.equal(code, 3)
  const [, kit = ''] = /nothing listens there .* Its kit: (\S+)\n$/.exec(stderr) ?? []
  assert.equal(kit, join(box.folder, 'kept', 'targets', `127-0-0-1-${deadPort}`, 'kit'))
  assert.ok(existsSync(join(kit, 'kit.json')))
  assert.doesNotMatch((await box.start(dead).ended).stderr, /Its kit/)
})

test('npx playwright test alone says it as plainly', async () => {
  const playwright = [
    join('node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    '-c',
    compiled('harness/cli/playwright.config.js'),
  ]
  for (const [file, says] of [
    ['broken.yaml', /broken\.yaml:\d+:\d+: not readable as YAML/],
    ['dead.json', /nothing listens there/],
  ] as const) {
    const ended = await box.startNode([join(process.cwd(), playwright[0] as string), ...playwright.slice(1)], {
      env: { ASSAY_CONFIG: join(box.folder, file) },
    }).ended
    await assertRefused(ended, says)
  }
})
