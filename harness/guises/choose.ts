import { requirements } from '../../requirements/index.js'
import type { Level, Profile } from '../../requirements/types.js'
import type { CheckDescription } from '../contracts/evidence.js'

/** A check of one role that runs, as far as the choice goes by it. */
export interface Choosable {
  readonly check: CheckDescription
  /** About how many messages it takes; one that waits, or runs alone at its target, counts as heavy. */
  readonly weight: number
}

/** What the choice follows from. */
export interface Choice {
  readonly profile: Profile
  readonly seed: number
}

/** How the title of a check begins that sends, or answers with, what has to be refused (`suites/support/row.ts`). */
const beginnings = [
  'refuses ',
  'ends a login ',
  'issues no token for the other party ',
  'takes no ',
  'permits nothing ',
  'permits no ',
]

/** And that of one which asks for a code that must not be given, or to be led where nobody may be led. */
const codes = ['sends no ', 'sends nobody ']

/** And that of one which looks whether the target asks what it has to ask before it grants. */
const askings = ['reads the CRL that ', 'asks the OCSP responder that ', 'asks whether the certificate ']

/** And how of one that looks at what a target sends of its own accord once it was answered. */
const afterwards = [
  'towards a provider signs a new assertion ',
  'calls the service with its access token ',
  'signs a new assertion with a new jti for every login',
]

const beginsWith =
  (beginnings: readonly string[]) =>
  ({ title }: Pick<CheckDescription, 'title'>): boolean =>
    beginnings.some((words) => title.startsWith(words))

/** Whether a check has its target restarted, as it would in each guise. */
const restarts = ({ title }: Pick<CheckDescription, 'title'>): boolean => title.endsWith(' restarted')

/** Whether a check is about something that has to be refused. */
export const refuses = beginsWith([...beginnings, ...codes])

/** Whether it is about an authorization request, so that no other message of it counts. */
export const asksForCode = beginsWith(codes)

/** Whether it is about a code that a login has brought, and who may redeem it. */
export const redeemsCode = (check: Pick<CheckDescription, 'id' | 'title'>): boolean =>
  check.id.startsWith('login.') && beginsWith(beginnings)(check)

/** Whether a check looks whether the target asks about revocation. */
export const looksForRevocation = beginsWith(askings)

/** What is chosen apart: how the title begins of what has to be refused. */
const kindOf = ({ title }: Pick<CheckDescription, 'title'>): string =>
  codes.find((words) => title.startsWith(words)) ?? ''

/** Whether a check looks at what a target does after an answer in another form. */
const looksAfterAnswers = beginsWith(afterwards)

/** Checks of what a login brings: it may depend on how the login was asked for, and on the algorithm of the client. */
export const broughtByLogin: readonly string[] = [
  'login.state',
  'login.nonce',
  'login.id-token-for-client',
  'login.id-token-algorithm',
  'login.id-token-header',
  'login.id-token-chain',
  'login.id-token-signature',
  'login.id-token-names',
  'login.id-token-lifetime',
  'login.id-token-jti',
  'login.at-hash',
  'login.answer-issuer',
  'login.no-refresh-token',
  'login.offline-access',
]

/** Whether a check looks at what a login brings. */
export const looksAtLogin = ({ id }: Pick<CheckDescription, 'id'>): boolean => broughtByLogin.includes(id)

/** Checks of what a target gives, answers, asks and forwards where it grants; that may depend on the form in which it was asked. */
export const ofAnswers: readonly string[] = [
  'token.distinct',
  'token.no-refresh-token',
  'token.offline-access',
  'token.refresh-grant-with-assertion',
  'http.no-store',
  'http.token-response',
  'registry.authenticated-lookup',
  'registry.lookup',
  'relying-party.own-human',
  'relying-party.userinfo',
  'replay.race-of-2',
  'broker.subjects-of-two-providers',
  'login.session-fixed',
  'delegation.all-of-first-false',
  'delegation.any-of-all-TF-all-FT',
  'delegation.any-of-false',
  'delegation.in-time',
  'delegation.response',
  'delegation.signed-token',
  'delegation.supplied-context',
  'forwarding.effect',
  'forwarding.named-in-body',
  'service.authenticated-ask',
  'service.context',
  'service.forwards-of-another',
  'service.forwards-unchanged',
  'service.own-assertion',
  'lookup.algorithm',
  'lookup.answer-about-caller',
  'lookup.answer-about-suspended',
  'lookup.answer-about-two-certificates',
  'lookup.audience',
  'lookup.audience-per-caller',
  'lookup.certificate',
  'lookup.certificate-whole',
  'lookup.chain',
  'lookup.current',
  'lookup.fingerprint',
  'lookup.header',
  'lookup.issuer',
  'lookup.jti',
  'lookup.lifetime',
  'lookup.new-jti',
  'lookup.same-party',
  'lookup.signature',
  'lookup.signed',
  'lookup.status',
  'lookup.status-by-path',
  'lookup.status-suspended',
]

const looksAtAnswer = ({ id }: Pick<CheckDescription, 'id'>): boolean => ofAnswers.includes(id)

/** Whether a check looks at something in each guise. */
const looks = (check: Pick<CheckDescription, 'id' | 'title'>): boolean =>
  [looksForRevocation, looksAfterAnswers, looksAtLogin, looksAtAnswer].some((look) => look(check))

/** Whether what comes of a check in another guise says something. */
export const speaksInGuises = (check: Pick<CheckDescription, 'id' | 'title'>): boolean =>
  !restarts(check) && (refuses(check) || looks(check))

/**
 * The checks of one role that are played in other guises, too: `quick` and `standard` choose one check
 * for each requirement, whose fault removes the rule as a whole; `deep` takes every must check. Whether the target asks
 * about revocation, what it does after an answer, who may redeem a code, what a login brings, and what a grant
 * is answered with, is looked at in each of `standard` and `deep`.
 * @returns their ids.
 */
export function chosenForGuises(checks: readonly Choosable[], { profile, seed }: Choice): ReadonlySet<string> {
  const refusing = checks.filter(({ check }) => refuses(check) && !restarts(check))
  const kinds = ['', ...codes].map((one) => refusing.filter(({ check }) => kindOf(check) === one))
  const levels: readonly Level[] = profile === 'quick' ? ['must'] : ['must', 'strict']
  const chosen = new Set<Choosable>()
  const ruled = requirements.filter((one) => levels.includes(one.level))
  for (const { id, level } of ruled)
    for (const suited of kinds.flatMap((kind) =>
      broadest(kind.filter(({ check }) => check.level === level && check.requirements.includes(id))),
    ))
      if (!suited.some((one) => chosen.has(one))) for (const one of oneOf(suited, seed)) chosen.add(one)
  const looking = profile === 'quick' ? [] : checks.filter(({ check }) => looks(check))
  // Each holds for another way to a code.
  const redeeming = profile === 'quick' ? [] : refusing.filter(({ check }) => redeemsCode(check))
  const every = profile === 'deep' ? refusing.filter(({ check }) => check.level === 'must') : []
  return new Set([...chosen, ...looking, ...redeeming, ...every].map(({ check }) => check.id))
}

/** How faults are called that leave a rule out, in whatever form it is tried. */
const leavesOut = /^(forward-)?(skips|ignores(?!-last-)|verifies-no|trusts-any)-/

/** Whether the first message of a row shows what is wrong: it notices one fault which leaves a rule out, or a single one. */
export const firstSpeaksForAll = ({ detects }: Pick<CheckDescription, 'detects'>): boolean =>
  detects.length === 1 || detects.filter((fault) => leavesOut.test(fault)).length === 1

/**
 * Those that notice a fault which leaves a rule of the requirement out, for each such fault; where there is none, those
 * that notice what most of them notice.
 */
function broadest(candidates: readonly Choosable[]): readonly (readonly Choosable[])[] {
  const { whole, most } = faultsOf(candidates)
  const noticing = (faults: readonly string[]): readonly Choosable[] =>
    candidates.filter(({ check }) => faults.length === 0 || check.detects.some((fault) => faults.includes(fault)))
  return whole.length > 0 ? whole.map((fault) => noticing([fault])) : [noticing(most)]
}

/** The faults that leave something out, and those that most of these notice. */
function faultsOf(candidates: readonly Pick<Choosable, 'check'>[]): {
  readonly whole: readonly string[]
  readonly most: readonly string[]
} {
  const counts = new Map<string, number>()
  for (const fault of candidates.flatMap(({ check }) => check.detects)) counts.set(fault, (counts.get(fault) ?? 0) + 1)
  const most = Math.max(0, ...counts.values())
  const names = [...counts.keys()]
  return {
    whole: names.filter((fault) => leavesOut.test(fault)),
    most: names.filter((fault) => counts.get(fault) === most),
  }
}

/** Those faults of a check that remove the rule of one of its requirements as a whole: most checks of that notice them. */
export function broadestFaults(
  checks: readonly Pick<Choosable, 'check'>[],
  check: CheckDescription,
): readonly string[] {
  const removing = check.requirements.flatMap((id) => {
    const { whole, most } = faultsOf(
      checks.filter(
        (one) => one.check.requirements.includes(id) && refuses(one.check) && kindOf(one.check) === kindOf(check),
      ),
    )
    return whole.length > 0 ? whole : most
  })
  return check.detects.filter((fault) => removing.includes(fault))
}

/** One of the lightest; which one follows from the seed. */
function oneOf(candidates: readonly Choosable[], seed: number): readonly Choosable[] {
  const least = Math.min(...candidates.map(({ weight }) => weight))
  const light = candidates.filter(({ weight }) => weight === least)
  return light.slice(seed % Math.max(1, light.length)).slice(0, 1)
}
