import { checkName } from '../../harness/check/parties/identifiers.js'
import { type FaultName, faults } from '../../harness/faults/faults.js'
import { mostChecks } from '../../harness/runner/own-runner.js'
import { type Level, type Profile, type Role, roles } from '../../requirements/types.js'
import { faultVariable, partyFaults } from '../kill-matrix/schedule.js'
import { playedAt } from '../kill-matrix/undecidable.js'
import { type FaultRuns, faultRuns } from './fault-runs.js'
import { type VariantRun, variantRuns } from './variants.js'

/** Names of parties follow from it, the same on both sides. */
export const seed = 20261125

/** Names of parties follow from all checks of a side too, so that a side with another list has other names. */
const namingOf = (side: readonly Listed[]) => ({
  seed,
  checks: side.map(({ role, id }) => checkName(role as Role, id)),
})

/** A check as `assay list --json` tells of it. */
export interface Listed {
  readonly id: string
  readonly role: string
  readonly level: Level
  readonly profile: string
  readonly detects: readonly string[]
}

/** One run that both sides make. */
export interface Run {
  readonly name: string
  readonly profile: Profile
  /** Whole runs use every core by themselves; the others go side by side. */
  readonly alone: boolean
  readonly references?: readonly Role[]
  readonly variants?: readonly VariantRun[]
  readonly only?: readonly string[]
  /** Value of `--fault` at each side. */
  readonly fault?: { readonly before: string; readonly after: string }
  /** How a reader knows a check of the run. */
  readonly where: (target: string, role: string, check: string) => string
}

/** The references, all at once: whole, and without a fault. */
const referenceRun = (quick: boolean): Run => ({
  name: 'the seven references',
  profile: quick ? 'quick' : 'standard',
  alone: true,
  references: roles,
  where: (_target, role) => role,
})

const variantRun: Run = {
  name: 'the variants of references',
  profile: 'quick',
  alone: true,
  variants: variantRuns,
  where: (target) => target,
}

/** What both sides play, by what each of them lists. The faults of a check are those that it names at either side, where both know them. */
export function runsOf(before: readonly Listed[], after: readonly Listed[], quick: boolean): readonly Run[] {
  const lines = faultRuns.filter((line) => !quick || line.quick)
  const faulty = lines.flatMap((line) => faultRunsOf(line, before, after))
  return [referenceRun(quick), ...(quick ? [] : [variantRun]), ...faulty]
}

function faultRunsOf(line: FaultRuns, before: readonly Listed[], after: readonly Listed[]): readonly Run[] {
  const own = checksOf(line, after).flatMap((check) => {
    const other = checksOf(line, before).find(({ id }) => id === check.id)
    return other ? [{ id: check.id, detects: [...new Set([...check.detects, ...other.detects])] }] : []
  })
  const known = (name: string): name is FaultName =>
    Object.hasOwn(faults, name) && [before, after].every((side) => side.some(({ detects }) => detects.includes(name)))
  const { role, fault } = line
  if (typeof fault === 'string') return known(fault) ? everywhere(role, fault, own) : []
  const met = own.flatMap(({ id, detects }) => {
    const name = detects.filter(known).filter(isForOne(role))[fault - 1]
    return name === undefined ? [] : [[id, [name]] as const]
  })
  return chunks(met).map((some) => withFaults(role, new Map(some), { before, after }))
}

const checksOf = ({ role, checks }: FaultRuns, side: readonly Listed[]): readonly Listed[] =>
  side.filter(
    (one) => one.role === role && one.profile !== 'deep' && checks.some((beginning) => one.id.startsWith(beginning)),
  )

/** Faults that can be on for one check alone. */
const isForOne =
  (role: Role) =>
  (fault: FaultName): boolean =>
    partyFaults.includes(fault) && playedAt(role, fault) === 'beside others'

const everywhere = (role: Role, fault: FaultName, own: readonly { readonly id: string }[]): readonly Run[] =>
  chunks(own.map(({ id }) => id)).map((only) => ({
    ...besides(role, only),
    name: `${role} under ${fault}`,
    fault: { before: fault, after: fault },
    where: () => `${role} under ${fault}`,
  }))

/** Each check with its fault; the names of its parties follow from the seed. */
const withFaults = (
  role: Role,
  met: ReadonlyMap<string, readonly FaultName[]>,
  sides: { readonly before: readonly Listed[]; readonly after: readonly Listed[] },
): Run => ({
  ...besides(role, [...met.keys()]),
  name: `${role}: ${met.size} checks under a fault each`,
  fault: {
    before: faultVariable(met, role, namingOf(sides.before)),
    after: faultVariable(met, role, namingOf(sides.after)),
  },
  where: (_target, _role, check) => `${role} under ${met.get(check)?.join() ?? 'no fault'}`,
})

/** What is asked for by name runs in each profile, but old commits make the large keys that some of it needs in no quick one. */
const besides = (role: Role, only: readonly string[]) =>
  ({ profile: 'standard', alone: false, references: [role], only }) as const

const chunks = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / mostChecks) }, (_, index) =>
    items.slice(index * mostChecks, (index + 1) * mostChecks),
  )
