import type { AnswerGuise } from '../contracts/lab-protocol.js'
import type { Guise } from '../guises/types.js'
import { answerOf } from '../guises/values.js'
import type { LabClient } from '../lab/channel/client.js'
import { codesInGuise } from './identity-provider/codes-in-guise.js'
import type { World } from './world.js'

/** A world in which parties, messages and what the lab answers have another conforming form. */
export function worldInGuise(world: World, guise: Guise): World {
  const answered = answerOf(guise.values)
  return {
    ...world,
    guise,
    ...(world.codes && { codes: codesInGuise(world.codes, guise) }),
    ...(answered && { lab: labAnswering(world.lab, answered) }),
  }
}

const labAnswering = (lab: LabClient, guise: AnswerGuise): LabClient => ({
  ...lab,
  evidence: (programs) => lab.evidence(programs.map((program) => ({ ...program, guise }))),
  providers: (programs) => lab.providers(programs.map((program) => ({ ...program, guise }))),
  humans: (programs) => lab.humans(programs.map((program) => ({ ...program, guise: { ...program.guise, ...guise } }))),
})
