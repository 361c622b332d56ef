import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '../../../requirements/types.js'
import { slug } from '../../evidence/store.js'

/** Kinds of answers that are looked at: those that grant a token, serve a consumer or log a human in, JWTs that a target signs, and all that holds a text like a token. */
export type AnswerKind = 'token' | 'id_token' | 'parties_token' | 'delegation_token' | 'service' | 'login' | 'text'

/** What contradicts a rule in one answer. */
export interface AnswerProblem {
  /** The requirement that it breaks. */
  readonly requirement: string
  readonly says: string
}

/** Characters of a sentence that are kept: what a target writes into a token may be of any length. */
const mostSaid = 300

/** What belongs to one holder alone; a problem where another answer gave it to another one. */
export interface Belonging extends AnswerProblem {
  /** Digest of what it is: tokens are written nowhere. */
  readonly what: string
  readonly holder: string
}

/** One answer, with the check that it was given to. */
export interface AnswerNote {
  readonly kind: AnswerKind
  readonly check: string
  readonly problems: readonly AnswerProblem[]
  readonly belongings: readonly Belonging[]
  /** Who got it: a consumer that was served, or a client that is new to the target. */
  readonly party?: string
  /** Digests of texts like tokens that it holds and that no answer to this worker held before. */
  readonly shown?: readonly string[]
}

/** Where a problem was seen. */
interface Seen {
  readonly check: string
  readonly says: string
}

/** What the answers of one kind were like. */
export interface AnswersOfKind {
  /** How many there were. */
  readonly total: number
  /** By requirement: where answers contradict it, once for each of them. */
  readonly broken: ReadonlyMap<string, readonly Seen[]>
  /** Who got one, and in which check first. */
  readonly parties: ReadonlyMap<string, string>
  /** Digests of texts like tokens that stood in them, and to which check first. */
  readonly shown: ReadonlyMap<string, string>
}

/** Notes of one worker about the answers of one target in one role. */
export interface AnswerNotes {
  note(note: AnswerNote): void
  /** Writes what is new, for the other workers. */
  keep(): void
  /** What all workers have noted about answers of a kind; nothing where there was none. */
  of(kind: AnswerKind): AnswersOfKind | undefined
}

/** Notes wait so long at most, milliseconds, before another worker may read them. */
const mostWait = 250

/**
 * Keeps the notes of each worker in a file of its own, since each process hears what is answered to it alone.
 * @param folder Folder of the run.
 * @param worker Whose notes they are.
 */
export function answerNotes(
  folder: string,
  { name, role }: { readonly name: string; readonly role: Role },
  worker = process.pid,
): AnswerNotes {
  const its = `answers-${slug(name)}-${role}-`
  let fresh: AnswerNote[] = []
  let keptAt = 0
  const keep = (): void => {
    keptAt = Date.now()
    const lines = fresh.map((note) => `${JSON.stringify(note)}\n`).join('')
    if (lines !== '') appendFileSync(join(folder, `${its}${worker}.ndjson`), lines, { mode: 0o600 })
    fresh = []
  }
  return {
    note({ problems, ...its }) {
      fresh.push({ ...its, problems: problems.map((one) => ({ ...one, says: one.says.slice(0, mostSaid) })) })
      if (Date.now() - keptAt > mostWait) keep()
    },
    keep,
    of(kind) {
      keep()
      const files = readdirSync(folder).filter((name) => name.startsWith(its))
      const all = files.flatMap((name) => notesIn(readFileSync(join(folder, name), 'utf8')))
      return told(all.filter((note) => note.kind === kind))
    },
  }
}

/** A process that was ended may have left half a line. */
const notesIn = (text: string): readonly AnswerNote[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as AnswerNote)

function told(notes: readonly AnswerNote[]): AnswersOfKind | undefined {
  if (notes.length === 0) return undefined
  const holders = new Map<string, string>()
  const broken = new Map<string, Seen[]>()
  const parties = new Map<string, string>()
  const shownTo = new Map<string, string>()
  for (const { check, problems, belongings, party, shown = [] } of notes) {
    for (const digest of shown) if (!shownTo.has(digest)) shownTo.set(digest, check)
    if (party !== undefined && !parties.has(party)) parties.set(party, check)
    const taken = belongings.filter(({ requirement, what, holder }) => {
      const key = `${requirement} ${what}`
      const known = holders.get(key) ?? holder
      holders.set(key, known)
      return known !== holder
    })
    for (const { requirement, says } of [...problems, ...taken]) {
      const seen = broken.get(requirement) ?? []
      seen.push({ check, says })
      broken.set(requirement, seen)
    }
  }
  return { total: notes.length, broken, parties, shown: shownTo }
}
