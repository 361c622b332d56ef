import { constants, verify } from 'node:crypto'
import type { Json } from '../../contracts/json.js'
import type { LedgerJwt } from '../../contracts/lab-protocol.js'
import { noteSecrets } from '../../evidence/leaks/note.js'
import { signaturesIn } from '../../evidence/leaks/signatures.js'
import { decodeJwt, memberOf, readCertificate, readChain, sha256 } from '../../wire/decode.js'
import { isIssuedBy } from '../../wire/issued.js'

/** An assertion as the ledger keeps it, and who it names as its issuer. */
export interface ReadAssertion {
  readonly recorded: LedgerJwt
  readonly issuer?: string
}

/** Reads a client assertion whatever is wrong with it, and says whether its signature and chain hold (L245–247). `roots` are DER. */
export const readAssertion = (text: string, roots: readonly Buffer[]): ReadAssertion => {
  const { header, payload, parts } = decodeJwt(text)
  noteSecrets('signature', signaturesIn(text))
  const signature = signatureProblem(header, parts)
  const problem = algorithmProblem(header) ?? signature ?? chainProblem(memberOf(header, 'x5c'), roots)
  const issuer = memberOf(payload, 'iss')
  return {
    recorded: {
      header,
      payload,
      digest: sha256(parts.slice(2).join('.')),
      whole: sha256(text),
      verified: problem === undefined,
      ...(problem === undefined ? {} : { problem }),
      ...(signature === undefined ? {} : { signatureProblem: signature }),
    },
    ...(typeof issuer === 'string' && issuer !== '' ? { issuer } : {}),
  }
}

const algorithmProblem = (header: Json): string | undefined => {
  const alg = memberOf(header, 'alg')
  return /^RS(256|384|512)$/.test(String(alg)) ? undefined : `alg ${JSON.stringify(alg)} is none of RS256, RS384, RS512`
}

/** Whether it is signed by the first certificate of `x5c`; what the algorithm and the chain ought to be are questions of their own. */
const signatureProblem = (header: Json, parts: readonly string[]): string | undefined => {
  if (parts.length !== 3) return `${parts.length} parts instead of 3`
  if (!parts.every((part) => /^[\w-]+$/.test(part))) return 'a part that is not base64url'
  const alg = memberOf(header, 'alg')
  const [, family, size = ''] = /^(RS|PS)(256|384|512)$/.exec(String(alg)) ?? []
  if (family === undefined) return `alg ${JSON.stringify(alg)} is no RSA signature`
  const x5c = memberOf(header, 'x5c')
  const leaf = Array.isArray(x5c) ? readCertificate((x5c as readonly Json[])[0] ?? null) : readChain(x5c)[0]
  if (leaf === undefined) return 'no certificate in x5c'
  const padding = family === 'PS' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  try {
    const key = { key: leaf.certificate.publicKey, padding }
    const signature = Buffer.from(parts[2] ?? '', 'base64url')
    if (verify(`sha${size}`, Buffer.from(`${parts[0]}.${parts[1]}`), key, signature)) return undefined
    return 'the signature does not match the first certificate of x5c'
  } catch {
    return 'the key of the first certificate cannot be used'
  }
}

const chainProblem = (x5c: Json | undefined, roots: readonly Buffer[]): string | undefined => {
  const chain = readChain(x5c).map(({ certificate }) => certificate)
  if (Array.isArray(x5c) && chain.length !== x5c.length) return 'an element of x5c is no certificate'
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1]
    if (issuer !== undefined && !isIssuedBy(certificate, issuer))
      return `certificate ${index + 1} of x5c is not issued by certificate ${index + 2}`
  }
  const last = chain.at(-1)
  return roots.some((root) => last?.raw.equals(root)) ? undefined : 'x5c does not end in a trusted root'
}
