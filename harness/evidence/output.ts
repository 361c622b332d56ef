import type { Search } from './leaks/search.js'
import { insteadOfKey } from './private-keys.js'
import { redactText } from './redact.js'

/** Longest line that is kept of what a target printed, in characters. */
const longestLine = 300

/**
 * Lines that a target printed, as they may be kept: long runs go as in any answer of a target, private keys in PEM as
 * one line, and a line that still holds a secret as a whole.
 */
export function withoutSecrets(lines: readonly string[], search: Search): readonly string[] {
  const clean = withoutKeys(lines).map((line) => {
    const redacted = redactText(line, []).slice(0, longestLine)
    return search(Buffer.from(redacted)).size > 0 ? '‹a line that held a secret›' : redacted
  })
  // Such as one that is spread over lines.
  return search(Buffer.from(clean.join('\n'))).size > 0 ? ['‹lines that held a secret›'] : clean
}

const begins = /-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:(?<end>-----END [A-Z ]*PRIVATE KEY-----)|$)/g
const ends = /^.*-----END [A-Z ]*PRIVATE KEY-----/
const inside = /^[A-Za-z0-9+/=\s]+$/

/** Without private keys in PEM, of which the first lines or the last ones may stand elsewhere. */
function withoutKeys(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let open = false
  for (const line of lines) {
    const last = [...line.matchAll(begins)].at(-1)
    if (last) kept.push(line.replaceAll(begins, insteadOfKey))
    else if (ends.test(line)) {
      while (!open && inside.test(kept.at(-1) ?? '')) kept.pop()
      kept.push(open ? line.replace(ends, '') : line.replace(ends, insteadOfKey))
    } else if (!open || !inside.test(line)) kept.push(line)
    open = last ? last.groups?.end === undefined : open && inside.test(line)
  }
  return kept
}
