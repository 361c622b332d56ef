import type { LedgerEntry, RegistryOutage } from '../../harness/contracts/lab-protocol.js'
import type { RequirementId } from '../../requirements/list.js'
import { type Conduct, conduct, inPayload, unless } from '../support/flows/conduct.js'
import { insistingBound } from '../support/flows/insisting.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'

/** A rule about each token request that the target sends to the registry. */
export interface ConductRow extends Omit<Conduct, 'ids' | 'idsAtLogin'>, Coverage {
  /** Also looks at requests that carry an assertion which was addressed to the target itself. */
  readonly forwardedToo?: true
}

/** Whether the request carries an assertion that a client made for the target: a defect of its own, which must not count twice. */
export const isForwarded = (call: LedgerEntry, own: string): boolean => inPayload(call, 'aud') === own

/** The rules about requests to one server, as checks. */
export const rowsAt = (server: keyof Conduct['ids'], roles: Coverage['roles']): readonly ConductRow[] =>
  conduct.map(({ ids, idsAtLogin: _, ...row }) => ({
    ...row,
    id: ids[server],
    ...(roles && { roles }),
  }))

/** What the target sends to the Participant Registry. */
export const towardsRegistry: readonly ConductRow[] = [
  ...rowsAt('registry', lookingUp),
  {
    id: 'client.own-assertion',
    title: "never sends a client's assertion as its own",
    requirements: ['ASSERTION-OWN'],
    cases: ['CLI-08'],
    roles: lookingUp,
    detects: ['sends-clients-assertion'],
    expected: 'its own id as iss',
    forwardedToo: true,
    last: true,
    contradiction: (call, { own }) => unless(inPayload(call, 'iss') === own, inPayload(call, 'iss')),
  },
]

export const renewed: Coverage = check('client.new-assertion', 'CLI-06', 'reuses-own-assertion', { roles: lookingUp })

/** Those who need a token at once may share that, and not an assertion. */
export const renewedAtOnce: Coverage = check(
  'client.new-assertion-at-once',
  ['JWT-JTI-NEW', 'CLI-06'],
  'shares-own-assertion-at-once',
  { level: 'must', roles: lookingUp, exclusive: true },
)

/** Few values in turn are new to one check, and not to the run. */
export const throughout: Coverage = check('client.new-jti-throughout', 'JWT-JTI-NEW', 'deals-own-jti-in-turn', {
  level: 'must',
  roles: lookingUp,
  last: true,
})

/** How often the target is made to authenticate beside what it has sent before. */
export const furtherTimes = 12

/** A hostile answer that tells another audience must not be heeded. */
export const keepsAudience: Coverage = check(
  'client.told-audience',
  ['ASSERTION-AUD', 'CLI-04'],
  ['follows-told-audience', 'addresses-url'],
  { roles: lookingUp },
)

/** Rules that hold after a failure as before; the others have checks that say so. */
export const heldAfterFailure = (rows: readonly ConductRow[]): readonly ConductRow[] =>
  rows.filter(({ level }) => level === undefined)

/** What a target breaks that does not keep them. */
export const requirementsAfterFailure = (rows: readonly ConductRow[]): readonly RequirementId[] => [
  ...new Set(heldAfterFailure(rows).flatMap(({ requirements }) => requirements)),
]

/** An assertion is no less sound because the one before it led to nothing. */
export const afterFailure: Coverage = check(
  'client.after-failure',
  requirementsAfterFailure(towardsRegistry),
  ['lives-60-seconds-after-failure', 'authenticates-by-query-after-error'],
  { level: 'must', roles: lookingUp, exclusive: true },
)

/** How a server fails to which the target has sent an assertion. What it had sent may have been read (L257, L266). */
type Failing = 'error' | 'plea' | 'reset'

/** A check of what the target sends to a server that has failed. */
export interface RenewedRow<F extends string = Failing | 'refusal'> extends Coverage {
  readonly failing: F
  readonly title: string
}

const afterError = ['repeats-assertion-after-error', 'reuses-own-assertion'] as const

/** Failures of a server after which the target may authenticate once more there, as checks of these ids. */
export const renewedAfterAt = (
  ids: Readonly<Record<'error' | 'reset', string>>,
  more: Partial<Coverage>,
): readonly RenewedRow<'error' | 'reset'>[] => [
  {
    ...check(ids.error, ['JWT-JTI-NEW', 'CLI-06'], afterError, {
      level: 'strict',
      ...more,
    }),
    failing: 'error',
    title: 'signs a new assertion after a server has failed',
  },
  {
    // Some HTTP libraries send it again of their own accord.
    ...check(ids.reset, 'JWT-JTI-NEW', ['repeats-assertion-after-reset', 'reuses-own-assertion'], {
      level: 'should',
      ...more,
    }),
    failing: 'reset',
    title: 'signs a new assertion after a connection broke',
  },
]

/** The same after a server has asked to come again: some HTTP libraries and proxies send it again of their own accord. */
export const renewedAfterPleaAt = (id: string, more: Partial<Coverage>): RenewedRow<'plea'> => ({
  ...check(id, 'JWT-JTI-NEW', [...afterError, 'repeats-assertion-after-plea'], { level: 'should', ...more }),
  failing: 'plea',
  title: 'signs a new assertion after a server has asked to come again',
})

const repeatingRefused = [
  'repeats-assertion-after-refusal',
  'repeats-assertion-after-error',
  'reuses-own-assertion',
] as const

/** The same after a server has refused an assertion: it is spent (L257, L266). */
export const renewedAfterRefusalAt = (id: string, more: Partial<Coverage>): RenewedRow<'refusal'> => ({
  ...check(id, ['JWT-JTI-NEW', 'CLI-06'], repeatingRefused, { level: 'must', ...more }),
  failing: 'refusal',
  title: 'signs a new assertion after a server has refused one',
})

/** The token endpoint of a registry as it fails, in each way apart. */
export const failingTokens: Readonly<Record<RenewedRow['failing'], readonly RegistryOutage[]>> = {
  error: [{ tokenStatus: 500, forgetTokens: true }],
  plea: [503, 429].map((tokenStatus) => ({ tokenStatus, forgetTokens: true })),
  reset: [{ tokenReset: true, forgetTokens: true }],
  refusal: [401, 400].map((tokenStatus) => ({ tokenStatus, forgetTokens: true })),
}

const whereLookingUp = { roles: lookingUp, exclusive: true } as const

export const renewedAfter: readonly RenewedRow[] = [
  ...renewedAfterAt(
    { error: 'client.new-assertion-after-error', reset: 'client.new-assertion-after-reset' },
    whereLookingUp,
  ),
  renewedAfterPleaAt('client.new-assertion-after-plea', whereLookingUp),
  renewedAfterRefusalAt('client.new-assertion-after-refusal', whereLookingUp),
]

/** Whose jti is counted from its start says again what it said before that. */
export const afterRestartAt = (id: string, more: Partial<Coverage>): Coverage =>
  check(id, 'JWT-JTI-NEW', 'counts-own-jti', {
    level: 'must',
    profile: 'standard',
    exclusive: true,
    unsafe: 'restart',
    ...more,
  })

export const afterRestart = afterRestartAt('client.new-assertion-after-restart', { roles: lookingUp })

/** What a target that is lax about TLS towards whom it looks others up at, or calls, may do wrong. */
export const laxAboutTls = [
  'ignores-tls-certificate',
  'ignores-tls-host-name',
  'ignores-tls-expiry',
  'ignores-tls-begin',
  'trusts-participants-for-tls',
  'takes-self-signed-tls-certificate',
] as const

/** The same towards the other servers that it calls. */
export const laxAboutTlsOfOthers = [
  'ignores-tls-certificate-of-others',
  'ignores-tls-expiry-of-others',
  'ignores-tls-begin-of-others',
  'trusts-participants-for-tls-of-others',
  'takes-self-signed-tls-certificate-of-others',
] as const

export const verifiesTls: Coverage = check(
  'client.tls',
  'CLI-10',
  [...laxAboutTls, 'ignores-tls-certificate-of-token-endpoint'],
  { roles: lookingUp, exclusive: true, slow: insistingBound },
)
