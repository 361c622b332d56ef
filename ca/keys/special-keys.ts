import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { detached } from './detached-key.js'
import { rsaKeys } from './rsa-key.js'

/** Makers of keys that conforming participants seldom or never have. */
export const specialKeyMakers = {
  rsa512: rsaKeys(512),
  rsa1024: rsaKeys(1024),
  rsa2048e3: rsaKeys(2048, 3),
  rsa2052: rsaKeys(2052),
  rsa3072: rsaKeys(3072),
  rsapss2048: async () => detached((await promisify(generateKeyPair)('rsa-pss', { modulusLength: 2048 })).privateKey),
  ec256: async () => detached((await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })).privateKey),
  ed25519: async () => detached((await promisify(generateKeyPair)('ed25519', {})).privateKey),
} satisfies Record<string, () => Promise<KeyObject>>

/** Names of the special keys; `rsa2048e3` has the public exponent 3, `rsapss2048` is of type id-RSASSA-PSS. */
export type SpecialKey = keyof typeof specialKeyMakers

/** All special keys by name. */
export const specialKeys = Object.keys(specialKeyMakers) as readonly SpecialKey[]
