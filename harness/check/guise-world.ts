import type { SignedGuise } from '../contracts/lab-protocol.js'
import type { Guise } from '../guises/types.js'
import type { LabClient } from '../lab/channel/client.js'
import type { World } from './world.js'

/** A world in which parties, messages and what the lab signs have another conforming form. */
export function worldInGuise(world: World, guise: Guise): World {
  const signed = guise.values.find((value) => value.signed)?.signed
  return { ...world, guise, ...(signed && { lab: labSigning(world.lab, signed) }) }
}

const labSigning = (lab: LabClient, guise: SignedGuise): LabClient => ({
  ...lab,
  evidence: (programs) => lab.evidence(programs.map((program) => ({ ...program, guise }))),
  humans: (programs) => lab.humans(programs.map((program) => ({ ...program, guise }))),
})
