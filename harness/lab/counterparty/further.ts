import { type Authority, makeRsaKey } from '../../../ca/index.js'
import type { AnswerGuise } from '../../contracts/lab-protocol.js'
import type { Speaker } from '../../mutations/signed-token.js'
import { sha256 } from '../../wire/decode.js'

/** How else a party of the lab is certified. */
export type Otherwise = NonNullable<AnswerGuise['otherCertificate']>

/** The form of the certificate that an answer is signed with; none where it is that of every answer. */
export const furtherForm = (guise: AnswerGuise | undefined): Otherwise | undefined => {
  const { otherCertificate: form = {} } = guise ?? {}
  // That it is another each time holds for the registry alone, whose certificates no record lists.
  return Object.keys(form).length > 0 ? form : undefined
}

/** Certificates that a party of the lab has beside its own, each with a key that nobody else has. */
export interface FurtherCertificates {
  /** One of that form, made when first asked for. The registry lists it from then on, for a minute after each time. */
  readonly use: (form: Otherwise) => Promise<Speaker>
  /** Those that the registry lists now. */
  readonly listed: () => Promise<readonly Speaker[]>
}

/** Milliseconds for which one is listed: longer than a login or a request for a service takes. */
const listedFor = 60_000

/**
 * A party that has none yet.
 * @param http Base of the URLs of its revocation sources.
 */
export const furtherCertificates = (
  partyId: string,
  { authority, http }: { readonly authority: Pick<Authority, 'issue'>; readonly http: string },
): FurtherCertificates => {
  const known = new Map<string, { readonly speaker: Promise<Speaker>; usedAt: number }>()
  const made = async ({ bits, ...more }: Otherwise): Promise<Speaker> => {
    const key = await makeRsaKey(bits ?? 2048)
    const scope = `${sha256(partyId).slice(0, 16)}-${bits ?? more.under ?? 'further'}`
    return { partyId, certified: await authority.issue({ partyId, key, revocation: { base: http, scope }, ...more }) }
  }
  return {
    use: (form) => {
      const name = JSON.stringify(form)
      const one = known.get(name) ?? { speaker: made(form), usedAt: 0 }
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
