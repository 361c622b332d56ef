import type { Kind } from '../kind.js'
import { claiming, keyForPssOnly, serial, signedWith, versionOne } from '../turns.js'

/** Signatures, keys and encodings. */
export const encodings = [
  {
    name: 'signed-sha1',
    cases: ['CRT-16'],
    title: 'whose certificate is signed with SHA-1',
    openssl: { refuses: 'CA signature digest algorithm too weak', shows: 'sha1WithRSAEncryption' },
    leaf: signedWith('sha1'),
  },
  {
    name: 'signed-md5',
    cases: ['CRT-16'],
    title: 'whose certificate is signed with MD5',
    openssl: { refuses: 'CA signature digest algorithm too weak', shows: 'md5WithRSAEncryption' },
    leaf: signedWith('md5'),
  },
  {
    name: 'intermediate-signed-sha1',
    cases: ['CRT-16'],
    title: 'whose intermediate is signed with SHA-1',
    openssl: { refuses: 'CA signature digest algorithm too weak' },
    under: 'root-a',
    through: [{ turn: signedWith('sha1') }],
  },
  {
    name: 'rsa-pss-key',
    cases: ['CRT-17'],
    title: 'whose certificate reserves its RSA key for RSASSA-PSS',
    openssl: { shows: 'Public Key Algorithm: rsassaPss' },
    leaf: keyForPssOnly,
  },
  {
    name: 'version-1',
    cases: ['CRT-19'],
    title: 'with an X.509 version 1 certificate',
    openssl: { shows: 'Version: 1 (0x0)' },
    leaf: versionOne,
  },
  {
    name: 'serial-negative',
    cases: ['CRT-19'],
    title: 'whose serial number is negative',
    openssl: { shows: 'Serial Number: -' },
    leaf: serial('c0ffee0123456789'),
  },
  {
    name: 'serial-zero',
    cases: ['CRT-19'],
    title: 'whose serial number is zero',
    openssl: { shows: 'Serial Number: 0 (0x0)' },
    leaf: serial('00'),
  },
  {
    name: 'serial-21-octets',
    cases: ['CRT-19'],
    title: 'whose serial number is 21 octets long',
    openssl: { shows: '10:20:30' },
    leaf: serial('102030405060708090a0b0c0d0e0f0010203040506'),
  },
  {
    name: 'signature-algorithm-mismatch',
    cases: ['CRT-19'],
    title: 'whose certificate names two different signature algorithms',
    openssl: {
      refuses: 'cert info signature and signature algorithm mismatch',
      alsoSays: 'certificate signature failure',
    },
    leaf: claiming('sha512'),
  },
  {
    name: 'rsa-512',
    cases: ['ALG-14'],
    title: 'with a 512-bit RSA key',
    openssl: { refuses: 'EE certificate key too weak', shows: 'Public-Key: (512 bit)' },
    key: 'rsa512',
  },
  {
    name: 'rsa-1024',
    cases: ['ALG-14'],
    title: 'with a 1024-bit RSA key',
    openssl: { refuses: 'EE certificate key too weak', shows: 'Public-Key: (1024 bit)' },
    key: 'rsa1024',
  },
  {
    name: 'rsa-exponent-3',
    cases: ['ALG-15', 'SIG-06'],
    title: 'with an RSA key of public exponent 3',
    openssl: { shows: 'Exponent: 3 (0x3)' },
    key: 'rsa2048e3',
  },
  {
    name: 'ec-key',
    cases: ['ALG-07'],
    title: 'with an EC key',
    openssl: { shows: 'Public Key Algorithm: id-ecPublicKey' },
    key: 'ec256',
  },
  {
    name: 'ed25519-key',
    cases: ['ALG-07'],
    title: 'with an Ed25519 key',
    openssl: { shows: 'Public Key Algorithm: ED25519' },
    key: 'ed25519',
  },
] as const satisfies readonly Kind[]
