import { verify, type X509Certificate } from 'node:crypto'
import type { Json } from '../json.js'
import { decodeJwt, memberOf, readChain, sha256 } from '../wire/decode.js'
import type { LedgerEntry } from './protocol.js'

/** An assertion as the ledger keeps it, and who it names as its issuer. */
export interface ReadAssertion {
  readonly recorded: NonNullable<LedgerEntry['assertion']>
  readonly issuer?: string
}

const digests: Readonly<Record<string, string>> = { RS256: 'sha256', RS384: 'sha384', RS512: 'sha512' }

/** Reads a client assertion whatever is wrong with it, and says whether its signature and chain hold (L245–247). `roots` are DER. */
export const readAssertion = (text: string, roots: readonly Buffer[]): ReadAssertion => {
  const { header, payload, parts } = decodeJwt(text)
  const problem = problemOf(header, parts, roots)
  const issuer = memberOf(payload, 'iss')
  return {
    recorded: {
      header,
      payload,
      digest: sha256(parts.slice(2).join('.')),
      verified: problem === undefined,
      ...(problem === undefined ? {} : { problem }),
    },
    ...(typeof issuer === 'string' && issuer !== '' ? { issuer } : {}),
  }
}

const problemOf = (header: Json, parts: readonly string[], roots: readonly Buffer[]): string | undefined => {
  if (parts.length !== 3) return `${parts.length} parts instead of 3`
  const alg = memberOf(header, 'alg')
  const digest = typeof alg === 'string' && Object.hasOwn(digests, alg) ? digests[alg] : undefined
  if (digest === undefined) return `alg ${JSON.stringify(alg)} is none of RS256, RS384, RS512`
  const x5c = memberOf(header, 'x5c')
  const chain = readChain(x5c).map(({ certificate }) => certificate)
  const leaf = chain[0]
  if (leaf === undefined) return 'no certificate in x5c'
  if (Array.isArray(x5c) && chain.length !== x5c.length) return 'an element of x5c is no certificate'
  return signatureProblem(digest, parts, leaf) ?? chainProblem(chain, roots)
}

const signatureProblem = (digest: string, parts: readonly string[], leaf: X509Certificate): string | undefined => {
  try {
    const signature = Buffer.from(parts[2] ?? '', 'base64url')
    if (verify(digest, Buffer.from(`${parts[0]}.${parts[1]}`), leaf.publicKey, signature)) return undefined
    return 'the signature does not match the first certificate of x5c'
  } catch {
    return 'the key of the first certificate cannot be used'
  }
}

const chainProblem = (chain: readonly X509Certificate[], roots: readonly Buffer[]): string | undefined => {
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1]
    if (issuer === undefined) break
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) {
      return `certificate ${index + 1} of x5c is not issued by certificate ${index + 2}`
    }
  }
  const last = chain.at(-1)
  return roots.some((root) => last?.raw.equals(root)) ? undefined : 'x5c does not end in a trusted root'
}
