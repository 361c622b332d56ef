import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, isDenied, isOurs } from '../files.js'
import type { Secret, SecretKind } from './note.js'
import { type Search, searchFor } from './search.js'

/** A file that holds what it must not. */
export interface Leak {
  /** Below the folder that was searched. */
  readonly name: string
  readonly kinds: readonly SecretKind[]
}

/** Bytes that are read at once, and those that are read twice, longer than any form of a secret. */
const chunk = 16 * 1024 * 1024
const overlap = 4096

/**
 * Searches every byte of every file below a folder. Links are not followed, and a file of somebody else that may not be
 * read is left alone.
 */
export function findLeaks(folder: string, secrets: readonly Secret[]): readonly Leak[] {
  const search = searchFor(secrets)
  const buffer = Buffer.allocUnsafe(chunk)
  return filesBelow(folder).flatMap((name) => {
    try {
      const kinds = kindsIn(join(folder, name), search, buffer)
      return kinds.length === 0 ? [] : [{ name, kinds }]
    } catch (error) {
      if (isDenied(error) && !isOurs(name)) return []
      throw error
    }
  })
}

function kindsIn(path: string, search: Search, buffer: Buffer): readonly SecretKind[] {
  const found = new Set<SecretKind>()
  const file = openSync(path, 'r')
  try {
    for (let kept = 0; ; ) {
      const read = readSync(file, buffer, kept, chunk - kept, null)
      if (read === 0) return [...found]
      for (const kind of search(buffer.subarray(0, kept + read))) found.add(kind)
      const end = kept + read
      kept = Math.min(overlap, end)
      buffer.copy(buffer, 0, end - kept, end)
    }
  } finally {
    closeSync(file)
  }
}
