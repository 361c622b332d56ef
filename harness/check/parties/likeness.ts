import type { CertifiedKey, LeafRequest } from '../../../ca/types.js'
import { HarnessError } from '../../contracts/errors.js'
import type { Likeness, Mutation, Party, PartyNames } from '../../mutations/types.js'
import { serialNumberOf } from '../../wire/serial-number.js'

/** Issues a certificate that names that party, with revocation sources of that scope. */
type Issue = (partyId: string, scope: string, request?: Partial<LeafRequest>) => Promise<CertifiedKey>

/** What a party that resembles the one of the control is made from. */
export interface Resembling {
  readonly name: PartyNames
  readonly mutation: Mutation & { readonly like: Likeness }
  readonly control: Party | undefined
  /** What is not usual about its certificate in a guise. */
  readonly usual: Partial<LeafRequest>
}

/** A party that shares with the one of the control what its mutation says. Its record is another matter. */
export async function resembling({ name, mutation, control, usual }: Resembling, issue: Issue): Promise<Party> {
  if (!control) throw new HarnessError(`"${mutation.name}" needs the control beside it: use \`client.prepare\`.`)
  const { holder, shares, signedByControl } = mutation.like
  const { unique } = name
  const partyId = holder === 'itself' ? control.partyId : name.partyId
  // Where sources are shared, a guise that names some of them is that of the control.
  const { revocation, ...rest } = usual
  const certified =
    shares === 'certificate'
      ? control.certified
      : await issue(
          shares === 'subject name' ? control.partyId : partyId,
          shares === 'revocation source' ? control.scope : unique,
          {
            ...rest,
            ...(revocation && shares !== 'revocation source' && { revocation }),
            ...shared(shares, control),
            ...(mutation.entry === 'certificate' && { kind: mutation.kind }),
          },
        )
  const { key } = signedByControl ? control.certified : certified
  return { partyId, scope: unique, certified: { key, chain: certified.chain } }
}

/** An authority gives a number once, so that it takes another one to give it again. The key is another one unless it is what they share. */
function shared(shares: Likeness['shares'], { certified: { key, chain } }: Party): Partial<LeafRequest> {
  if (shares === 'key') return { key }
  if (shares !== 'serial number') return { otherKeyThan: [key] }
  return { otherKeyThan: [key], serial: serialNumberOf(chain[0] ?? Buffer.alloc(0)), under: 'intermediate-b1' }
}

/** Whether a mutation is about what a party shares with that of the control. */
export const isLike = (mutation: Mutation | undefined): mutation is Resembling['mutation'] =>
  mutation?.like !== undefined
