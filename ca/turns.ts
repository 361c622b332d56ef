import { daysFromNow } from './drafts.js'
import { oid, sequence } from './encoding/der.js'
import { childAt, readElement } from './encoding/der-reader.js'
import { type Extension, extensionOids, keyUsage } from './encoding/extensions.js'
import { authorityName, distinguishedName, type Rdn, type SubjectNames } from './encoding/names.js'
import { pssParameters, type SignatureAlgorithm } from './encoding/signature.js'
import type { Turn } from './kind.js'

/** Valid from and to so many days from now. */
export const validity =
  (from: number, to: number): Turn =>
  (draft) => ({ ...draft, notBefore: daysFromNow(from), notAfter: daysFromNow(to) })

/** Valid to that moment. */
export const lastingTo =
  (moment: string): Turn =>
  (draft) => ({ ...draft, notAfter: new Date(moment) })

/** Leaves extensions out. */
export const without = (...names: readonly (keyof typeof extensionOids)[]): Turn => {
  const gone = new Set<string>(names.map((name) => extensionOids[name]))
  return (draft) => ({ ...draft, extensions: draft.extensions.filter((extension) => !gone.has(extension.oid)) })
}

/** Writes extensions, in place of those of the same type. */
export const having = (...extensions: readonly Extension[]): Turn => {
  const added = new Map(extensions.map((extension) => [extension.oid, extension]))
  return ({ extensions: present, ...draft }) => {
    const there = new Set(present.map(({ oid: type }) => type))
    const kept = present.map((extension) => added.get(extension.oid) ?? extension)
    return { ...draft, extensions: [...kept, ...extensions.filter(({ oid: type }) => !there.has(type))] }
  }
}

/** Key usage of exactly these bits, critical. */
export const using = (...bits: readonly string[]): Turn => having(keyUsage(bits))

/** Marks an extension critical. */
export const critical =
  (name: keyof typeof extensionOids): Turn =>
  (draft) => ({
    ...draft,
    extensions: draft.extensions.map((extension) =>
      extension.oid === extensionOids[name] ? { ...extension, critical: true } : extension,
    ),
  })

/** Marks an extension not critical, whatever it says. */
export const uncritical =
  (name: keyof typeof extensionOids): Turn =>
  (draft) => ({
    ...draft,
    extensions: draft.extensions.map((extension) =>
      extension.oid === extensionOids[name] ? { ...extension, critical: false } : extension,
    ),
  })

/** Writes an extension twice. */
export const twice =
  (name: keyof typeof extensionOids): Turn =>
  (draft) => ({
    ...draft,
    extensions: [...draft.extensions, ...draft.extensions.filter((extension) => extension.oid === extensionOids[name])],
  })

/** Signed in another way. */
export const signedWith =
  (signature: SignatureAlgorithm): Turn =>
  (draft) => ({ ...draft, signature })

/** The signed part names another algorithm than the signature. */
export const claiming =
  (claimedSignature: SignatureAlgorithm): Turn =>
  (draft) => ({ ...draft, claimedSignature })

/** Serial number of these content octets, hex. */
export const serial =
  (hex: string): Turn =>
  (draft) => ({ ...draft, serial: Buffer.from(hex, 'hex') })

/** A serial number whose first bit is set, so that DER writes an octet of zeros before it. */
export const highSerial: Turn = ({ serial: [first = 0, ...rest], ...draft }) => ({
  ...draft,
  serial: Buffer.from([0, first | 0x80, ...rest]),
})

/** X.509 version 1, so without extensions. */
export const versionOne: Turn = (draft) => ({ ...draft, version: 1, extensions: [] })

/** Subject of these relative distinguished names. */
export const named =
  (rdns: (names: SubjectNames) => readonly Rdn[]): Turn =>
  (draft, names) =>
    names ? { ...draft, subject: distinguishedName(...rdns(names)) } : draft

/** Names somebody else as its issuer than the one who signs it. */
export const misnamingIssuer: Turn = (draft) => ({ ...draft, issuer: authorityName('Assay Somebody Else') })

/** The same RSA key, said to be for RSASSA-PSS with SHA-256 only (RFC 4055 §3.1). */
export const keyForPssOnly: Turn = (draft) => ({
  ...draft,
  publicKey: sequence(
    sequence(oid('1.2.840.113549.1.1.10'), pssParameters),
    childAt(readElement(draft.publicKey), 1).bytes,
  ),
})

/** One turn after the other. */
export const both =
  (first: Turn, second: Turn): Turn =>
  (draft, names) =>
    second(first(draft, names), names)
