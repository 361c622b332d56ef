import type { Results, TargetResult } from '../harness/contracts/results.js'

/** What a reader must know first: what targets did not do even for conforming parties, in a sentence each. */
export const blockedSentences = ({ targets }: Results): readonly string[] => targets.flatMap(blockedOf)

/** The same of one target. */
export const blockedOf = ({ name, blocked = [] }: TargetResult): readonly string[] =>
  blocked.map(({ role, sentence }) => `${name} as ${role}: what rests on this was not judged: ${sentence}`)
