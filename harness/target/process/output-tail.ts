import { stripVTControlCharacters } from 'node:util'

/** The end of what a process printed, in bounded memory. */
export interface OutputTail {
  readonly add: (chunk: Buffer) => void
  /** The last lines, 20 by default, without control characters. */
  readonly lines: (count?: number) => readonly string[]
}

const kept = 64 * 1024

/** Keeps the last 64 KB. */
export const outputTail = (): OutputTail => {
  let tail = Buffer.alloc(0)
  return {
    add: (chunk) => {
      tail = Buffer.concat([tail, chunk]).subarray(-kept)
    },
    lines: (count = 20) => {
      return harmless(tail.toString('utf8')).trimEnd().split('\n').slice(-count)
    },
  }
}

/** Text without escape sequences and control characters, line feeds and tabs apart. */
export const harmless = (text: string): string => stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]/gu, '')

/** "… Its last output:" with the lines below, or that there was none. */
export const quoteOutput = (output: OutputTail): string => {
  const lines = output.lines()
  return lines.join('') === ''
    ? ' It printed nothing.'
    : ` Its last output:\n${lines.map((line) => `  ${line}`).join('\n')}`
}
