import type { CertificateKind } from '../../ca/index.js'
import type { Asking, Delegation } from '../../harness/check/delegation/types.js'
import { record } from '../../harness/mutations/mutation.js'
import { certificatesOf, entryFor } from '../support/values/records.js'

const kinds: readonly CertificateKind[] = [
  'expired-leaf',
  'key-usage-digital-signature',
  'issued-by-leaf',
  'untrusted-chain-with-real-root',
  'untrusted-chain-before-real-root',
  'twin-chain-with-real-root',
]

/** A consumer with JWTs of certificates that are unsound (L247, L271, L272) although the registry holds each of them. */
export async function unsoundCertificates({ spare }: Delegation): Promise<readonly Asking[]> {
  const asking: { consumer: NonNullable<Asking['consumer']> }[] = []
  const registering = record('unsound certificates', async (own, { party, issue }) => {
    const entries = certificatesOf(own)
    const unsound = await Promise.all(kinds.map(async (kind) => ({ kind, certified: await issue({ kind }) })))
    for (const { kind, certified } of unsound) asking.push({ consumer: { name: kind, value: { ...party, certified } } })
    return {
      ...own,
      certificates: [...entries, ...unsound.map(({ certified }) => ({ ...entries[0], ...entryFor(certified) }))],
    }
  })
  await spare('unsound certificates', registering)
  return asking
}
