import type { CertificateKind, LongKey } from '../../../ca/index.js'
import type { AuthorityName } from '../../../ca/kind.js'

/** Another conforming form of certificate, which sound and unsound parties of a ParticipantRegistry's kit have, too (ruling 28). */
export interface FixtureForm {
  readonly name: string
  readonly under: AuthorityName
  readonly bits: LongKey
  /** Kinds of which the chain is what is wrong, by the name of the usual one. */
  readonly instead: Readonly<Record<string, CertificateKind>>
}

/** Those that there are: both the length of the chain and that of the key are not the usual ones. */
export const fixtureForms = [
  {
    name: 'chain of 2, key of 3072 bits',
    under: 'root-a',
    bits: 3072,
    instead: { 'untrusted-chain': 'untrusted-chain-of-2' },
  },
  {
    name: 'chain of 4, key of 4096 bits',
    under: 'intermediate-a2',
    bits: 4096,
    instead: { 'untrusted-chain': 'untrusted-chain-of-4' },
  },
] as const satisfies readonly FixtureForm[]

/** Name of such a form. */
export type FixtureFormName = (typeof fixtureForms)[number]['name']

/** Kinds of sound certificates that have each form. */
const soundKinds: readonly string[] = ['sound', 'crl-only', 'ocsp-only'] satisfies readonly (
  | CertificateKind
  | 'sound'
)[]

/** One kind of each family of unsound ones that has to be refused. */
const unsoundKinds: readonly string[] = [
  'expired-leaf',
  'key-usage-digital-signature',
  'unknown-critical-extension',
  'untrusted-chain',
  'revoked-on-crl',
  'revoked-by-ocsp',
] satisfies readonly CertificateKind[]

/** What the parties of a form are: kinds of certificates, and a word of status. */
const inEachForm: readonly { readonly status: string; readonly kind: string }[] = [
  ...[...soundKinds, ...unsoundKinds].map((kind) => ({ status: 'Active', kind })),
  { status: 'Suspended', kind: 'sound' },
]

/** The parties of a kit that have these forms. */
export const fixturesIn = (
  names: readonly FixtureFormName[],
): readonly { readonly status: string; readonly kind: string; readonly form: FixtureFormName }[] =>
  names.flatMap((form) => inEachForm.map((one) => ({ ...one, form })))

/** The forms of a kit; those of 4096 bits take large keys. */
export const formsWith = (largeKeys: boolean): readonly FixtureFormName[] =>
  fixtureForms.filter(({ bits }) => largeKeys || bits !== 4096).map(({ name }) => name)

/** What a certificate of a form is issued with. Its key is never that of a sound party where the party is unsound. */
export function formedRequest(
  name: FixtureFormName,
  { kind, status = 'Active' }: { readonly kind: string; readonly status?: string },
) {
  const { under, bits, instead } = formNamed(name)
  const isSound = status === 'Active' && soundKinds.includes(kind)
  return { under, long: { bits, place: isSound ? 0 : 1 }, ...(kind !== 'sound' && { kind: instead[kind] ?? kind }) }
}

const formNamed = (name: FixtureFormName): FixtureForm => fixtureForms.find((one) => one.name === name) as FixtureForm
