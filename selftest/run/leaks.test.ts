import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { detached, makeRsaKey } from '../../ca/index.js'
import { verifyAttestation } from '../../harness/attestation/verify.js'
import { publish } from '../../harness/cli/publish.js'
import { entriesBelow, filesBelow, resultsFile } from '../../harness/evidence/files.js'
import { noteSecretsIn, type Secret, type SecretKind } from '../../harness/evidence/leaks/note.js'
import { findLeaks } from '../../harness/evidence/leaks/scan.js'
import { searchFor } from '../../harness/evidence/leaks/search.js'
import { secretsOf } from '../../harness/evidence/leaks/secrets.js'
import { redactExchange, redactText } from '../../harness/evidence/redact.js'
import { redactTarget } from '../../harness/lab/http/redact.js'
import { openAccessTokens } from '../../harness/lab/storage/access-tokens.js'
import type { Exchange } from '../../harness/wire/types.js'
import { assertNothingLeft, compiled, resultsIn, type Sandbox, sandbox, targetFile } from '../stage/assay-command.js'
import { ownFolder } from '../stage/own-folder.js'
import { endedRun, suiteOf } from '../stage/report-folder.js'

const noise = (bytes: number): string => randomBytes(bytes).toString('base64')
const pem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const token: Secret = { kind: 'bearer token', value: randomBytes(32).toString('base64url') }
const signature: Secret = { kind: 'signature', value: randomBytes(256).toString('base64url') }
const password: Secret = { kind: 'password', value: 'Zoë & "7<pw>' }

/** What a search for these secrets finds in a text amid others. */
const found = (secrets: readonly Secret[], text: string | Buffer): readonly SecretKind[] => [
  ...searchFor(secrets)(Buffer.concat([Buffer.from(noise(300)), Buffer.from(text as string), Buffer.from(noise(300))])),
]

it('knows an access token of the lab wherever a target shows it', () => {
  const shown = openAccessTokens('did:example:issuer', 60).issue('did:example:target')
  for (const text of [JSON.stringify({ sub: 'x', upstream: shown }), `<pre>Authorization: Bearer ${shown}</pre>`])
    assert.ok(!redactText(text, []).includes(shown), text)
  assert.ok(!redactTarget(`/service?token=${shown}&x=1`).includes(shown))
})

describe('a search', () => {
  const encodings: Readonly<Record<string, (text: string) => string | Buffer>> = {
    'as it is': (text) => text,
    'in an address': (text) => `?x=${encodeURIComponent(text)}&y`,
    'in a form': (text) => new URLSearchParams({ x: text }).toString(),
    'in JSON': (text) => JSON.stringify({ x: text }),
    'in HTML': (text) =>
      `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</p>`,
    'in hex': (text) => Buffer.from(text).toString('hex'),
    'in upper-case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
    'in base64': (text) => Buffer.from(text).toString('base64'),
    'in base64, a byte later': (text) => Buffer.from(`x${text}`).toString('base64'),
    'in base64, two bytes later': (text) => Buffer.from(`xy${text}z`).toString('base64'),
    'in base64url': (text) => Buffer.from(`{"t":"${text}"}`).toString('base64url'),
  }
  for (const [place, encode] of Object.entries(encodings))
    it(`finds a token, a signature and a password ${place}`, () => {
      const all = [token, signature, password]
      for (const secret of all) assert.deepEqual(found(all, encode(secret.value)), [secret.kind], secret.kind)
    })
  it('finds nothing where there is nothing, and not the half of a made-up token', () => {
    assert.deepEqual(found([token, signature, password], noise(100_000)), [])
    const madeUp: Secret = { kind: 'bearer token', value: 'token-of-did:example:abcdefghijkl-4711' }
    assert.deepEqual(found([madeUp], 'did:example:abcdefghijkl and 4711'), [])
    assert.deepEqual(found([madeUp], madeUp.value), ['bearer token'])
  })
  it('finds the bytes of a signature in base64 and in hex', () => {
    const bytes = Buffer.from(signature.value, 'base64url')
    for (const encoding of ['base64', 'hex'] as const)
      assert.deepEqual(found([signature], Buffer.concat([Buffer.from('!'), bytes]).toString(encoding)), ['signature'])
  })
  it('leaves alone what would be found in any text', () => {
    const harmless: readonly Secret[] = [
      { kind: 'bearer token', value: 'always' },
      { kind: 'bearer token', value: 'x'.repeat(1000) },
      { kind: 'password', value: 'password' },
      { kind: 'password', value: 'a1' },
      { kind: 'signature', value: 'AAAAAAAAAAAAAAAAAAAAAAAA' },
    ]
    for (const secret of harmless) assert.deepEqual(found([secret], secret.value), [], secret.value.slice(0, 20))
  })
})

describe('a private key', () => {
  const keys: Record<string, KeyObject> = {
    ec: detached(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
    ed25519: detached(generateKeyPairSync('ed25519').privateKey),
    'rsa-pss': detached(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey),
  }
  before(async () => {
    keys.rsa = await makeRsaKey(2048)
    keys.large = await makeRsaKey(4096)
  })
  for (const type of ['rsa', 'large', 'ec', 'ed25519', 'rsa-pss'])
    it(`of type ${type} is found as PEM, DER, hex and base64, in JSON and in pieces`, () => {
      const key = keys[type] as KeyObject
      const secrets: readonly Secret[] = [{ kind: 'private key', value: pem(key) }]
      const der = key.export({ type: 'pkcs8', format: 'der' })
      const forms: Record<string, string | Buffer> = {
        pem: pem(key),
        json: JSON.stringify({ key: pem(key) }),
        der,
        hex: der.toString('hex'),
        base64: Buffer.concat([Buffer.from('x'), der]).toString('base64'),
        base64url: Buffer.concat([Buffer.from('xy'), der]).toString('base64url'),
      }
      if (type !== 'rsa-pss') {
        const { d = '', p } = key.export({ format: 'jwk' })
        forms.jwk = `{"d":"${d}"}`
        if (p !== undefined) forms.prime = `"p":"${p}"`
      }
      for (const [name, form] of Object.entries(forms)) assert.deepEqual(found(secrets, form), ['private key'], name)
    })
  it('is not found by its public half', () => {
    const key = keys.rsa as KeyObject
    const { n = '' } = key.export({ format: 'jwk' })
    const secrets: readonly Secret[] = [{ kind: 'private key', value: pem(key) }]
    assert.deepEqual(found(secrets, `${n} ${Buffer.from(n, 'base64url').toString('hex')}`), [])
  })
})

describe('a folder', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-leaks-'))
    mkdirSync(join(folder, 'deep', 'down'), { recursive: true })
  })
  after(() => rmSync(folder, { recursive: true }))
  it('is searched to the last byte of its largest and deepest file', () => {
    const part = 16 * 1024 * 1024
    const large = Buffer.alloc(part + 1000, 'assay ')
    large.write(token.value, part - 20)
    writeFileSync(join(folder, 'large'), large)
    writeFileSync(join(folder, 'deep', 'down', 'end'), `${noise(10)}${signature.value}`)
    writeFileSync(join(folder, 'empty'), '')
    assert.deepEqual(findLeaks(folder, [token, signature, password]), [
      { name: 'deep/down/end', kinds: ['signature'] },
      { name: 'large', kinds: ['bearer token'] },
    ])
  })
})

describe('what a run notes', () => {
  const folder = ownFolder()
  const header = Buffer.from('{"alg":"RS256"}').toString('base64url')
  const jwt = (claims: object, sig: string): string =>
    `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${sig}`
  const exchange = (assertion: string, answer: object): Exchange => ({
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/token',
      headers: [],
      body: new URLSearchParams({ client_assertion: assertion }).toString(),
    },
    response: { status: 200, headers: {}, body: JSON.stringify(answer), truncated: false },
    startedAt: '2026-11-20T12:00:00.000Z',
    durationMs: 1,
  })

  it('is every token and signature that is redacted, in a file for the owner alone, but no token that the assertion names', () => {
    noteSecretsIn(folder)
    const other = randomBytes(64).toString('base64url')
    const jti = 'd0f6b1b4-8f0e-4c6c-9d59-0c6a4d0e1a11'
    redactExchange(exchange(jwt({ jti }, signature.value), { access_token: token.value, other: jwt({}, other) }), [
      token.value,
      jti,
    ])
    const [name = ''] = filesBelow(folder)
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600)
    const secrets = secretsOf({ control: { token: '' }, steward: { token: '' }, folder, keys: folder, targets: [] })
    const noted = (secret: Secret) =>
      secrets.some(({ kind, value }) => kind === secret.kind && secret.value.startsWith(value))
    assert.ok(noted(token))
    assert.ok(noted(signature))
    assert.ok(noted({ kind: 'signature', value: other }))
    assert.ok(!secrets.some(({ value }) => value === jti))
  })
})

/** Does something as a user who may not read all, as root may. */
function asNobody(work: () => void): void {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

describe('a report', () => {
  it('that holds a secret is written without it, and judged without it', async () => {
    const { run, plan } = endedRun(4)
    const path = join(run.out, 'evidence/acme/ServiceProvider/audience.variation-2.json')
    const evidence = JSON.parse(readFileSync(path, 'utf8')) as { facts: object[] }
    const rule = { kind: 'rule', says: 'It is so', holds: true, expected: 'so', got: token.value }
    writeFileSync(path, JSON.stringify({ ...evidence, facts: [...evidence.facts, rule] }))
    writeFileSync(join(run.out, 'mine.txt'), Buffer.from(signature.value).toString('hex'))
    const told: string[] = []
    const write = process.stderr.write
    process.stderr.write = ((text: string) => told.push(text) > 0) as typeof write
    try {
      const { results, exitCode } = await publish(
        run,
        plan,
        { complete: true, interrupted: false },
        { secrets: [token, signature] },
      )
      assert.equal(exitCode, 4)
      assert.deepEqual(
        results.checks.map(({ verdict }) => verdict),
        ['pass', 'pass', 'harness-error', 'pass'],
      )
      assert.equal(results.checks[2]?.reason, 'Its evidence held a bearer token and was removed.')
      assert.equal(results.gate, 'fail')
    } finally {
      process.stderr.write = write
    }
    assert.equal(told.length, 2)
    assert.match(
      told[0] ?? '',
      /^assay: evidence\/acme\/.*variation-2\.json held a bearer token of the run; it was removed/,
    )
    assert.match(told[1] ?? '', /^assay: mine\.txt held a signature of the run; Assay did not write it/)
    assert.ok(![token, signature].some(({ value }) => told.join().includes(value)))
    assert.ok(!existsSync(path))
    assert.ok(existsSync(join(run.out, 'mine.txt')), 'a file of the user is not ours to remove')
    for (const name of filesBelow(run.out))
      assert.ok(!readFileSync(join(run.out, name), 'utf8').includes(token.value), name)
    assert.deepEqual(verifyAttestation(run.out, { suite: suiteOf(plan) }).problems, [])
    rmSync(run.out, { recursive: true })
  })
  it('is searched, and what somebody else keeps to himself beside it is left alone', () => {
    const { run } = endedRun(1)
    chmodSync(run.out, 0o755)
    mkdirSync(join(run.out, 'private'))
    for (const name of ['private/key.pem', 'key.pem', 'notes.txt']) writeFileSync(join(run.out, name), token.value)
    for (const name of ['private', 'key.pem']) chmodSync(join(run.out, name), 0)
    asNobody(() => {
      assert.deepEqual(
        findLeaks(run.out, [token]).map(({ name }) => name),
        ['notes.txt'],
      )
      assert.deepEqual(
        entriesBelow(run.out).filter((name) => !name.startsWith('evidence/')),
        ['key.pem', 'notes.txt', 'private'],
      )
    })
    chmodSync(join(run.out, 'evidence/acme/ServiceProvider/audience.variation-0.json'), 0)
    asNobody(() => assert.throws(() => findLeaks(run.out, [token]), { code: 'EACCES' }))
    chmodSync(join(run.out, 'private'), 0o700)
    rmSync(run.out, { recursive: true })
  })
  it('goes altogether where it would tell a secret without any evidence', async () => {
    const { run, plan } = endedRun(2)
    const named = { ...run, targets: run.targets.map((target) => ({ ...target, partyId: token.value })) }
    const write = process.stderr.write
    process.stderr.write = (() => true) as typeof write
    try {
      const { exitCode } = await publish(named, plan, { complete: true, interrupted: false }, { secrets: [token] })
      assert.equal(exitCode, 4)
    } finally {
      process.stderr.write = write
    }
    assert.ok(!existsSync(join(run.out, resultsFile)))
    assert.deepEqual(findLeaks(run.out, [token]), [])
    rmSync(run.out, { recursive: true })
  })
})

describe('a run', () => {
  let box: Sandbox
  before(() => {
    box = sandbox()
  })
  after(() => box.remove())
  it('whose target tells a piece of its private key ends with exit code 4, and publishes nothing of it', async () => {
    const config = targetFile(box, 'leaking.json', {
      target: { name: 'Leaking', roles: ['ServiceProvider'] },
      launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/leaking.js')}` },
    })
    const out = join(box.folder, 'leaking')
    const { code, stderr } = await box.start(['certify', '--config', config, '--only', 'audience.two', '--out', out])
      .ended
    assert.equal(code, 4, stderr)
    assert.match(
      stderr,
      /evidence\/leaking\/ServiceProvider\/audience\.two\.json held a private key of the run; it was removed/,
    )
    const check = resultsIn(out)?.checks.find(({ id }) => id === 'audience.two')
    assert.equal(check?.verdict, 'harness-error')
    assert.ok(!filesBelow(out).some((name) => /x-debug/i.test(readFileSync(join(out, name), 'utf8'))))
    await assertNothingLeft(box)
  })
  it('of the runner alone is searched too', async () => {
    const config = targetFile(box, 'alone.json', {
      target: { name: 'Leaking', roles: ['ServiceProvider'] },
      launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/leaking.js')}` },
    })
    const playwright = join(process.cwd(), 'node_modules/@playwright/test/cli.js')
    const configuration = compiled('harness/cli/playwright.config.js')
    const { code, stderr } = await box.startNode(
      [playwright, 'test', '-c', configuration, '-g', 'for itself and another participant'],
      { env: { ASSAY_CONFIG: config, PW_DISABLE_TS_ESM: '1' } },
    ).ended
    assert.equal(code, 1, stderr)
    assert.match(stderr, /audience\.two\.json held a private key of the run; it was removed/)
    await assertNothingLeft(box)
  })
})
