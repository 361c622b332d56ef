import { checkBearers } from '../../check/bearer.js'
import { checkDelegation } from '../../check/delegation/delegation.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { ConfigError } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'
import { memberOf } from '../../wire/decode.js'
import { said } from './said.js'

/**
 * Why a target's evidence cannot be judged: it permits nothing under the unconditional policy of the kit. `undefined`
 * where it permits, and where its evidence has another structure than the text's, which checks report (L224).
 */
export async function policyProblem(world: World, seed: number): Promise<string | undefined> {
  const { delegation: fixtures, settings } = world
  if (!fixtures) return undefined
  const state = { changes: [] }
  const ids = preflightIdentifiers(seed, world, 'preflight delegation')
  const client = checkClient(world, ids, state, (reason) => {
    throw new ConfigError(reason)
  })
  const bearers = checkBearers(world, client)
  const delegation = checkDelegation({ world, fixtures, client, bearers, state, bothRoles: false })
  const recorder = createRecorder()
  const sender = checkSender(world, client, recorder)
  const tried: Sent[] = []
  for (const caller of ['provider', 'consumer'] as const) {
    const { sent } = await sender.send(delegation.ask('unconditional', { caller }), { label: 'preflight' })
    if (sent.outcome.kind === 'granted' || isMisshapen(delegation.evidence(sent))) return undefined
    tried.push(sent)
  }
  const [{ outcome, exchange }] = tried as [Sent]
  const post = `POST ${world.target.baseUrl}${settings.delegation.path}`
  if (outcome.kind === 'no-answer') return `${post} got no complete answer (${outcome.why}).`
  const held = outcome.kind === 'refused' && outcome.why !== undefined ? ` (${outcome.why})` : ''
  const answer = `${said(exchange, recorder.secrets)}${held}`
  if (exchange.response?.status === 404 || exchange.response?.status === 405)
    return `${post} gave no evidence under the kit's policy "unconditional". ${answer}. Set interface.delegation.path to the path that it serves, and load the policies of kit.json ("policies").`
  return `${post} permits nothing under the kit's policy "unconditional". ${answer}. Did it load the policies of kit.json ("policies"; see provision), and do the names in interface.delegation fit?`
}

const isMisshapen = (evidence: Json | undefined): boolean =>
  evidence !== undefined && !Array.isArray(memberOf(evidence, 'policySets'))
