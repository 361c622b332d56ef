import type { CertificateKind } from '../../ca/index.js'
import { forwarding } from '../../harness/check/delegation/forwarding.js'
import type { SpareUse } from '../../harness/check/delegation/spares.js'
import type { Asking, Delegation } from '../../harness/check/delegation/types.js'
import { record } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { evidenceRoles } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { checksWith } from '../support/row.js'
import { certificatesOf, entryFor } from '../support/values/records.js'
import { borrowed } from './of-assertions.js'

/** A consumer for whom further certificates are registered, each of which makes no forwarded JWT a sound one. */
export interface RegisteredRow extends Coverage {
  /** Completes the sentence "takes no forwarded …". */
  readonly title: string
  readonly use: SpareUse
  /** What JWTs are made with each of them; the usual one where it is empty. */
  readonly kinds: Readonly<Partial<Record<CertificateKind, readonly Mutation[]>>>
}

const check = checksWith({ roles: evidenceRoles })
const overEcKey = ['EC key and RS256 over its ECDSA signature in DER', 'EC key and RS256 over its ECDSA signature']
const asUsual: readonly Mutation[] = []

export const registered: readonly RegisteredRow[] = [
  {
    ...check(
      'forwarding.other-key',
      ['FORWARD-SIGNED', 'JWS-ALG-AGREES', 'KEY-SIZE', 'ALG-07', 'ALG-12', 'ALG-14'],
      [
        'forward-ignores-key-type',
        'forward-takes-failed-verification',
        'forward-accepts-es256',
        'forward-accepts-short-key',
        'forward-ignores-signature',
      ],
    ),
    title: 'JWT under a registered EC key, with ES256 or RS256, or under a short RSA key',
    use: 'other keys',
    kinds: { 'ec-key': borrowed({ 'algorithm.other-key': overEcKey }), 'rsa-1024': asUsual },
  },
  {
    ...check(
      'forwarding.certificate-path',
      ['FORWARD-SIGNED', 'CRT-02', 'CRT-03', 'CRT-06', 'CRT-07', 'X5C-04', 'X5C-15'],
      [
        'forward-accepts-future-leaf',
        'forward-accepts-expired-intermediate',
        'forward-ignores-path-length',
        'forward-ignores-key-cert-sign',
        'forward-trusts-self-signed',
        'forward-trusts-any-root',
        'forward-ignores-chain',
      ],
    ),
    title: 'JWT under a registered certificate of another time, root or path than it may be of',
    use: 'other paths',
    kinds: {
      'not-yet-valid-leaf': asUsual,
      'expired-intermediate': asUsual,
      'path-length-exceeded': asUsual,
      'intermediate-without-key-cert-sign': asUsual,
      'self-signed-leaf': asUsual,
      'untrusted-chain': asUsual,
    },
  },
]

/** Registers the certificates beside the consumer's own one, by which it is a control, and tells what is forwarded with each. */
export async function registering(
  { use, kinds }: RegisteredRow,
  { spare }: Delegation,
): Promise<{ readonly control: Asking; readonly bad: readonly Asking[] }> {
  const forwardings: NonNullable<Asking['forwarded']>[] = []
  const consumer = await spare(
    use,
    record(use, async (own, { party, issue }) => {
      const entries = certificatesOf(own)
      const further = []
      for (const [kind, mutations] of Object.entries(kinds)) {
        const certified = await issue({ kind: kind as CertificateKind })
        const maker = { ...party, certified }
        forwardings.push(forwarding(kind, { party: maker }))
        for (const mutate of mutations) forwardings.push(forwarding(mutate.name, { party: maker, mutate }))
        further.push({ ...entries[0], ...entryFor(certified) })
      }
      return { ...own, certificates: [...entries, ...further] }
    }),
  )
  return { control: { consumer }, bad: forwardings.map((forwarded) => ({ consumer, forwarded })) }
}
