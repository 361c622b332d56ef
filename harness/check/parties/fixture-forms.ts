import type { CertificateKind } from '../../../ca/index.js'
import type { LeafRequest } from '../../../ca/types.js'
import type { Certified, Guise } from '../../guises/types.js'
import { type FixtureFormName, fixtureForms, formedRequest } from '../../target/kit/fixture-forms.js'

/** A sound party of a ParticipantRegistry's kit, by its kind and form. */
interface SoundFixture {
  readonly kind: CertificateKind | 'sound'
  readonly form?: FixtureFormName
}

/** Sound parties of a ParticipantRegistry's kit, by what is not usual about their certificates. */
const soundOnes: readonly (readonly [SoundFixture, Certified])[] = [
  [{ kind: 'rsa-3072' }, { bits: 3072 }],
  [{ kind: 'rsa-4096' }, { bits: 4096 }],
  [{ kind: 'chain-of-2' }, { under: 'root-a' }],
  [{ kind: 'chain-of-4' }, { under: 'intermediate-a2' }],
  [{ kind: 'crl-only' }, { source: 'crl' }],
  [{ kind: 'ocsp-only' }, { source: 'ocsp' }],
  // What a standard run plays together.
  [{ kind: 'chain-of-2-rsa-3072-crl-only' }, { under: 'root-a', bits: 3072, source: 'crl' }],
  [{ kind: 'chain-of-4-rsa-4096-ocsp-only' }, { under: 'intermediate-a2', bits: 4096, source: 'ocsp' }],
  ...fixtureForms.map(
    ({ name, under, bits }) =>
      [
        { kind: 'sound', form: name },
        { under, bits },
      ] as const,
  ),
]

/** How parties are certified in a guise. */
export const certifiedIn = ({ values }: Guise): Certified =>
  Object.assign({}, ...values.map((value) => value.certified ?? {}))

/** What the sound party of a guise is; `usual` where it says nothing of certificates, none where no party of a kit is like that. */
export function soundIn(guise: Guise): SoundFixture | 'usual' | undefined {
  const { bits, under, source } = certifiedIn(guise)
  if ((bits ?? under ?? source) === undefined) return 'usual'
  return soundOnes.find(([, one]) => one.bits === bits && one.under === under && one.source === source)?.[0]
}

/** The form that unsound parties of a guise have, too, whatever sources they name; none where no party of a kit is like that. */
export function formIn(guise: Guise): FixtureFormName | undefined {
  const { bits, under } = certifiedIn(guise)
  return fixtureForms.find((form) => form.bits === bits && form.under === under)?.name
}

/** What a certificate that the kit does not hold is issued with in a guise. */
export function strangeIn(guise: Guise | undefined): Pick<LeafRequest, 'under' | 'long'> {
  const form = guise && formIn(guise)
  if (form === undefined) return {}
  const { under, long } = formedRequest(form, { kind: 'not held' })
  return { under, long }
}
