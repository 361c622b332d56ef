import type { Policy } from '../contracts/results.js'
import { sha256 } from './redact.js'

/** SHA-256 of what a policy says, lower-case hex: the same for each file that says so, whatever its comments and spelling. */
export const policyDigest = ({ name, strict, requirements }: Omit<Policy, 'digest'>): string =>
  sha256(
    JSON.stringify([
      name,
      strict ?? null,
      ...requirements.map(({ id, level, reading, reason }) => [id, level ?? null, reading ?? null, reason]),
    ]),
  )
