import { HarnessError } from '../contracts/errors.js'
import { outOfHands } from './parties/given-parties.js'
import type { Lab } from './types.js'
import type { World } from './world.js'

/** What a check changed about the lab, in words; part of the recipe of every message made afterwards. */
export interface LabState {
  changes: string[]
  /** Set while what it did concerns every party. */
  outage?: boolean
}

/** The lab of one check, with the means to undo an outage. */
export interface CheckLab extends Lab {
  /** Whether there was something to undo. */
  undo(): Promise<boolean>
}

/**
 * What a check may do to the lab.
 * @param exclusive Whether the check runs alone.
 */
export function checkLab(world: World, state: LabState, exclusive: boolean): CheckLab {
  const why = world.given ? outOfHands.given : world.newcomers && outOfHands.registered
  return {
    registry: world.registry,
    observed: world.given === undefined,
    ...(why !== undefined && { outOfHands: why }),
    ledger: (query) => world.lab.ledger(query),
    subjects: (kind) => world.lab.subjects(kind),
    async revocation(program) {
      await world.lab.revocation(program)
      state.changes.push(
        `revocation of ${program.scope}: ${program.misbehaviour ?? (program.revoked.length > 0 ? 'revoked' : 'good')}`,
      )
    },
    async reprogram(party, change) {
      await world.parties.reprogram(party, change)
      state.changes.push(`registry now: ${change.name}`)
    },
    async outage(what) {
      if (!exclusive)
        throw new HarnessError('An outage concerns every party: say `exclusive: true` in what the check covers.')
      state.outage = true
      await world.lab.outage(what)
      state.changes.push(`outage: ${Object.keys(what).join(', ')}`)
    },
    async undo() {
      if (!state.outage) return false
      await world.lab.restore()
      state.outage = false
      return true
    },
  }
}
