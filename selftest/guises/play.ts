import type { CheckResult } from '../../harness/contracts/results.js'
import { type Bundle, bundlesOf } from '../../harness/guises/bundles.js'
import { isOfIdToken, isOfLoginRequest, isOfTokenAnswers } from '../../harness/guises/concerns.js'
import type { GuiseValue } from '../../harness/guises/types.js'
import { guiseValue } from '../../harness/guises/values.js'
import { mostChecks } from '../../harness/runner/own-runner.js'
import type { Profile, Role } from '../../requirements/types.js'
import { resultsOf } from '../kill-matrix/certify.js'
import type { MatrixNaming } from '../kill-matrix/names.js'
import { sideBySide } from '../kill-matrix/play.js'
import { faultVariable, isKnownByJti, type Pair, reachingNames } from './pairs.js'

/** What came of a pair. */
export interface Played {
  readonly pair: Pair
  /** `not sent`: no message of the check can have that form, as the results say. */
  readonly outcome: 'noticed' | 'unnoticed' | 'not sent'
  readonly reason: string
}

/** Plays pairs with the bundle of a standard run that holds their value; where parties have no names of their own, with that value. */
export const playWhole = (pairs: readonly Pair[], naming: MatrixNaming): Promise<readonly Played[]> =>
  playAll(pairs, {
    naming,
    profile: 'standard',
    bundleOf: ({ role, check, value }) => (isKnownByJti(role, check) ? [value] : bundleWith(value)),
  })

/** Plays pairs with their values alone, and all messages of each check: a fault may show at one of them. */
export const playDrawn = (pairs: readonly Pair[], naming: MatrixNaming): Promise<readonly Played[]> =>
  playAll(pairs, { naming, profile: 'deep', bundleOf: ({ value }) => [value] })

const bundleWith = (value: string): Bundle => bundlesOf('standard').find((names) => names.includes(value)) ?? [value]

interface Playing {
  readonly naming: MatrixNaming
  readonly profile: Profile
  readonly bundleOf: (pair: Pair) => Bundle
}

/** What goes unnoticed beside others is played once more, each pair alone: a busy machine is no hole in the suite. */
async function playAll(pairs: readonly Pair[], playing: Playing): Promise<readonly Played[]> {
  const first = await playRounds(roundsOf(pairs), playing)
  const missed = first.filter(({ outcome }) => outcome === 'unnoticed').map(({ pair }) => pair)
  const rest = first.filter(({ outcome }) => outcome !== 'unnoticed')
  return [
    ...rest,
    ...(await playRounds(
      missed.map((pair) => [pair]),
      playing,
    )),
  ]
}

async function playRounds(
  rounds: readonly (readonly Pair[])[],
  { naming, profile, bundleOf }: Playing,
): Promise<readonly Played[]> {
  const played: Played[] = []
  await sideBySide(rounds, async (round) => {
    const [first] = round as [Pair]
    const { role, value } = first
    const bundle = await grantedAt(role, bundleOf(first), naming)
    const { checks } = await resultsOf({
      role,
      seed: naming.seed,
      profile,
      only: round.map(({ check }) => check),
      // In the bundle, and in the value alone, by which the suite finds out which one it is.
      fault: faultVariable(
        round,
        ({ check: id, title }) => [reachingNames(role, { id, title }, bundle).join(', '), value],
        naming,
      ),
      guises: bundle.join(', '),
      variants: variantsFor(bundle),
    })
    for (const pair of round)
      played.push(
        cameOf(
          pair,
          checks.find(({ id }) => id === pair.check),
        ),
      )
  })
  return played
}

/** Variants of a reference that take a form which the reference itself does not. */
const taking: Readonly<Record<string, readonly string[]>> = {
  'form=as JSON': ['takes-other-bodies'],
  'form=as multipart': ['takes-other-bodies'],
  'form=without client_id': ['accepts-missing-client-id'],
}

const variantsFor = (bundle: Bundle): readonly string[] => bundle.flatMap((name) => taking[name] ?? [])

const known = new Map<string, Promise<Bundle>>()

/** What the reference grants of a bundle: some of what the text leaves open it refuses. */
function grantedAt(role: Role, bundle: Bundle, naming: MatrixNaming): Promise<Bundle> {
  const key = `${role} ${bundle.join()}`
  const own = known.get(key) ?? askWhichAreGranted(role, bundle, naming)
  known.set(key, own)
  return own
}

async function askWhichAreGranted(role: Role, bundle: Bundle, naming: MatrixNaming): Promise<Bundle> {
  const only = [role === 'ServiceConsumer' ? 'consumer.bearer' : 'audience.other-party']
  const { checks } = await resultsOf({
    role,
    seed: naming.seed,
    only,
    guises: bundle.join(', '),
    variants: variantsFor(bundle),
  })
  const [guise] = checks.flatMap(({ guises = [] }) => guises)
  return guise
    ? bundle.filter((name) => guise.name.split(', ').includes(name) || isElsewhere(guiseValue(name)))
    : bundle
}

/** Whether a value does not show at the token endpoint. */
const isElsewhere = (value: GuiseValue): boolean =>
  isOfTokenAnswers(value) || isOfIdToken(value) || isOfLoginRequest(value)

/** Runs of one bundle each, in which a check stands once. */
function roundsOf(pairs: readonly Pair[]): readonly (readonly Pair[])[] {
  const rounds: Pair[][] = []
  for (const pair of pairs) {
    const open = rounds.find(
      (round) =>
        round.length < mostChecks &&
        round.every(
          ({ role, value, check }) =>
            role === pair.role &&
            value === pair.value &&
            check !== pair.check &&
            isKnownByJti(role, check) === isKnownByJti(pair.role, pair.check),
        ),
    )
    if (open) open.push(pair)
    else rounds.push([pair])
  }
  return rounds
}

function cameOf(pair: Pair, check: CheckResult | undefined): Played {
  const { verdict = 'harness-error', reason = 'The run says nothing of it.', guises = [] } = check ?? {}
  if (verdict === 'fail' || verdict === 'finding') return { pair, outcome: 'noticed', reason }
  // What the text leaves open, the reference may refuse as a whole.
  const mayRefuse = guises.length === 0 && guiseValue(pair.value).level === 'open'
  const sent = guises.some(({ values }) => values.includes(pair.value)) || (guises.length === 0 && !mayRefuse)
  const why = guises.map(({ why: one }) => one).find((one) => one !== undefined)
  return {
    pair,
    outcome: sent ? 'unnoticed' : 'not sent',
    reason: why ?? `${verdict}: ${reason}`,
  }
}
