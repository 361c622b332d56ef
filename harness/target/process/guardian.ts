import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/**
 * Reads which process groups live (`+ID`) and which have ended (`-ID`). When nothing more can come, the command that
 * wrote is gone, perhaps killed: then it ends all that are left, in whatever language they are written.
 */
const script = `
living=
while read -r word; do
  case "$word" in
    +*) living="$living \${word#+}" ;;
    -*)
      rest=
      for group in $living; do [ "$group" = "\${word#-}" ] || rest="$rest $group"; done
      living=$rest ;;
  esac
done
[ -n "$living" ] || exit 0
for group in $living; do kill -s TERM -- "-$group"; done
sleep 1
for group in $living; do kill -s KILL -- "-$group"; done
`

let guardian: ChildProcess | undefined
const guarded = new Set<number>()

/** From now on the process group ends with this process, however this one ends. */
export function guard(group: number): void {
  guarded.add(group)
  const unknown = guardian ? [group] : guarded
  guardian ??= start()
  for (const each of unknown) say(`+${each}`)
}

/** The group has ended, or may outlive this process. */
export function unguard(group: number): void {
  if (guarded.delete(group)) say(`-${group}`)
}

/** It has a session of its own, so that neither the terminal nor the group of this process takes it along. */
function start(): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const forget = (): void => {
    if (guardian === child) guardian = undefined
  }
  child.once('exit', forget)
  child.once('error', forget)
  // Its end is no reason for ours, nor for waiting.
  child.stdin.on('error', () => undefined)
  child.unref()
  ;(child.stdin as Socket).unref()
  return child
}

const say = (word: string): void => void guardian?.stdin?.write(`${word}\n`)
