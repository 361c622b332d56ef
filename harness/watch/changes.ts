import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What hears of changes. */
export interface ChangeEars {
  /** Something has changed, and more may come. */
  begun(file: string): void
  /** Nothing has changed for a while since, or changes have gone on for too long. */
  settled(files: readonly string[]): void
}

/** How long nothing has to change until changes are over, and how long they may go on until they count as over, milliseconds. */
export interface Pauses {
  readonly quietMs: number
  readonly mostMs: number
}

/** A build may write for seconds; a log that is written to all the time must not keep the next round away. */
const usualPauses: Pauses = { quietMs: 80, mostMs: 10_000 }

/** Folders that hold what tools write, never what is being worked on. */
const skipped: readonly string[] = ['node_modules', '.git']

/**
 * Watches files, and folders with all below them; a folder that is made later, too.
 * @returns what ends it.
 */
export function watchChanges(
  paths: readonly string[],
  ears: ChangeEars,
  { quietMs, mostMs } = usualPauses,
): () => void {
  const watchers = new Map<string, FSWatcher>()
  const seen = new Map<string, string>()
  let changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let since = 0
  const note = (file: string): void => {
    const now = stamp(file)
    // A file that was only read, or a second word about the same change.
    if (seen.get(file) === now) return
    seen.set(file, now)
    if (changed.size === 0) {
      since = performance.now()
      ears.begun(file)
    }
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        const files = [...changed]
        changed = new Set()
        ears.settled(files)
      },
      Math.max(0, Math.min(quietMs, since + mostMs - performance.now())),
    )
  }
  const watchFolder = (folder: string, only?: ReadonlySet<string>): void => {
    if (watchers.has(folder)) return
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      if (name === null || (only && !only.has(name)) || skipped.includes(name)) return
      const path = join(folder, name)
      if (!only && isFolder(path)) below(path, true)
      else note(path)
    })
    // A folder that is removed; what holds it says so.
    watcher.on('error', () => forget(folder))
    watchers.set(folder, watcher)
  }
  const forget = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  /** @param isNew What lies in it has changed; otherwise it is as it was. */
  const below = (folder: string, isNew: boolean): void => {
    if (watchers.has(folder) && isNew) return
    watchFolder(folder)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (skipped.includes(entry.name)) continue
      if (entry.isDirectory()) below(path, isNew)
      else if (isNew) note(path)
      else seen.set(path, stamp(path))
    }
  }
  const single = new Map<string, Set<string>>()
  for (const path of paths) {
    if (isFolder(path)) below(path, false)
    else {
      single.set(dirname(path), (single.get(dirname(path)) ?? new Set()).add(basename(path)))
      seen.set(path, stamp(path))
    }
  }
  for (const [folder, names] of single) if (existsSync(folder)) watchFolder(folder, names)
  return () => {
    clearTimeout(timer)
    for (const folder of [...watchers.keys()]) forget(folder)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Other after each change; empty for a file that is not there. */
const stamp = (path: string): string => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.mtimeMs} ${found.size} ${found.ino}` : ''
}
