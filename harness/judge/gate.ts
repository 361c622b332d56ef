import type { CheckVerdict, RoleVerdict } from '../evidence/results-types.js'

/** What the gate is computed from. */
export interface GateFacts {
  readonly checks: readonly { readonly verdict: CheckVerdict }[]
  readonly roles: readonly { readonly verdict: RoleVerdict }[]
  /** `false`: the run was cut short by a signal. */
  readonly interrupted: boolean
}

/** What decides in CI, with the exit code of the command. */
export interface Gate {
  readonly gate: 'pass' | 'fail'
  readonly exitCode: 0 | 1 | 2 | 4 | 130
}

/** The gate of a run; where several codes hold, the first of 130, 1, 4, 2, 0 is taken. */
export function gateOf({ checks, roles, interrupted }: GateFacts): Gate {
  const has = (verdict: CheckVerdict) => checks.some((check) => check.verdict === verdict)
  if (interrupted) return { gate: 'fail', exitCode: 130 }
  if (has('fail')) return { gate: 'fail', exitCode: 1 }
  if (has('harness-error') || nothingJudged(checks)) return { gate: 'fail', exitCode: 4 }
  if (roles.length === 0 || roles.some(({ verdict }) => !verdict.startsWith('certified')))
    return { gate: 'fail', exitCode: 2 }
  return { gate: 'pass', exitCode: 0 }
}

const nothingJudged = (checks: GateFacts['checks']): boolean =>
  !checks.some(({ verdict }) => verdict === 'pass' || verdict === 'finding' || verdict === 'fail')
