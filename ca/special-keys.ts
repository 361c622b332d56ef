import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { detached } from './detached-key.js'
import { makeRsaKey } from './rsa-key.js'

const rsa = (bits: number, exponent?: number) => (): Promise<KeyObject> => makeRsaKey(bits, exponent)

/** Keys that conforming participants seldom or never have, made when first asked for and kept for the life of the process. */
const makers = {
  rsa512: rsa(512),
  rsa1024: rsa(1024),
  rsa2048e3: rsa(2048, 3),
  rsa2052: rsa(2052),
  rsa3072: rsa(3072),
  rsapss2048: async () => detached((await promisify(generateKeyPair)('rsa-pss', { modulusLength: 2048 })).privateKey),
  ec256: async () => detached((await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })).privateKey),
  ed25519: async () => detached((await promisify(generateKeyPair)('ed25519', {})).privateKey),
} satisfies Record<string, () => Promise<KeyObject>>

/** Names of the special keys; `rsa2048e3` has the public exponent 3, `rsapss2048` is of type id-RSASSA-PSS. */
export type SpecialKey = keyof typeof makers

/** All special keys by name. */
export const specialKeys = Object.keys(makers) as readonly SpecialKey[]

const made = new Map<SpecialKey, Promise<KeyObject>>()

/** The key of that name; the same object each time within one process. */
export const specialKey = (name: SpecialKey): Promise<KeyObject> => {
  const known = made.get(name) ?? makers[name]()
  made.set(name, known)
  return known
}
