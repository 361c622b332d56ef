import type { Judge } from '../../harness/check/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import type { RequirementId } from '../../requirements/list.js'
import { addresses, ageOnArrival, inPayload } from '../support/flows/conduct.js'
import type { Fixtures } from '../support/test.js'
import { type ConductRow, isForwarded } from './client.cases.js'

/** Every authentication of the target at a counterparty of the lab since the run began (ruling 24: it may well reuse its access token). */
export const authentications = async (
  { lab, target }: Pick<Fixtures, 'lab' | 'target'>,
  kind: 'registry-token' | 'evidence-token' | 'login-token',
  forwardedToo = false,
): Promise<readonly LedgerEntry[]> =>
  (await lab.ledger({ kinds: [kind] })).filter(
    (call) => call.assertion !== undefined && (forwardedToo || !isForwarded(call, target.partyId)),
  )

/** Rules that no request contradicts a row. */
export function ruleConduct(
  { judge, lab, target }: Pick<Fixtures, 'judge' | 'lab' | 'target'>,
  row: ConductRow,
  calls: readonly LedgerEntry[],
  roots: readonly Buffer[],
): void {
  const got = calls
    .map((call) =>
      row.contradiction(call, {
        own: target.partyId,
        clientIdNames: target.clientIdNames,
        parameterTypes: target.parameterTypes,
        receiver: call.counterparty ?? lab.registry.partyId,
        roots,
      }),
    )
    .find((one) => one !== undefined)
  judge.rule(row.title, got === undefined, { expected: row.expected, got: JSON.stringify(got ?? 'so') })
  judge.observes('age of its own assertions on arrival', Math.max(...calls.map(ageOnArrival)), 's')
  const forms = new Set(calls.flatMap(({ guise }) => guise ?? []))
  if (forms.size > 0) judge.observes('other forms of the answers among which they came', [...forms])
}

/** Whether a server has made up its mind about an assertion: one that failed, asked for patience, or sent the target elsewhere, has not. */
const wasAnswered = ({ status }: LedgerEntry): boolean =>
  status > 0 && status < 500 && status !== 429 && !(status >= 300 && status < 400)

/** Whether an assertion has done what it was sent for. */
const wasTaken = ({ status }: LedgerEntry): boolean => status >= 200 && status < 300

const jtisOf = (calls: readonly LedgerEntry[]): readonly (string | undefined)[] =>
  calls.map((call) => JSON.stringify(inPayload(call, 'jti')))

/** Rules that each request carries a JWT and a jti of its own. What came to a failing server may well come again, as other checks say. */
export const ruleRenewed = (judge: Judge, all: readonly LedgerEntry[]): void => ruleNew(judge, all.filter(wasAnswered))

/** The same of all of them. */
export function ruleNew(judge: Judge, calls: readonly LedgerEntry[], breaks?: readonly RequirementId[]): void {
  const signatures = new Set(calls.map(({ assertion }) => assertion?.digest))
  const jtis = new Set(jtisOf(calls))
  judge.rule('Signs anew each time', Math.min(signatures.size, jtis.size) === calls.length, {
    expected: 'all different',
    got: `${signatures.size} JWTs with ${jtis.size} values of jti in ${calls.length} requests`,
    breaks,
  })
}

/**
 * Rules that no two JWTs have one jti. What came to a failing server may well come again, in the same JWT; one that was
 * taken is of no further use, so that another one was signed which is its like, within the same second.
 */
export function ruleNoJtiTwice(judge: Judge, all: readonly LedgerEntry[]): void {
  const calls = all.filter(({ status }) => status > 0 && status < 500)
  const signed = new Map<string, LedgerEntry>()
  const shared = calls.find((call) => {
    const jti = inPayload(call, 'jti')
    if (typeof jti !== 'string') return false
    const before = signed.get(jti)
    signed.set(jti, call)
    return before !== undefined && (wasTaken(before) || before.assertion?.digest !== call.assertion?.digest)
  })
  judge.rule('No jti stands in two JWTs', shared === undefined, {
    expected: 'a jti of its own in each',
    got: shared ? `${JSON.stringify(inPayload(shared, 'jti'))} in two of ${calls.length}` : 'a jti of its own in each',
  })
}

/** Rules that no jti comes again which was sent before a restart. */
export function ruleNoneAgain(judge: Judge, before: readonly LedgerEntry[], after: readonly LedgerEntry[]): void {
  const known = jtisOf(before)
  const again = jtisOf(after).filter((jti) => jti !== undefined && known.includes(jti))
  judge.rule('No jti comes again', again.length === 0, {
    expected: 'other ones than before the restart',
    got: again.join(', ') || 'other ones than before the restart',
  })
}

/** Rules that each request is for its receiver, whatever an answer said. */
export function ruleAudience(
  judge: Judge,
  calls: readonly LedgerEntry[],
  registry: string,
  breaks?: readonly RequirementId[],
): void {
  const receiverOf = ({ counterparty = registry }: LedgerEntry): string => counterparty
  const astray = calls.find((call) => !addresses(call, receiverOf(call)))
  judge.rule('Names the party that it calls, whatever that answers', astray === undefined, {
    expected: `aud ${receiverOf(astray ?? (calls[0] as LedgerEntry))}`,
    got: `aud ${JSON.stringify(inPayload(astray ?? (calls[0] as LedgerEntry), 'aud') ?? null)}`,
    breaks,
  })
}
