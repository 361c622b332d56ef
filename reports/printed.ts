import type { RecordedOutput } from '../harness/contracts/evidence.js'
import { counted } from './text.js'

/** Whose lines these are, and how many more there were. */
export function printedWords({ beside = 0, omitted = 0 }: RecordedOutput): string {
  const when =
    beside > 0
      ? `Printed while this check and ${counted(beside, 'other')} ran: a line may be about any of them.`
      : 'Printed while this check ran, and no other.'
  return omitted > 0
    ? `${when} ${counted(omitted, 'line')} before these ${omitted === 1 ? 'is' : 'are'} left out.`
    : when
}
