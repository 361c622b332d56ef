import { z } from 'zod'

/** What a target file may say of a participant that is no sound client; `second` goes on with the id of the first one's party. */
export const participantStates = {
  plain: ['suspended', 'inactive', 'revoked', 'pending', 'unknown', 'certificate revoked', 'certificate expired'],
  second: 'second certificate of ',
} as const

const isState = (is: string): boolean =>
  participantStates.plain.some((state) => state === is) ||
  (is.startsWith(participantStates.second) && is.length > participantStates.second.length)

/** What a participant is at the registry, where it is no sound client. */
export const participantState = z
  .string()
  .refine(
    isState,
    `must be one of ${participantStates.plain.join(', ')}, or "${participantStates.second}" with the id of a participant`,
  )
  .meta({
    description:
      'What it is at the registry, where it is no sound client; an assumption, on which checks rest that need such a one.',
    examples: [participantStates.plain[0], `${participantStates.second}did:example:consumer`],
  })
