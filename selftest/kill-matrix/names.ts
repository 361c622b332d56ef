import { jtiPrefix, type Naming, partyStart, uniquePrefix } from '../../harness/check/parties/identifiers.js'
import { usualPartyForm } from '../../harness/contracts/party-form.js'
import type { Role } from '../../requirements/types.js'

/** What the names of the parties at a reference follow from. */
export interface MatrixNaming extends Naming {
  /** `interface.partyId.form`; the usual one by default. */
  readonly form?: string
}

/** So many drawn characters stand nowhere else by chance. */
const telling = 10

/**
 * Patterns of `ASSAY_FAULT` for the Party Identifiers, the humans and the `jti` of a check at the reference of a role.
 * @param variant What is added to its id in a guise.
 */
export function namesOf(naming: MatrixNaming, role: Role, check: string, variant = ''): readonly string[] {
  const { seed, form = usualPartyForm } = naming
  const target = { name: `reference ${role}`, role, partyId: '' }
  const { text, drawn } = partyStart(naming, { target, settings: { partyId: { form, subject: {} } } }, check, variant)
  const party = drawn.length < telling ? `${text}*` : `*${drawn}*`
  const name = `${target.name} ${role} ${check}${variant}`
  return [party, `*${uniquePrefix(seed, name)}*`, `*${jtiPrefix(seed, name)}*`]
}
