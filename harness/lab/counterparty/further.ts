import { randomUUID } from 'node:crypto'
import type { Authority, KeyPool } from '../../../ca/index.js'
import type { AnswerGuise } from '../../contracts/lab-protocol.js'
import type { Speaker } from '../../mutations/signed-token.js'

/** How else a party of the lab is certified. */
export type Otherwise = NonNullable<AnswerGuise['otherCertificate']>

/** The form of the certificate that an answer is signed with; none where it is that of every answer. */
export const furtherForm = (guise: AnswerGuise | undefined): Otherwise | undefined => {
  const { otherCertificate: form = {} } = guise ?? {}
  // That it is another each time holds for the registry alone, whose certificates no record lists.
  return Object.keys(form).length > 0 ? form : undefined
}

/** Issues certificates to a party in other forms. A key is nobody else's: what another party signed in its name would be sound. */
export const otherwiseIssuer =
  (
    partyId: string,
    { authority, http, keys, owner }: IssuerSettings,
  ): ((form: Otherwise, scope: string) => Promise<Speaker>) =>
  async ({ bits = 2048, ...more }, scope) => {
    const key = await keys.own(`${owner}-further`, bits)
    return { partyId, certified: await authority.issue({ partyId, key, revocation: { base: http, scope }, ...more }) }
  }

/**
 * What certificates of a party are issued by; `http` is the base of the URLs of its revocation sources, `owner` what
 * its keys are called.
 */
interface IssuerSettings {
  readonly authority: Pick<Authority, 'issue'>
  readonly http: string
  readonly keys: Pick<KeyPool, 'own'>
  readonly owner: string
}

/** Certificates that a party of the lab has beside its own; no key is anybody else's. */
export interface FurtherCertificates {
  /** One of that form, made when first asked for. The registry lists it from then on, for a minute after each time. */
  readonly use: (form: Otherwise) => Promise<Speaker>
  /** Those that the registry lists now. */
  readonly listed: () => Promise<readonly Speaker[]>
}

/** Milliseconds for which one is listed: longer than a login or a request for a service takes. */
const listedFor = 60_000

/** Those of a party that has none yet. */
export const furtherCertificates = (partyId: string, settings: IssuerSettings): FurtherCertificates => {
  const known = new Map<string, { readonly speaker: Promise<Speaker>; usedAt: number }>()
  const issue = otherwiseIssuer(partyId, settings)
  return {
    use: (form) => {
      const name = JSON.stringify(form)
      const one = known.get(name) ?? { speaker: issue(form, randomUUID()), usedAt: 0 }
      known.set(name, one)
      one.usedAt = Date.now()
      return one.speaker
    },
    listed: () =>
      Promise.all(
        [...known.values()].filter(({ usedAt }) => Date.now() - usedAt < listedFor).map(({ speaker }) => speaker),
      ),
  }
}
