import type { RunFile } from '../contracts/run.js'
import type { Secret } from '../evidence/leaks/note.js'
import { secretsOf } from '../evidence/leaks/secrets.js'

let kept: readonly Secret[] = []

/** Keeps the secrets of a run in memory: without `assay certify` its folder is gone before the report is written, by the same process. */
export const keepSecrets = (run: RunFile): void => {
  kept = secretsOf(run)
}

/** What was kept. */
export const keptSecrets = (): readonly Secret[] => kept
