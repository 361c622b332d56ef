import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { isSameKey, keptKeysVariable, makeRsaKey, openAuthority, openKeyPool, specialKeys } from '../../ca/index.js'
import { needs } from '../stage/needs.js'
import { openssl } from './ca-openssl.js'
import { httpUrl, makePki, type TestPki } from './ca-pki.js'

describe('key pool', () => {
  let pki: TestPki
  before(async () => {
    pki = await makePki({ size: 4, largeKeys: false })
  })
  after(() => pki.remove())

  const spelled = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string

  it('hands out distinct keys until it has to start again, in any process', async () => {
    const first = openKeyPool(pki.pool.folder)
    const taken: string[] = []
    for (let count = 0; count < 5; count++) taken.push(spelled(await first.take()))
    assert.equal(new Set(taken.slice(0, 4)).size, 4)
    assert.equal(taken[4], taken[0])
    assert.ok(taken.includes(spelled(await openKeyPool(pki.pool.folder).take())))
  })

  it('hands out none of the keys that are named, and says so where it has no other', async () => {
    const all: KeyObject[] = []
    for (let count = 0; count < 4; count++) all.push(await pki.pool.take(all))
    assert.equal(new Set(all.map(spelled)).size, 4)
    await assert.rejects(pki.pool.take(all), /holds no further RSA-2048 key/)
    const [kept, ...others] = all as [KeyObject, ...KeyObject[]]
    assert.ok((await pki.pool.take(others)).equals(kept))
  })

  it('makes each special key, once', async () => {
    for (const name of specialKeys) {
      const key = await pki.pool.special(name)
      assert.equal(await pki.pool.special(name), key)
      const [, type, size] = /^(rsapss|rsa|ec|ed)(\d+)/.exec(name) as unknown as [string, string, string]
      assert.equal(key.asymmetricKeyType, { rsa: 'rsa', rsapss: 'rsa-pss', ec: 'ec', ed: 'ed25519' }[type])
      if (type.startsWith('rsa')) assert.equal(key.asymmetricKeyDetails?.modulusLength, Number(size))
    }
    assert.equal((await pki.pool.special('rsa2048e3')).asymmetricKeyDetails?.publicExponent, 3n)
  })

  it('makes keys that can be read while the garbage collector takes the job that made them', async () => {
    const read = `
      const { generateKeyPairSync } = await import('node:crypto')
      const { detached } = await import(process.argv[1])
      for (let made = 0; made < 100; made++) {
        const key = detached(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
        for (let times = 0; times < 300; times++) key.export({ format: 'jwk' })
      }`
    const arguments_ = [
      '--max-semi-space-size=1',
      '--input-type=module',
      '-e',
      read,
      import.meta.resolve('../../ca/index.js'),
    ]
    await promisify(execFile)(process.execPath, arguments_, { timeout: 300_000, killSignal: 'SIGKILL' })
  })

  it('makes RSA keys in which OpenSSL finds no fault', { skip: needs('openssl') }, async () => {
    const made: readonly (readonly [bits: number, exponent?: number])[] = [[512], [2048, 3], [2052], [3072], [4096]]
    for (const [bits, exponent] of made) {
      const file = join(pki.folder, 'made.key')
      await writeFile(file, spelled(await makeRsaKey(bits, exponent)), { mode: 0o600 })
      const { text } = await openssl('rsa', '-in', file, '-check', '-noout', '-text')
      assert.match(text, /^RSA key ok$/m)
      assert.match(text, new RegExp(`Private-Key: \\(${bits} bit, 2 primes\\)`))
      assert.match(text, new RegExp(`publicExponent: ${exponent ?? 65537} `))
      await rm(file)
    }
  })

  it('shares its keys with other pools where the self-test asks for that, and with none otherwise', async () => {
    const given = process.env[keptKeysVariable]
    const taken = async (): Promise<string[]> => {
      const other = await makePki({ size: 1, largeKeys: false })
      const keys = [await other.pool.take(), await other.pool.named('ca-root-a')].map(spelled)
      await other.remove()
      return keys
    }
    try {
      process.env[keptKeysVariable] = join(pki.folder, 'kept')
      const first = await taken()
      assert.deepEqual(await taken(), first)
      delete process.env[keptKeysVariable]
      assert.equal(new Set([...first, ...(await taken())]).size, 4)
    } finally {
      if (given !== undefined) process.env[keptKeysVariable] = given
    }
  })

  it('gives each owner a key of its own, the same in any process', async () => {
    const [mine, yours, long] = await Promise.all([
      pki.pool.own('mine', 2048),
      pki.pool.own('yours', 2048),
      pki.pool.own('mine', 3072),
    ])
    assert.equal(new Set([mine, yours, long].map(spelled)).size, 3)
    assert.equal(long.asymmetricKeyDetails?.modulusLength, 3072)
    assert.ok((await openKeyPool(pki.pool.folder).own('mine', 2048)).equals(mine))
  })

  it('compares keys of two types, and reads others afterwards', async () => {
    const [ec, rsa] = [await pki.pool.special('ec256'), await pki.pool.take()]
    const pem = spelled(rsa)
    await pki.pool.take([ec])
    assert.ok(isSameKey(createPrivateKey(pem), rsa))
    assert.ok(!isSameKey(ec, rsa))
    assert.equal(spelled(createPrivateKey(pem)), pem)
  })

  it('says at once that it has no 4096-bit keys', async () => {
    await assert.rejects(pki.pool.take4096(), /without 4096-bit keys/)
  })

  it('says what is missing in an empty folder', () => {
    assert.throws(() => openKeyPool(join(pki.folder, 'nowhere')), /no key pool in/)
    assert.throws(() => openAuthority(join(pki.folder, 'nowhere')), /no throwaway PKI in/)
  })

  it('keeps keys from other users, and leaves no half-written file', async () => {
    await pki.authority.issue({ partyId: 'p', kind: 'fresh-intermediate', revocation: { base: httpUrl, scope: 's' } })
    const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8)
    let keys = 0
    for (const entry of await readdir(pki.folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      assert.equal(await mode(path), entry.isDirectory() ? '700' : '600', path)
      if (!entry.isDirectory()) assert.match(entry.name, /\.(key|crt|json)$/)
      if (entry.name.endsWith('.key')) {
        assert.match(await readFile(path, 'utf8'), /^-----BEGIN PRIVATE KEY-----/)
        keys += 1
      }
    }
    assert.ok(keys > 20)
  })
})
