import { fstatSync } from 'node:fs'
import { createInterface, emitKeypressEvents, type Key } from 'node:readline'
import type { ReadStream } from 'node:tty'

/** What a user can ask for. */
export type Command =
  | { readonly kind: 'failing' | 'all' | 'page' | 'quit' }
  | { readonly kind: 'checks'; readonly names: readonly string[] }

/** Keys of a terminal, and words of a line. */
const words: readonly (readonly [key: string, word: string, kind: Exclude<Command['kind'], 'checks'>])[] = [
  ['f', 'failing', 'failing'],
  ['a', 'all', 'all'],
  ['o', 'page', 'page'],
  ['q', 'quit', 'quit'],
]

/** What can be asked for, in a line for the user. */
export const keysLine = (isTerminal: boolean): string =>
  isTerminal
    ? 'Keys: f runs what is not green, a everything, c a check by its name, o opens the page, q ends.'
    : 'Lines: "failing", "all", names of checks, "page", "quit".'

/** What a line asks for: a word, or names of checks; nothing for an empty one. */
export function commandIn(line: string): Command | undefined {
  const names = line
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
  const known = words.find(([key, word]) => names.length === 1 && (names[0] === word || names[0] === key))
  if (known) return { kind: known[2] }
  return names.length === 0 ? undefined : { kind: 'checks', names }
}

/**
 * Reads what the user asks for: keys of a terminal, or lines.
 * @param prompt Shows what is typed after `c`.
 * @returns what ends it.
 */
export function readCommands(
  input: NodeJS.ReadStream,
  hear: (command: Command) => void,
  prompt: (text: string) => void,
): () => void {
  return input.isTTY ? readKeys(input, hear, prompt) : readLines(input, hear)
}

function readKeys(input: ReadStream, hear: (command: Command) => void, prompt: (text: string) => void): () => void {
  let typed: string | undefined
  const heard = (text: string | undefined, key: Key): void => {
    if (key.ctrl && key.name === 'c') return void process.kill(process.pid, 'SIGINT')
    if (typed === undefined) {
      const known = words.find(([letter]) => letter === text)
      if (known) hear({ kind: known[2] })
      else if (text === 'c') {
        typed = ''
        prompt('check: ')
      }
      return
    }
    if (key.name === 'return' || key.name === 'enter') {
      const line = typed
      typed = undefined
      prompt('\n')
      const command = commandIn(line)
      if (command) hear(command)
    } else if (key.name === 'escape') {
      typed = undefined
      prompt('\n')
    } else {
      typed = key.name === 'backspace' ? typed.slice(0, -1) : `${typed}${/^[\w.*, -]$/.test(text ?? '') ? text : ''}`
      prompt(`\r\u001b[2Kcheck: ${typed}`)
    }
  }
  emitKeypressEvents(input)
  input.setRawMode(true)
  input.on('keypress', heard)
  input.resume()
  return () => {
    input.off('keypress', heard)
    input.setRawMode(false)
    input.pause()
  }
}

/** A pipe that ends takes the watch with it, since nobody could end it otherwise; without any input it goes on. */
function readLines(input: NodeJS.ReadStream, hear: (command: Command) => void): () => void {
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    const command = commandIn(line)
    if (command) hear(command)
  })
  lines.on('close', () => {
    if (isPipe()) hear({ kind: 'quit' })
  })
  return () => {
    lines.removeAllListeners('close')
    lines.close()
    input.pause()
  }
}

/** Whether standard input is one. */
function isPipe(): boolean {
  const found = fstatSync(0)
  return found.isFIFO() || found.isSocket()
}
