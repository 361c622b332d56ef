import { checkBearers } from '../../check/bearer.js'
import { checkDelegation } from '../../check/delegation/delegation.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { type Identifiers, preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder, type Recorder } from '../../check/recorder.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { ConfigError, type SettingLine } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'
import { memberOf } from '../../wire/decode.js'
import { changed, hurried } from './changed-world.js'
import { type AskFor, evidenceForm } from './evidence-forms.js'
import { said } from './said.js'
import { inFlow, type Problem } from './setting-lines.js'

/**
 * Why a target's evidence cannot be judged: it permits nothing under the unconditional policy of the kit. `undefined`
 * where it permits, and where its evidence has another structure than the text's, which checks report (L224).
 */
export async function policyProblem(world: World, seed: number): Promise<Problem | undefined> {
  const ids = preflightIdentifiers(seed, world, 'preflight delegation')
  const recorder = createRecorder()
  const usual = await permitsOf(world, ids, recorder)
  if (usual === undefined || usual.permits) return undefined
  const ask: AskFor = async (form) =>
    (await permitsOf(changed(hurried(world), form), ids, createRecorder())) ?? { permits: false, sent: usual.sent }
  const lines = await evidenceForm(ask, usual.sent, world.settings.delegation)
  return { sentence: sentenceOf(world, usual.sent, recorder.secrets, lines), lines }
}

/** Whether a consumer or its ServiceProvider is permitted; nothing where a target has no policies. */
async function permitsOf(
  world: World,
  ids: Identifiers,
  recorder: Recorder,
): Promise<{ readonly permits: boolean; readonly sent: Sent } | undefined> {
  const { delegation: fixtures } = world
  if (!fixtures) return undefined
  const state = { changes: [] }
  const client = checkClient(world, ids, state, (reason) => {
    throw new ConfigError(reason)
  })
  const bearers = checkBearers(world, client)
  const delegation = checkDelegation({ world, fixtures, client, bearers, state, bothRoles: false })
  const sender = checkSender(world, client, recorder)
  const tried: Sent[] = []
  for (const caller of ['provider', 'consumer'] as const) {
    const { sent } = await sender.send(delegation.ask('unconditional', { caller }), { label: 'preflight' })
    if (sent.outcome.kind === 'granted' || isMisshapen(delegation.evidence(sent))) return { permits: true, sent }
    tried.push(sent)
  }
  return { permits: false, sent: tried[0] as Sent }
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
