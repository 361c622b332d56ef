import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { HarnessError } from '../contracts/errors.js'
import type { RunFile, RunOrder } from '../contracts/run.js'
import { noteSecretsIn } from '../evidence/leaks/note.js'

/** Environment variable that names the run's folder for workers and reporter. */
export const runVariable = 'ASSAY_RUN'

/** How often a worker looks whether the run is set up, milliseconds. */
const pauseMs = 20

const orderFile = (folder: string): string => `${folder}/order.json`
const runFile = (folder: string): string => `${folder}/run.json`

const runFolder = (): string => {
  const folder = process.env[runVariable]
  if (folder === undefined) throw new HarnessError(`No run is going on: ${runVariable} is not set.`)
  return folder
}

/** @throws HarnessError when no run is going on. */
export const readOrder = (): RunOrder => JSON.parse(readFileSync(orderFile(runFolder()), 'utf8')) as RunOrder

/** @throws HarnessError when no run is going on. */
export const readRun = (): RunFile => JSON.parse(readFileSync(runFile(runFolder()), 'utf8')) as RunFile

/** The run as soon as it is set up; a process that waits in vain is ended. @throws HarnessError when no run is going on. */
export async function awaitRun(): Promise<RunFile> {
  const file = runFile(runFolder())
  while (!existsSync(file)) await wait(pauseMs)
  noteSecretsIn(runFolder())
  return readRun()
}

/** Writes the order and tells this process and its children where it is. */
export function writeOrder(order: RunOrder): void {
  noteSecretsIn(order.folder)
  keep(orderFile(order.folder), order)
  process.env[runVariable] = order.folder
}

/** Writes the run file, for which workers may be waiting already. */
export const writeRun = (run: RunFile): void => keep(runFile(run.folder), run)

/** Whole or not at all, since somebody may be waiting for it. */
function keep(file: string, content: RunOrder): void {
  const part = `${file}.part`
  writeFileSync(part, JSON.stringify(content), { mode: 0o600 })
  renameSync(part, file)
}
