import { checkBearers } from '../../check/bearer.js'
import { checkDelegation } from '../../check/delegation/delegation.js'
import { withoutForwarded } from '../../check/delegation/forwarding.js'
import type { Asking } from '../../check/delegation/types.js'
import { worldInGuise } from '../../check/guise-world.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { type Identifiers, preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder, type Recorder } from '../../check/recorder.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { ConfigError, type SettingLine } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'
import { isOfQuestion } from '../../guises/concerns.js'
import { guiseOf } from '../../guises/types.js'
import { isUnanswered } from '../../judge/outcome.js'
import type { DelegationFixtures } from '../../target/kit/delegation-fixtures.js'
import { memberOf } from '../../wire/decode.js'
import { askingForEvidence } from '../guises.js'
import { changed, hurried } from './changed-world.js'
import { evidenceForm } from './evidence-forms.js'
import { lastOf, mayPlay, type Order, permittedIn, type Takes } from './guises.js'
import { said } from './said.js'
import { inFlow, type Problem } from './setting-lines.js'

/**
 * Why a target's evidence cannot be judged: it permits nothing under the unconditional policy of the kit. `undefined`
 * where it permits, and where its evidence has another structure than the text's, which checks report (L224).
 */
export async function policyProblem(world: World, seed: number, brief: boolean): Promise<Problem | undefined> {
  const { delegation: fixtures } = world
  if (!fixtures) return undefined
  const ids = preflightIdentifiers(seed, world, 'preflight delegation')
  const recorder = createRecorder()
  const usual = await answerOf(world, { fixtures, ids, recorder })
  if (usual.outcome.kind === 'granted') return undefined
  const ask = (form: readonly SettingLine[]): Promise<Sent> =>
    answerOf(changed(hurried(world), form), { fixtures, ids, recorder: createRecorder() })
  const place = { baseUrl: world.target.baseUrl, own: world.settings.delegation.path }
  const found = brief ? undefined : await evidenceForm(ask, usual, place)
  // One that was not warm yet.
  if (found?.granted && found.lines.length === 0) return undefined
  const lines = found?.granted ? found.lines : []
  return { sentence: sentenceOf(world, usual, recorder.secrets, lines), lines }
}

/**
 * Names of the values of guises with which a ServiceProvider gets evidence. Of two policies in one request only where
 * the answer says which of them it is about.
 */
export async function grantedInEvidence(world: World, order: Order): Promise<readonly string[] | undefined> {
  const { delegation: fixtures } = world
  if (!fixtures || !mayPlay(order, askingForEvidence)) return undefined
  const ids = preflightIdentifiers(order.seed, world, 'preflight of requests for evidence in guises')
  const permits: Takes = async (values) => {
    const around = { fixtures, ids, recorder: createRecorder() }
    const { delegation, sender } = asking(worldInGuise(world, guiseOf(values)), around)
    // A caller who gets no access token in a guise asks nothing.
    const sent = await lastOf(values, () => sender.probe(delegation.ask('unconditional'), 'preflight'))
    const isOne = !values.some(isOfQuestion)
    return sent?.outcome.kind === 'granted' && (isOne || delegation.saysWhatAbout(sent))
  }
  return permittedIn(order, permits)
}

/**
 * Whether a ServiceProvider that forwards nothing gets no evidence where the consumer itself gets some. Nothing may have
 * been forwarded before: a target that remembers it would not say. One that refuses is asked twice, and the consumer
 * in between and afterwards, since a target that is away refuses both.
 */
export async function wantsForwarded(world: World, seed: number): Promise<boolean> {
  const { delegation: fixtures } = world
  if (!fixtures) return false
  const ids = preflightIdentifiers(seed, world, 'preflight of forwarding')
  const { delegation, sender } = asking(world, { fixtures, ids, recorder: createRecorder() })
  const ask = (how: Asking) => () => sender.probe(delegation.ask('unconditional', how), 'preflight')
  const nothing = { forwarded: withoutForwarded }
  const isThere = () => comesOf(ask({ caller: 'consumer' }), 'granted')
  const isRefused = () => comesOf(ask(nothing), 'refused')
  return (await isThere()) && (await isRefused()) && (await isThere()) && (await isRefused()) && isThere()
}

/** How often a request is made at most. */
const mostAskings = 3

/** Whether that comes of a request. It is made again where no complete answer comes: many a check rests on it. */
export async function comesOf(
  ask: () => Promise<Pick<Sent, 'outcome'> | undefined>,
  outcome: 'granted' | 'refused',
): Promise<boolean> {
  for (let asked = 0; asked < mostAskings; asked += 1) {
    const sent = await ask()
    if (sent && !isUnanswered(sent.outcome)) return sent.outcome.kind === outcome
  }
  return false
}

/** What requests of preflight are made with. */
interface Around {
  readonly fixtures: DelegationFixtures
  readonly ids: Identifiers
  readonly recorder: Recorder
}

/** The answer to a consumer or its ServiceProvider: that to the one who is permitted, or the first where neither is. */
async function answerOf(world: World, around: Around): Promise<Sent> {
  const { delegation, sender } = asking(world, around)
  const answerTo = async (caller: 'provider' | 'consumer'): Promise<Sent> => {
    const { sent } = await sender.send(delegation.ask('unconditional', { caller }), { label: 'preflight' })
    // What checks report is given all the same.
    return isMisshapen(delegation.evidence(sent)) ? { ...sent, outcome: { kind: 'granted' } } : sent
  }
  const first = await answerTo('provider')
  if (first.outcome.kind === 'granted') return first
  const second = await answerTo('consumer')
  return second.outcome.kind === 'granted' ? second : first
}

/** What requests for evidence are made and sent with. */
function asking(world: World, { fixtures, ids, recorder }: Around) {
  const state = { changes: [] }
  const client = checkClient(world, ids, state, (reason) => {
    throw new ConfigError(reason)
  })
  const bearers = checkBearers(world, client)
  const delegation = checkDelegation({ world, fixtures, client, bearers, state, bothRoles: false })
  return { delegation, sender: checkSender(world, client, recorder) }
}

function sentenceOf(
  world: World,
  { outcome, exchange }: Sent,
  secrets: readonly string[],
  lines: readonly SettingLine[],
): string {
  const post = `POST ${world.target.baseUrl}${world.settings.delegation.path}`
  if (outcome.kind === 'no-answer') return `${post} got no complete answer (${outcome.why}).`
  const held = outcome.kind === 'refused' && outcome.why !== undefined ? ` (${outcome.why})` : ''
  const answer = `${said(exchange, secrets)}${held}`
  if (lines.length > 0)
    return `${post} permits nothing under the kit's policy "unconditional". ${answer}. It permits in another form; add to the target file: ${inFlow(lines)}.`
  if (exchange.response?.status === 404 || exchange.response?.status === 405)
    return `${post} gave no evidence under the kit's policy "unconditional". ${answer}. Set interface.delegation.path to the path that it serves, and load the policies of kit.json ("policies").`
  return `${post} permits nothing under the kit's policy "unconditional". ${answer}. Did it load the policies of kit.json ("policies"; see provision), and do the names in interface.delegation fit?`
}

const isMisshapen = (evidence: Json | undefined): boolean =>
  evidence !== undefined && !Array.isArray(memberOf(evidence, 'policySets'))
