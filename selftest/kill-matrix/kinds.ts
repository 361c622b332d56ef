import type { FaultName } from '../../harness/faults/faults.js'

// Which faults a check can meet together so that none of them hides another: those that change verdicts in one
// direction only. What one of them lets in is in, whatever the others do; what one refuses is refused; and of an answer
// with several things wrong each is still wrong. `npm run kill-matrix -- --company` shows it by the faults that checks
// name: a fault that says who a human is, for example, hid another one there, and belongs to no kind.

/** How the names of faults begin, without what marks those of forwarded JWTs. */
const beginnings = {
  'lets in': [
    'accepts|believes-registry|caches|coerces|compares-beginning|compares-ends|completes|counts-lifetime|decodes',
    'answers-(?:get|lookup|other|put)|cuts-passwords|decides-few|fetches|finds|folds|grants|honours|ignores',
    'joins-policies|keeps-(?:chain|dates|key|match|permit|record|revocation|status|used|verdict)|login-opens',
    'logs-in-unknown|loose-equality|matches|normalises|overlooks|passes-over|permits?|redeems|registers|reorders',
    'reads-(?:password|seconds|sub|x5c)|shares|skips|spells|stores|takes-(?!everybody)\\w+|tries|trims-aud',
    'serves-(?:any|beginning|behind|claims-to|evidence|file|json|on|pattern|post|unless|when|without)',
    'tells-userinfo-(?:for|without)|trusts-(?!first-root)\\w+|verifies|widens',
  ],
  'tells otherwise': [
    'adds|addresses|authenticates-by|capitalises|changes|corrupts|counts-(?:code|nonces|states)|cuts-nonce|dates',
    'drops|ends|fingerprints|has|hashes|id-token|issues-(?:consecutive|refresh|short)|keeps-(?:nonce|times)',
    'lists-first-certificate|lives|long-subject|lower-cases|misspells|names|numbers|omits|parties-token|passes-on',
    'puts|renames|repeats|reports|reuses|reverses|says|sends|shows-code|signs-(?!session)\\w+|strips|swaps',
    'serves-(?:boolean|claims-without|empty|enabled|foreign|no|old|relative|untyped|x5c)|trims-state|writes',
    'tells-(?:unasked|upstream)',
  ],
  refuses: ['limits|refuses|requires|wants'],
} as const

/** Direction in which a fault changes verdicts. */
export type Kind = keyof typeof beginnings

const kinds = Object.entries(beginnings).map(
  ([kind, words]) => [kind as Kind, new RegExp(`^(?:forward-)?(?:${words.join('|')})(?:-|$)`)] as const,
)

/** The kind of a fault; none where it might hide another, or be hidden. */
export const kindOf = (fault: FaultName): Kind | undefined => kinds.find(([, begins]) => begins.test(fault))?.[0]
