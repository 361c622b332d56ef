import { passwordPage } from '../../harness/target/reference-target.js'
import { type Profile, type Role, roles } from '../../requirements/types.js'
import { faultRuns, variantRuns } from './fault-runs.js'

/** One run that both sides make. */
export interface Run {
  readonly name: string
  readonly profile: Profile
  readonly roles: readonly Role[]
  /** Value of `--fault`. */
  readonly fault?: string
  /** Value of `ASSAY_REFERENCE_VARIANT`. */
  readonly variant?: string
}

const references = (profile: Profile): Run => ({ name: `all references, ${profile}`, profile, roles })

const withFault = ([role, fault]: (typeof faultRuns)[number]): Run => ({
  name: `${role} with ${fault}`,
  profile: 'quick',
  roles: [role],
  fault,
})

const withVariant = ([role, variant]: (typeof variantRuns)[number]): Run => ({
  name: `${role} as ${variant}`,
  profile: 'quick',
  roles: [role],
  variant,
})

/** Every run of the comparison, or those of the short one. */
export const runsFor = (quick: boolean): readonly Run[] =>
  quick
    ? [references('quick'), ...faultRuns.slice(0, 10).map(withFault)]
    : [references('standard'), ...variantRuns.map(withVariant), ...faultRuns.map(withFault)]

/** The target file of a reference with another conduct: the command line has no flag for that, and a run hands on no variables of Assay's. */
export const variantTarget = (role: Role, variant: string, main: string): string =>
  JSON.stringify({
    target: { name: `reference ${role}`, roles: [role] },
    ...(role === 'ServiceProvider' && {
      service: { path: '/service' },
      login: { start: '/login', success: { text: 'Signed in' } },
    }),
    ...(role === 'IdentityProvider' && { login: { steps: passwordPage } }),
    launch: { command: `exec '${process.execPath}' '${main}' ${role}`, env: { ASSAY_REFERENCE_VARIANT: variant } },
  })
