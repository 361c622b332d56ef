import { passwordPage } from '../../harness/target/reference-target.js'
import type { Role } from '../../requirements/types.js'

/** A reference that conforms in another way than it does by itself. */
export interface VariantRun {
  readonly role: Role
  /** Values of `ASSAY_REFERENCE_VARIANT`. */
  readonly variants: readonly string[]
  /** What its target file says beside target and launch. */
  readonly settings?: object
}

/** What its target is called; no two of them alike. */
export const nameOf = ({ role, variants }: VariantRun): string => `${role} ${variants.join(' ')}`

const service = { service: { path: '/service' } }
const older = { interface: { preset: 'connect' } }
const trigger = { trigger: { url: '$' + '{ASSAY_BASE_URL}/trigger' } }
const relyingParty = { login: { start: '/login', success: { text: 'Signed in' } } }
const choice = { steps: [{ click: { selector: 'button' } }] }
const consents = [...passwordPage, { click: { role: 'button', name: 'Allow' }, optional: true }]

/** The variants that both sides play whole in the quick profile: each role, and each freedom that the text leaves a token endpoint. */
export const variantRuns: readonly VariantRun[] = [
  {
    role: 'ServiceProvider',
    variants: ['looks-up-by-path', 'accepts-one-element-aud', 'wants-exact-key-usage', 'tolerates-nothing'],
    settings: service,
  },
  {
    role: 'ServiceProvider',
    variants: [
      'looks-up-first',
      'remembers-content',
      'accepts-missing-root',
      'tolerates-a-minute',
      'takes-tokens-once',
    ],
    settings: service,
  },
  {
    role: 'ServiceProvider',
    variants: ['relies-on-ocsp', 'remembers-unknown-parties', 'honours-nbf', 'one-live-token', 'names-consumer-by-jwt'],
    settings: service,
  },
  {
    role: 'ServiceProvider',
    variants: ['checks-no-revocation', 'accepts-any-typ', 'accepts-missing-client-id', 'forwards-nothing'],
    settings: service,
  },
  { role: 'ServiceProvider', variants: ['speaks-older-form'], settings: { ...service, ...older } },
  {
    role: 'ServiceProvider',
    variants: ['shows-human-at-once', 'takes-answers-in-forms', 'shows-long-pages'],
    settings: relyingParty,
  },
  { role: 'ServiceConsumer', variants: ['speaks-older-form'], settings: { ...trigger, ...older } },
  { role: 'AuthorisationRegistry', variants: ['answers-deny', 'signs-evidence'] },
  { role: 'EntitledParty', variants: ['needs-no-forwarded-jwt', 'hands-out-conditions'] },
  {
    role: 'ParticipantRegistry',
    variants: ['fingerprints-in-base64', 'certificates-as-claims', 'signs-parties-token-rs512'],
  },
  { role: 'ParticipantRegistry', variants: ['speaks-older-form'], settings: older },
  { role: 'IdentityProvider', variants: ['asks-for-consent'], settings: { login: { steps: consents } } },
  { role: 'IdentityBroker', variants: ['puts-logins-off'], settings: { login: choice } },
]
