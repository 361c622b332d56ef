import { appendFileSync, readFileSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { slug } from '../../evidence/store.js'
import { harmless } from './output-tail.js'

/** A line that a target printed; without control characters, but with whatever secrets it printed. */
export interface PrintedLine {
  /** When it was complete, milliseconds since epoch. */
  readonly at: number
  readonly text: string
  /** Lines right before it that were too many to be kept. */
  readonly lost?: number
}

/** What one stream of a process printed goes in here. */
export interface LineSink {
  readonly add: (chunk: Buffer) => void
  /** The stream has ended: what stands without a line feed is a line, too. */
  readonly end: () => void
}

/** Keeps with its time each line that a launched target prints. */
export interface Journal {
  /** For one stream of one life of the target. */
  readonly sink: () => LineSink
}

/** Characters that are kept of a line, in a tenth of a second, and in all: a target may print without end. */
const most = { line: 16_000, slot: 64_000, all: 64_000_000 }
const slotMs = 100

/** The file lies in the run's own folder, and goes with it. */
const fileOf = (folder: string, target: string): string => `${folder}/printed-${slug(target)}`

/** A journal of a target in the folder of a run. */
export function openJournal(folder: string, target: string): Journal {
  const file = fileOf(folder, target)
  let all = 0
  let slot = { at: 0, size: 0 }
  let lost = 0
  let over = false
  const keep = (lines: readonly string[]): void => {
    const at = Date.now()
    if (at - slot.at >= slotMs) slot = { at, size: 0 }
    const kept = lines.flatMap((line) => {
      const text = harmless(line.slice(0, most.line)).trimEnd()
      if (text === '') return []
      if (slot.size + text.length > most.slot || all + text.length > most.all) {
        lost += 1
        return []
      }
      slot.size += text.length
      all += text.length
      const printed: PrintedLine = { at, text, ...(lost > 0 && { lost }) }
      lost = 0
      return `${JSON.stringify(printed)}\n`
    })
    if (kept.length > 0 && !over) over = !appended(file, kept.join(''))
  }
  return {
    sink() {
      const decoder = new StringDecoder('utf8')
      let begun = ''
      return {
        add(chunk) {
          const lines = (begun + decoder.write(chunk)).split('\n')
          // Of a line without end only the beginning is kept.
          begun = (lines.pop() as string).slice(0, most.line)
          if (lines.length > 0) keep(lines)
        },
        end() {
          keep([begun + decoder.end()])
          begun = ''
        },
      }
    },
  }
}

/** A target prints its last lines when the run's folder is gone; where the disk is full, others say so. */
function appended(file: string, text: string): boolean {
  try {
    appendFileSync(file, text, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

/** What the journal of a target holds, in order; nothing where it printed nothing or was not launched. */
export function readJournal(folder: string, target: string): readonly PrintedLine[] {
  try {
    const lines = readFileSync(fileOf(folder, target), 'utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as PrintedLine)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
