import { HarnessError, Inconclusive, NotTestable } from '../contracts/errors.js'
import type { Fact, Outcome } from '../contracts/evidence.js'
import { isGranted } from '../judge/outcome.js'
import { decodeJwt, memberOf } from '../wire/decode.js'
import type { CheckClient } from './message/client.js'
import { differences } from './message/message.js'
import type { Delivered, Sender, SendOptions } from './message/sender.js'
import type { Recorder } from './recorder.js'
import type { Judge, Message, Sent } from './types.js'

/** How long an accepted control speaks for messages after it, milliseconds: an assertion's lifetime. */
const controlFreshMs = 30_000

/** What the judge needs from the check that it serves. */
export interface Surroundings {
  /** Ends the test as skipped; does not return. */
  skip(reason: string): never
  /** Whether the lab gave the target a reason to refuse everybody for a while, and that is over now. */
  recovered(): Promise<boolean>
  /** Whether the check holds up something that everybody needs, so that a stranger that gets no answer means nothing. */
  readonly outage: boolean
  /** Whether the target has asked anybody of the lab about a party since a time, milliseconds since epoch. */
  asked(partyId: string, since: number): Promise<boolean>
  /** Why the target cannot accept the certificate with which a message is signed: it holds none of that kind (ruling 25). */
  notRegistrable(message: Message): Promise<string | undefined>
}

/** The judge of one check: enforces control pairs and records facts; the verdict is computed from those elsewhere. */
export function checkJudge(client: CheckClient, sender: Sender, recorder: Recorder, around: Surroundings): Judge {
  let raced = false
  const controls: { recipe: Message['recipe']; message: Message; at: number }[] = []

  const stop = (fact: Extract<Fact, { kind: 'not-applicable' | 'not-testable' }>): never => {
    recorder.fact(fact)
    return around.skip(fact.reason)
  }
  const soughtBy = (message: Message) => {
    const { sought } = client.mintable(message)
    return sought === undefined ? {} : { sought }
  }
  const inconclusive = (reason: string): never => {
    recorder.fact({ kind: 'inconclusive', reason })
    recorder.ended = true
    throw new Inconclusive(reason)
  }
  /** Where something is lacking without which a message cannot be minted, the check says nothing. */
  const orStop = async <T>(work: () => Promise<T>, mayRecover = true): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof NotTestable) return stop({ kind: 'not-testable', reason: error.message })
      if (!(error instanceof Inconclusive)) throw error
      if (mayRecover && (await around.recovered())) return orStop(work, false)
      return inconclusive(error.message)
    }
  }
  /** A message that was not sent at all says something only where its party, or the lab, is out of order: then that may be the reason. */
  const sendOrStop = (message: Message, options: SendOptions): Promise<Delivered> =>
    orStop(async () => {
      const delivered = await sender.send(message, options)
      if (delivered.early && isInOrder(message)) throw new Inconclusive('The target gave no authorization code for it.')
      return delivered
    })
  /** A fixture that a ParticipantRegistry does not hold is no fault of its token endpoint. */
  const stopIfNotRegistrable = async (message: Message): Promise<void> => {
    const reason = await around.notRegistrable(message)
    if (reason !== undefined) stop({ kind: 'not-testable', reason })
  }
  const control = async (message: Message): Promise<Sent> => {
    const send = () => orStop(() => sender.send(message, { label: 'control' }))
    let { sent, index } = await send()
    if (sent.outcome.kind === 'refused' && (await around.recovered())) ({ sent, index } = await send())
    recorder.fact({ kind: 'control', message: index, outcome: sent.outcome, ...soughtBy(message) })
    if (sent.outcome.kind === 'no-answer') await alive()
    if (sent.outcome.kind === 'refused') await stopIfNotRegistrable(message)
    if (sent.outcome.kind !== 'granted') {
      recorder.ended = true
      throw new Inconclusive('The conforming control was not granted.')
    }
    controls.push({ recipe: message.recipe, message, at: Date.now() })
    return sent
  }
  /** Whether a conforming stranger is granted now; if nobody is answered, the breaker spares the checks to come. */
  const alive = async (label = 'control after a missing answer'): Promise<boolean> => {
    const sent = await sender.probe(await client.probe(), label)
    if (sent?.outcome.kind === 'no-answer' && !around.outage) await sender.tripBreaker(sent.outcome.why)
    return sent?.outcome.kind === 'granted'
  }
  /** The accepted control from which a message differs in exactly one entry, or (`least` 0) in none; renewed when it has grown old. */
  const twinOf = async (message: Message, least: 0 | 1): Promise<Message> => {
    const near = controls.filter(({ recipe }) => [least, 1].includes(differences(recipe, message.recipe).length))
    const twin = near.at(-1)
    if (!twin)
      throw new HarnessError(
        `No accepted control differs from this message in exactly one entry: ${explain(controls.at(-1)?.recipe, message.recipe)}`,
      )
    if (Date.now() - twin.at > controlFreshMs)
      await control(client.mintable(twin.message).fresh ? twin.message : client.next(twin.message))
    return twin.message
  }
  const against = async (message: Message, twin: Message | undefined, options: SendOptions) => {
    const entry = twin && differences(twin.recipe, message.recipe)[0]
    const difference = twin &&
      entry !== undefined && { entry, control: place(twin, entry), mutated: place(message, entry) }
    const { sent, index } = await sendOrStop(message, { ...options, ...(difference && { difference }) })
    return { sent, index, lives: sent.outcome.kind === 'no-answer' ? { alive: await alive() } : {} }
  }

  return {
    grants: control,
    async refuses(message, options = {}) {
      const { noAnswerIsRefusal = false, grantCounts = true, timeoutMs, unavailableIsRefusal, unless } = options
      const { partyId } = options.about ?? message.party
      const since = Date.now()
      const asked = async (from: number) => around.outage || around.asked(partyId, from)
      const unregistered = await around.notRegistrable(message)
      if (unregistered !== undefined) recorder.fact({ kind: 'observation', name: 'fixture', value: unregistered })
      const sending = { label: 'mutated', timeoutMs, ...(unavailableIsRefusal && { asked }) }
      const { sent, index, lives } = await against(message, await twinOf(message, 1), sending)
      const reason = await unless?.(sent)
      if (reason !== undefined) stop({ kind: 'not-applicable', reason })
      if (unavailableIsRefusal && sent.outcome.kind === 'refused' && !(await asked(since)))
        inconclusive('It was refused before anybody was asked about its party.')
      const outcome: Outcome = isGranted(sent) ? { kind: 'granted' } : sent.outcome
      const seen = { message: index, outcome, ...soughtBy(message) }
      if (outcome.kind === 'granted' && !grantCounts) recorder.fact({ kind: 'record', ...seen })
      else recorder.fact({ kind: 'refusal', ...seen, noAnswerIsRefusal, ...lives })
      return sent
    },
    async accepts(message, { timeoutMs } = {}) {
      const twin = await twinOf(message, 0)
      const send = () => against(message, twin, { label: 'variation', timeoutMs })
      let { sent, index, lives } = await send()
      // What ran out while the target was busy was no conforming message any more.
      const again = async () => client.mintable(message).fresh && (ranOut(sent) || (await around.recovered()))
      if (sent.outcome.kind === 'refused' && (await again())) ({ sent, index, lives } = await send())
      if (sent.outcome.kind === 'refused' && !client.mintable(message).fresh && nearlyRanOut(sent))
        return inconclusive('The JWT had run out, or was about to, when its answer came.')
      // Where strangers are refused at that moment too, it is for another reason: a lock-out, or a registry that is spared for a while.
      if (sent.outcome.kind === 'refused') {
        await stopIfNotRegistrable(message)
        lives = { alive: await alive('control after a refusal') }
      }
      recorder.fact({ kind: 'acceptance', message: index, outcome: sent.outcome, ...lives, ...soughtBy(message) })
      return sent
    },
    async records(message, observation, { timeoutMs } = {}) {
      const { sent, index } = await against(message, undefined, { label: 'variation', timeoutMs })
      recorder.fact({ kind: 'record', message: index, outcome: sent.outcome, ...soughtBy(message) })
      recorder.fact({ kind: 'observation', name: observation, value: sent.outcome.kind })
      return sent
    },
    tries: async (message, label, ready) => (await sendOrStop(message, { label, ready })).sent,
    async flood(message, count) {
      const granted = await orStop(() => sender.flood(message, count))
      recorder.fact({ kind: 'observation', name: `granted of ${count} further messages`, value: granted })
      return granted
    },
    async grantsAtMostOnce(message, width) {
      const twin = controls.at(-1)
      if (!twin) throw new HarnessError('A race needs an accepted control before it.')
      const elder = raced ? undefined : await orStop(() => sender.elder(message))
      raced = true
      // Copies with codes that were dead before they started would have been in no race.
      if (elder && elder.outcome.kind !== 'granted') inconclusive('A new authorization code ends the one before it.')
      const all = await orStop(() => sender.race(message, width))
      const grants = all.filter(({ sent }) => isGranted(sent)).length
      const answered = all.filter(
        ({ sent }) => sent.outcome.kind !== 'no-answer' && sent.outcome.kind !== 'deferred',
      ).length
      if (answered < 2) inconclusive(`Only ${answered} of ${width} parallel copies were answered.`)
      recorder.fact({
        kind: 'rule',
        says: `Of ${width} copies sent at once, at most one is granted`,
        holds: grants <= 1,
        expected: 'at most 1 access token',
        got: `${grants} access tokens`,
      })
      recorder.fact({ kind: 'observation', name: `granted of ${width} parallel copies`, value: grants })
      return all.map(({ sent }) => sent)
    },
    rule: (says, holds, { expected, got }) => recorder.fact({ kind: 'rule', says, holds, expected, got }),
    observes: (name, value, unit) =>
      recorder.fact({ kind: 'observation', name, value, ...(unit !== undefined && { unit }) }),
    notApplicable: (reason) => stop({ kind: 'not-applicable', reason }),
    notTestable: (reason) => stop({ kind: 'not-testable', reason }),
    inconclusive,
  }
}

/** When the JWT that was sent expires, milliseconds since epoch; NaN where it does not say. */
const expiryOf = ({ assertion }: Sent): number => Number(memberOf(decodeJwt(assertion).payload, 'exp')) * 1000

/** Whether the JWT that was sent expired between sending and answer. */
const ranOut = (sent: Sent): boolean => {
  const { startedAt, durationMs } = sent.exchange
  const started = Date.parse(startedAt)
  return started < expiryOf(sent) && expiryOf(sent) <= started + durationMs
}

/** How far ahead the clock of a target may be, milliseconds. */
const clockMs = 5000

/** Whether the JWT may have expired before the answer by a clock that is ahead of ours. */
const nearlyRanOut = (sent: Sent): boolean => {
  const { startedAt, durationMs } = sent.exchange
  return expiryOf(sent) <= Date.parse(startedAt) + durationMs + clockMs
}

/** What the authorization endpoint of a target may go by when it gives no code; the rest of a message it cannot know yet. */
const knownEarly = ['party id', 'certificate', 'record', 'registry', 'authorization']

const isInOrder = ({ recipe }: Message): boolean =>
  recipe.lab === 'as usual' && knownEarly.every((entry) => (recipe[entry] ?? 'conforming') === 'conforming')

const place = (message: Message, entry: string): string => message.recipe[entry] ?? 'absent'

const explain = (control: Message['recipe'] | undefined, message: Message['recipe']): string =>
  control === undefined
    ? 'nothing was granted yet.'
    : differences(control, message)
        .map((entry) => `${entry}: ${control[entry]} / ${message[entry]}`)
        .join('; ')
