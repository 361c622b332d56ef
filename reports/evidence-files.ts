import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { Evidence } from '../harness/contracts/evidence.js'
import type { CheckResult } from '../harness/contracts/results.js'

/** The evidence of a check; `problem` says why it cannot be shown; neither where the check left none. */
export type Loaded = { readonly evidence?: Evidence; readonly problem?: string }

/** From a check to its evidence, read anew at each call so that a large run never lies in memory as a whole. */
export type EvidenceOf = (check: CheckResult) => Loaded

/** Reads evidence files relative to the folder of `results.json`, and nothing outside it. Never throws. */
export function evidenceIn(folder: string): EvidenceOf {
  return (check) => {
    if (check.evidence === undefined) return {}
    const inside = relative(resolve(folder), resolve(folder, check.evidence))
    if (inside.startsWith('..') || isAbsolute(inside))
      return { problem: 'The evidence file lies outside the report folder.' }
    try {
      return read(readFileSync(join(folder, inside), 'utf8'))
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      return {
        problem: missing ? 'The evidence file is missing.' : `The evidence file cannot be read: ${String(error)}`,
      }
    }
  }
}

function read(text: string): Loaded {
  const value: unknown = JSON.parse(text)
  return isEvidence(value) ? { evidence: value } : { problem: 'The evidence file does not have the shape of evidence.' }
}

// Deep enough that the lists of breaches cannot fail; what lies deeper is caught at its check.
function isEvidence(value: unknown): value is Evidence {
  if (typeof value !== 'object' || value === null) return false
  const { facts, messages, ledger } = value as Partial<Evidence>
  return (
    Array.isArray(ledger) &&
    Array.isArray(messages) &&
    messages.every((message) => typeof message?.label === 'string' && Array.isArray(message.exchanges)) &&
    Array.isArray(facts) &&
    facts.every((fact) => isFact(fact, messages.length))
  )
}

function isFact(fact: Partial<Record<string, unknown>> | null, messages: number): boolean {
  if (typeof fact !== 'object' || fact === null || typeof fact.kind !== 'string') return false
  if (fact.kind === 'rule') return [fact.says, fact.expected, fact.got].every((text) => typeof text === 'string')
  return !('message' in fact) || (typeof fact.message === 'number' && fact.message >= 0 && fact.message < messages)
}
