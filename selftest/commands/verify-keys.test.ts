import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { attest } from '../../harness/attestation/attest.js'
import { readPublicKey, readSigningKey } from '../../harness/attestation/keys.js'
import { verifyAttestation } from '../../harness/attestation/verify.js'
import { resultsFile } from '../../harness/evidence/files.js'
import { openssl } from '../ca/ca-openssl.js'
import { needs } from '../stage/needs.js'
import { publishedReport } from '../stage/published-report.js'

const report = publishedReport()
const problems = (expected?: KeyObject): readonly string[] =>
  verifyAttestation(report.out, { suite: report.suite, key: expected }).problems

describe('keys', () => {
  const pair = (type: string, options: object) =>
    (
      generateKeyPairSync as unknown as (
        type: string,
        options: object,
      ) => { privateKey: KeyObject; publicKey: KeyObject }
    )(type, options)
  const file = (name: string, key: KeyObject): string =>
    report.box.write(name, key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString())

  for (const [type, options] of [
    ['ed25519', {}],
    ['ec', { namedCurve: 'P-256' }],
    ['ec', { namedCurve: 'P-384' }],
    ['ec', { namedCurve: 'P-521' }],
    ['rsa', { modulusLength: 2048 }],
  ] as const)
    it(`of type ${[type, ...Object.values(options)].join(' ')} sign and verify, and no other does`, () => {
      const { privateKey, publicKey } = pair(type, options)
      attest(report.out, readSigningKey(file('key.pem', privateKey)))
      assert.deepEqual(problems(readPublicKey(file('public.pem', publicKey))), [])
      const other = readPublicKey(file('other.pem', pair(type, options).publicKey))
      assert.match(problems(other).join(), /another key signed/)
      assert.equal(verifyAttestation(report.out, { suite: report.suite }).signer, 'given key')
    })
  it('may be known by a certificate', { skip: needs('openssl') }, async () => {
    const [key, certificate] = [join(report.box.folder, 'c.key'), join(report.box.folder, 'c.pem')]
    const subject = ['-subj', '/CN=signer', '-days', '1']
    await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject)
    attest(report.out, readSigningKey(key))
    const { code, stdout } = await report.box.start(['verify', report.out, '--public-key', certificate]).ended
    assert.equal(code, 0)
    assert.match(stdout, /✓ The key given signed it/)
  })
  it('that cannot sign are refused in one sentence', () => {
    const { privateKey, publicKey } = pair('ed25519', {})
    const locked = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    const refused = [
      [join(report.box.folder, 'nowhere.pem'), /cannot be read/],
      [report.box.write('garbage.pem', 'garbage'), /holds no key that is taken here/],
      [report.box.write('locked.pem', locked.toString()), /protected by a passphrase: give one that is not/],
      [file('short.pem', pair('rsa', { modulusLength: 1024 }).privateKey), /RSA key of 2048 bits/],
      [file('curve.pem', pair('ec', { namedCurve: 'secp256k1' }).privateKey), /P-256/],
      [file('pub.pem', publicKey), /holds no key that is taken here/],
    ] as const
    for (const [path, says] of refused)
      assert.throws(() => readSigningKey(path), { code: 'CONFIG_ERROR', message: says })
    assert.throws(() => readPublicKey(file('priv.pem', privateKey)), { message: /name its public half/ })
  })
  it('that cannot be read stop a run before anything is overwritten', async () => {
    const before = report.published.get(resultsFile)
    const { code, stderr } = await report.box.start([
      'certify',
      '--reference',
      '--sign-key',
      'nowhere.pem',
      '--out',
      report.out,
    ]).ended
    assert.equal(code, 3)
    assert.match(
      stderr,
      /^assay: --sign-key nowhere\.pem cannot be read: .*\nassay: .* still holds the report of the run of .*\n$/,
    )
    assert.deepEqual(readFileSync(join(report.out, resultsFile)), before)
  })
})
