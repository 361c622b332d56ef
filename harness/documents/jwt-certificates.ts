import type { X509Certificate } from 'node:crypto'
import { isObject } from '../contracts/json.js'
import { decodeJwt, memberOf, readCertificate } from '../wire/decode.js'
import { statedKeyUsage } from '../wire/der.js'
import { isIssuedBy } from '../wire/issued.js'
import { note, nothing, problem, together } from './collect.js'
import type { DocumentProblem, Findings } from './types.js'

/** What the certificates of a JWT show without a trusted list and without revocation (L272): when each was valid, what the first may be used for, and that it is a participant's. */
export function certificateFindings(text: string): Findings {
  const { header, payload } = decodeJwt(text)
  const x5c = memberOf(header, 'x5c')
  const read = Array.isArray(x5c) ? x5c.map((element) => readCertificate(element)?.certificate) : []
  const chain = read.flatMap((certificate) => certificate ?? [])
  // An element that is no certificate is a problem of its own, and leaves open which is which.
  if (chain.length === 0 || chain.length < read.length) return nothing
  const iat = isObject(payload) ? payload.iat : undefined
  return together([
    { problems: [...ownRoot(chain), ...validity(chain, iat)], notes: [] },
    ...chain.slice(0, 1).map(keyUsage),
  ])
}

const at = (index: number) => ['header', 'x5c', index]

/** Two of the same certificate are a chain in which each is issued by the next. */
function ownRoot(chain: readonly X509Certificate[]): readonly DocumentProblem[] {
  const [leaf, next = leaf] = chain
  return isIssuedBy(leaf, leaf) && isIssuedBy(leaf, next)
    ? [problem(at(0), 'JWT-X5C-CHAIN', 'is its own root, so that no CA answers for it')]
    : []
}

/** A root is trusted because it stands on the list (RFC 5280 §6.1.1), a leaf that is its own root is a leaf. */
function validity(chain: readonly X509Certificate[], iat: unknown): readonly DocumentProblem[] {
  if (typeof iat !== 'number' || !Number.isSafeInteger(iat)) return []
  const last = chain.at(-1)
  const judged = chain.length > 1 && isIssuedBy(last, last) ? chain.slice(0, -1) : chain
  return judged.flatMap(({ validFrom, validTo }, index) => {
    const [from, to] = [Date.parse(validFrom), Date.parse(validTo)]
    if (iat * 1000 < from) return [problem(at(index), 'CERT-VALIDITY', `is valid only after iat, from ${validFrom}`)]
    return iat * 1000 > to ? [problem(at(index), 'CERT-VALIDITY', `was valid until ${validTo}, before iat`)] : []
  })
}

const wanted = 'nonRepudiation'

/** Ruling 8: without the bit must be refused, without the extension is strict, further bits are recorded. */
function keyUsage({ raw }: X509Certificate): Findings {
  const bits = statedKeyUsage(raw)
  const wrong = (id: string, says: string): Findings => ({ problems: [problem(at(0), id, says)], notes: [] })
  if (bits === undefined) return wrong('CERT-KEY-USAGE-PRESENT', 'has no key usage, but must have Non-Repudiation')
  const listed = bits.join(', ')
  if (!bits.includes(wanted))
    return wrong('CERT-KEY-USAGE', `has the key usage ${listed || 'of no bit'}, but must have ${wanted}`)
  return bits.length === 1
    ? nothing
    : { problems: [], notes: [note(at(0), 'CERT-KEY-USAGE-EXTRA', `has the key usage ${listed}`)] }
}
