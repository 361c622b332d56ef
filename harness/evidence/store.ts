import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Evidence, RecordedScreenshot } from '../contracts/evidence.js'

/** Path of a check's evidence file, relative to `results.json`. */
export const evidencePath = (target: string, role: string, check: string): string =>
  `evidence/${slug(target)}/${role}/${check}.json`

const mostOfSlug = 60
const hashOfSlug = 8

/**
 * A name as part of a path: lower case, letters, digits and hyphens. A hash stands for letters of other scripts, and for
 * what is too long, so that names which differ in them are two.
 */
export function slug(name: string): string {
  const whole = name.normalize('NFC').toLowerCase()
  const isWhole = !/[^\0-\x7F]/.test(whole.replace(/[^\p{L}\p{M}\p{N}]/gu, '')) && plain(whole).length <= mostOfSlug
  if (isWhole) return plain(whole) || 'target'
  const hash = createHash('sha256')
    .update(whole.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, ''))
    .digest('hex')
    .slice(0, hashOfSlug)
  const kept = plain(whole).slice(0, mostOfSlug - hashOfSlug - 1)
  return `${kept.replace(/-$/, '') || 'target'}-${hash}`
}

/** The slug of older versions, which lost what this one has a hash of; a state that is kept may still have it. */
export const formerSlug = (name: string): string => plain(name.toLowerCase()).slice(0, mostOfSlug) || 'target'

const plain = (text: string): string => text.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')

/** Writes a file whole or not at all, making its folder. @param mode Who may read it; by default whom the system lets. */
export function writeWhole(file: string, content: string | Buffer, mode?: number): void {
  mkdirSync(dirname(file), { recursive: true })
  const part = `${file}.part`
  try {
    writeFileSync(part, content, mode === undefined ? {} : { mode })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Removes what an earlier run left of a target and role, so that none of it can speak for this run. */
export function clearEvidence(out: string, target: string, role: string): void {
  for (const place of new Set([slug(target), formerSlug(target)]))
    rmSync(join(out, 'evidence', place, role), { recursive: true, force: true })
}

/** Keeps the evidence of one check. */
export const writeEvidence = (out: string, evidence: Evidence): void =>
  writeWhole(join(out, evidencePath(evidence.target, evidence.role, evidence.id)), JSON.stringify(evidence))

/** Keeps a picture of the browser beside the evidence of its check: `evidence/<target>/<role>/<check id>/<number>.png`. */
export function keepScreenshot(
  out: string,
  check: Pick<Evidence, 'target' | 'role' | 'id'>,
  number: number,
  { label, png }: { readonly label: string; readonly png: Buffer },
): RecordedScreenshot {
  const file = evidencePath(check.target, check.role, check.id).replace(/\.json$/, `/${number}.png`)
  writeWhole(join(out, file), png)
  return { label, file }
}

/** The evidence of one check, or `undefined` where the check left none. */
export function readEvidence(out: string, path: string): Evidence | undefined {
  try {
    return JSON.parse(readFileSync(join(out, path), 'utf8')) as Evidence
  } catch {
    return undefined
  }
}
