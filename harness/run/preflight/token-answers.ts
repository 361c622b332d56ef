import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import { untilGranted } from '../../check/settle.js'
import type { World } from '../../check/world.js'
import { NotTestable } from '../../contracts/errors.js'
import type { AnswerGuise } from '../../contracts/lab-protocol.js'
import type { RunOrder } from '../../contracts/run.js'
import { triedAtFirst } from '../../guises/bundles.js'
import { isOfTokenAnswers } from '../../guises/concerns.js'
import { guiseValue } from '../../guises/values.js'

/** How long the forms may take together, milliseconds. */
const boundMs = 120_000

/**
 * From now on the token endpoint of the lab's registry answers in turn in each conforming form that the target takes:
 * one with which it looks a client up, tried alone. Nothing changes for one that keeps to its access token although
 * that is unknown.
 */
export async function varyTokenAnswers(
  world: World,
  { seed, profile, only, guises }: Pick<RunOrder, 'seed' | 'profile' | 'only' | 'guises'>,
): Promise<void> {
  const asksRegistry = world.given === undefined && world.target.role !== 'ParticipantRegistry'
  if (!asksRegistry || (!guises && (only.length > 0 || profile === 'quick'))) return
  const names = new Set((guises ?? triedAtFirst(profile)).flat())
  const forms = [...names].map(guiseValue).filter(isOfTokenAnswers)
  if (forms.length === 0) return
  const ids = preflightIdentifiers(seed, world, 'preflight of token answers')
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new NotTestable(reason)
  })
  const sender = checkSender(world, client, createRecorder())
  const takes = async (form: AnswerGuise): Promise<'yes' | 'no' | 'unasked'> => {
    await world.lab.outage({ forgetTokens: true })
    await world.lab.tokenAnswers([form])
    const since = Date.now()
    const sent = await sender.probe(await client.message(), 'form of a token answer in preflight')
    const asked = await world.lab.ledger({ kinds: ['registry-token'], since })
    return asked.length === 0 ? 'unasked' : sent?.outcome.kind === 'granted' ? 'yes' : 'no'
  }
  const taken: AnswerGuise[] = []
  const lease = await world.lab.lease('exclusive', boundMs)
  try {
    for (const { answered = {} } of forms) {
      const came = await takes(answered)
      if (came === 'unasked') break
      if (came === 'yes') taken.push(answered)
    }
    await world.lab.tokenAnswers(taken)
    await world.lab.restore()
    if (taken.length < forms.length) await untilGranted(client, sender, world.patience)
  } finally {
    await lease.release()
  }
}
