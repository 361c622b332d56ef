import type { Role } from '../../requirements/types.js'
import { soundIn } from '../check/parties/fixture-forms.js'
import type { CheckDescription } from '../contracts/evidence.js'
import type { PlannedCheck } from '../contracts/plan.js'
import type { RunFile, RunOrder } from '../contracts/run.js'
import { type Bundle, bundlesOf } from '../guises/bundles.js'
import {
  asksForCode,
  type Choosable,
  chosenForGuises,
  looksAtLogin,
  looksForRevocation,
  redeemsCode,
  speaksInGuises,
} from '../guises/choose.js'
import {
  isOfCall,
  isOfConsumer,
  isOfEvidence,
  isOfIdToken,
  isOfLoginRequest,
  isOfQuestion,
  isOfRegistryAlone,
  isOfRequestForEvidence,
  isOfTokenAnswers,
} from '../guises/concerns.js'
import { type Dimension, type Guise, type GuiseValue, guiseOf } from '../guises/types.js'
import { guiseValue } from '../guises/values.js'
import { within } from '../judge/verdict.js'
import { logsIn } from './selection.js'

/** What the choice of guises follows from. */
type Order = Pick<RunOrder, 'guises' | 'profile' | 'seed' | 'only'>

/**
 * Says for each planned check which guises it is to be played in beside the default one.
 * @param weightOf About how many messages a check takes.
 */
export function withGuises(
  plan: readonly PlannedCheck[],
  order: Order,
  weightOf: (id: string) => number,
): readonly PlannedCheck[] {
  const chosen = new Map<string, ReturnType<typeof chosenForGuises>>()
  const chosenAt = ({ target, role }: PlannedCheck): ReturnType<typeof chosenForGuises> => {
    const place = JSON.stringify([target, role])
    const checks = plan.filter((other) => other.target === target && other.role === role)
    const own = chosen.get(place) ?? chosenForGuises(choosable(checks, order, weightOf), order)
    chosen.set(place, own)
    return own
  }
  return plan.map((planned) => {
    if (!planned.selected.run) return planned
    // Those that are asked for by name are played in all.
    const isAsked = order.guises !== undefined || order.only.includes(planned.check.id)
    const isPlayed = isAsked ? speaksInGuises(planned.check) : chosenAt(planned).has(planned.check.id)
    return isPlayed ? { ...planned, guises: concerning(planned, order) } : planned
  })
}

/** The choice is that of the whole suite, whatever `--only` leaves out. */
const choosable = (
  checks: readonly PlannedCheck[],
  { profile }: Order,
  weightOf: (id: string) => number,
): readonly Choosable[] =>
  checks
    .filter(
      ({ check, selected }) => within(check.profile, profile) && (selected.run || selected.verdict === 'disabled'),
    )
    .map(({ check }) => ({ check, weight: weightOf(check.id) }))

/**
 * Whether a value makes a difference to what a check sees: a relying party sees nothing of the lab but its answers, and
 * nobody else an access token of the lab that is for this check alone; evidence is asked for where the service is
 * called, and a request for it shows what it asks and the JWT in it alone; whether a source is asked for revocation shows only where a certificate names it.
 */
export function concernsCheck(value: GuiseValue, check: Pick<CheckDescription, 'id' | 'title'>, role: Role): boolean {
  if (logsIn(check)) return value.answered !== undefined && !isOfRegistryAlone(value)
  if (isOfIdToken(value)) return false
  if (isOfTokenAnswers(value)) return role === 'ServiceConsumer'
  if (isOfEvidence(value)) return check.id.startsWith('service.')
  if (isOfCall(value)) return callsWithToken(check)
  if (asksForEvidence(check)) return forwards(check) ? isOfRequestForEvidence(value) : isOfQuestion(value)
  if (isOfQuestion(value) || isOfConsumer(value)) return false
  if (value.elsewhere && (role !== 'IdentityBroker' || asksForCode(check))) return false
  if (looksAtLogin(check)) return isOfLoginRequest(value) || value.dimension === 'alg'
  if (isOfLoginRequest(value)) return asksForCode(check) || (redeemsCode(check) && !isWithoutPkce(value, check))
  if (asksForCode(check)) return false
  if (isApart(value, check)) return false
  return !(looksForRevocation(check) && value.dimension === 'revocation')
}

/** What is about the verifier of a code needs one. */
const isWithoutPkce = ({ name }: GuiseValue, { id }: Pick<CheckDescription, 'id'>): boolean =>
  name === 'login-request=without PKCE' && id.startsWith('login.pkce-')

/** Checks that are about a dimension themselves, so that another value of it makes them say nothing. */
const apart: Partial<Record<Dimension, readonly string[]>> = {
  // They wait for most of the life of an assertion: an older one would expire meanwhile, and be refused by that.
  age: ['replay.some-seconds-later', 'replay.before-expiry', 'replay.after-many'],
  // What is wrong comes by the connection of what is sound.
  connection: ['state.connection'],
}

const isApart = ({ dimension }: GuiseValue, { id }: Pick<CheckDescription, 'id'>): boolean =>
  apart[dimension]?.includes(id) === true

/** How the ids of checks begin that are about the JWT that is forwarded. */
const ofForwarded = ['forwarding.', 'state.forwarded-under-']

/** And those of all that ask the target for evidence, as a party of the kit. */
export const askingForEvidence: readonly string[] = ['delegation.', ...ofForwarded]

const beginsWithOneOf =
  (beginnings: readonly string[]) =>
  ({ id }: Pick<CheckDescription, 'id'>): boolean =>
    beginnings.some((beginning) => id.startsWith(beginning))

/** Whether a check asks the target for evidence, as a party of the kit. */
export const asksForEvidence = beginsWithOneOf(askingForEvidence)

/** Whether it sends requests that carry an access token of the target. */
const callsWithToken = beginsWithOneOf(['service.', 'lookup.', ...askingForEvidence])

/** Whether it is about the JWT that is forwarded. */
const forwards = beginsWithOneOf(ofForwarded)

/** The bundles of a check, of the values that concern it. */
function concerning({ check, role }: PlannedCheck, { guises, profile }: Order): readonly Bundle[] {
  const concerns = (value: GuiseValue): boolean => concernsCheck(value, check, role)
  return (guises ?? bundlesOf(profile, concerns))
    .map((names) => names.filter((name) => concerns(guiseValue(name))))
    .filter(({ length }) => length > 0)
}

/** The guises that a check is played in: of each bundle what the target grants. */
export function guisesOf(
  { target: name, role, check, guises = [] }: PlannedCheck,
  { targets }: Pick<RunFile, 'targets'>,
): readonly Guise[] {
  const target = targets.find((one) => one.name === name)
  const granted = (asksForEvidence(check) ? target?.guisesOfEvidence : target?.guises)?.[role] ?? []
  const own = guises
    .map((names) => names.filter((each) => granted.includes(each)).map(guiseValue))
    .map((values, place) => (role === 'ParticipantRegistry' ? ofKit(values, place) : values))
    .filter(({ length }) => length > 0)
    .map(guiseOf)
  return [...new Map(own.map((guise) => [guise.name, guise])).values()]
}

/** With all that is said of certificates where a party of a kit is like that, else with one of it, in turn. */
function ofKit(values: readonly GuiseValue[], place: number): readonly GuiseValue[] {
  const certified = values.filter((value) => value.certified)
  const kept = soundIn(guiseOf(values)) === undefined ? certified[place % certified.length] : undefined
  return kept ? values.filter((value) => !value.certified || value === kept) : values
}
