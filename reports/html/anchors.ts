import type { CheckResult } from '../../harness/contracts/results.js'
import type { Unit } from '../units.js'

/** Fragment names of checks and requirements: unique within the page and the same after a rebuild. */
export interface Anchors {
  readonly check: (unit: Unit, check: CheckResult) => string
  readonly requirement: (unit: Unit, id: string) => string
}

/** Gives every check and requirement of the run its anchor. */
export function anchorsOf(units: readonly Unit[]): Anchors {
  const taken = new Set<string>()
  const unique = (wanted: string) => {
    const plain = wanted.replace(/[^\w.-]/g, '_')
    let name = plain
    for (let copy = 2; taken.has(name); copy += 1) name = `${plain}~${copy}`
    taken.add(name)
    return name
  }
  const checks = new Map<CheckResult, string>()
  const requirements = new Map<string, string>()
  for (const unit of units) {
    for (const check of unit.checks) checks.set(check, unique(`check-${unit.number}-${check.id}`))
    for (const { id } of unit.requirements)
      requirements.set(`${unit.number} ${id}`, unique(`requirement-${unit.number}-${id}`))
  }
  return {
    check: (_unit, check) => checks.get(check) ?? '',
    requirement: (unit, id) => requirements.get(`${unit.number} ${id}`) ?? '',
  }
}
