import type { RecordedMessage } from '../../../harness/contracts/evidence.js'
import { type MessageLine, messageLines } from './lines.js'

/** A line of one side; `changed` where the other side has no equal line. */
export interface ComparedLine {
  readonly text: string
  readonly changed: boolean
}

/** Entries of a recipe that show in the message itself. The others (record, registry) concern what the registry answers. */
const shown = new Set([
  'certificate',
  'party id',
  'header',
  'claims',
  'text',
  'signature',
  'encoding',
  'form',
  'request',
  'identity',
])

/**
 * Control and mutated message with the differing lines marked. What follows from the rest (jti, times, signature,
 * names of a twin party) is marked only when nothing else differs although the message was changed.
 */
export function compare(
  control: RecordedMessage,
  mutated: RecordedMessage,
): { readonly control: readonly ComparedLine[]; readonly mutated: readonly ComparedLine[] } {
  const entry = mutated.difference?.entry ?? ''
  const [left, right] = [messageLines(control), messageLines(mutated)]
  const clock = clockBetween(control, mutated, left, right)
  const neutral = new Map([...left.map(without(control.party)), ...right.map(without(mutated.party))])
  const loose = (a: MessageLine, b: MessageLine) => follows(a, b, entry, clock) || neutral.get(a) === neutral.get(b)
  const strict = (a: MessageLine, b: MessageLine) =>
    a.text === b.text || (a.follows === 'time' && follows(a, b, entry, clock))
  const compared = mark(left, right, loose)
  const silent = ![...compared.control, ...compared.mutated].some((line) => line.changed)
  return silent && shown.has(entry) ? mark(left, right, strict) : compared
}

/** A line, and its text without the name of the party, in which twins differ. */
const without =
  (party: string) =>
  (line: MessageLine): readonly [MessageLine, string] => [
    line,
    party === '' ? line.text : line.text.replaceAll(party, '<party>'),
  ]

function follows(a: MessageLine, b: MessageLine, entry: string, clock: Clock): boolean {
  if (a.follows === undefined || a.follows !== b.follows) return false
  switch (a.follows) {
    case 'jti':
      return true
    case 'time':
      return nameOf(a) === nameOf(b) && Math.abs(numberOf(b) - numberOf(a) - clock.offset) <= clock.tolerance
    case 'signature':
      return entry !== 'signature' && entry !== 'encoding'
    case 'certificate':
      return entry !== 'certificate' && entry !== 'identity' && entry !== 'header'
  }
}

/** Seconds by which times move from one message to the other when nobody touches them. */
interface Clock {
  readonly offset: number
  readonly tolerance: number
}

function clockBetween(
  control: RecordedMessage,
  mutated: RecordedMessage,
  left: readonly MessageLine[],
  right: readonly MessageLine[],
): Clock {
  const [before, after] = [control, mutated].map((one) => Date.parse(one.exchanges[0]?.startedAt ?? '') / 1000)
  const sent = Math.round((after ?? 0) - (before ?? 0)) || 0
  const minted = issuedAt(right) - issuedAt(left)
  // A second may begin between minting and sending; an `iat` further off was moved on purpose.
  return Math.abs(minted - sent) <= 1 ? { offset: minted, tolerance: 0 } : { offset: sent, tolerance: 1 }
}

function issuedAt(lines: readonly MessageLine[]): number {
  const iat = lines.find((line) => nameOf(line) === 'iat')
  return iat === undefined ? 0 : numberOf(iat)
}

function nameOf(line: MessageLine): string {
  return line.follows === 'time' ? (/"(\w+)"/.exec(line.text)?.[1] ?? '') : ''
}

function numberOf(line: MessageLine): number {
  return Number(/\d{10}/.exec(line.text)?.[0] ?? 0)
}

/** Longest common subsequence by table; both sides are at most some hundred lines. */
function mark(
  left: readonly MessageLine[],
  right: readonly MessageLine[],
  same: (a: MessageLine, b: MessageLine) => boolean,
) {
  const table = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0))
  const at = (i: number, j: number) => table[i]?.[j] ?? 0
  const equal = left.map((a) => right.map((b) => same(a, b)))
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const row = table[i]
      if (row !== undefined) row[j] = equal[i]?.[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const keptLeft = new Set<number>()
  const keptRight = new Set<number>()
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (equal[i]?.[j] && at(i, j) === at(i + 1, j + 1) + 1) {
      keptLeft.add(i++)
      keptRight.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return {
    control: left.map((line, index) => ({ text: line.text, changed: !keptLeft.has(index) })),
    mutated: right.map((line, index) => ({ text: line.text, changed: !keptRight.has(index) })),
  }
}
