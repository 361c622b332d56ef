import { HarnessError, Inconclusive } from '../errors.js'
import type { Fact } from '../evidence/types.js'
import { decodeJwt, memberOf } from '../wire/decode.js'
import type { CheckClient } from './client.js'
import { differences } from './message.js'
import type { Recorder } from './recorder.js'
import type { Sender, SendOptions } from './sender.js'
import type { Judge, Message, Sent } from './types.js'

/** How long an accepted control speaks for messages after it, milliseconds: an assertion's lifetime. */
const controlFreshMs = 30_000

/** What the judge needs from whoever runs the check. */
export interface Surroundings {
  /** Ends the test as skipped; does not return. */
  skip(reason: string): never
  /** Whether the lab gave the target a reason to refuse everybody for a while, and that is over now. */
  recovered(): Promise<boolean>
  /** Whether the check holds up something that everybody needs, so that a stranger that gets no answer means nothing. */
  readonly outage: boolean
}

/** The judge of one check: enforces control pairs and records facts; the verdict is computed from those elsewhere. */
export function checkJudge(client: CheckClient, sender: Sender, recorder: Recorder, around: Surroundings): Judge {
  const controls: { recipe: Message['recipe']; message: Message; at: number }[] = []

  const stop = (fact: Extract<Fact, { kind: 'not-applicable' | 'not-testable' }>): never => {
    recorder.fact(fact)
    return around.skip(fact.reason)
  }
  const inconclusive = (reason: string): never => {
    recorder.fact({ kind: 'inconclusive', reason })
    recorder.ended = true
    throw new Inconclusive(reason)
  }
  const control = async (message: Message): Promise<Sent> => {
    const send = () => sender.send(message, { label: 'control' })
    let { sent, index } = await send()
    if (sent.outcome.kind === 'refused' && (await around.recovered())) ({ sent, index } = await send())
    recorder.fact({ kind: 'control', message: index, outcome: sent.outcome })
    if (sent.outcome.kind === 'no-answer') await alive()
    if (sent.outcome.kind !== 'granted') {
      recorder.ended = true
      throw new Inconclusive('The conforming control was not granted.')
    }
    controls.push({ recipe: message.recipe, message, at: Date.now() })
    return sent
  }
  /** Whether a conforming stranger is granted now; if nobody is answered, the breaker spares the checks to come. */
  const alive = async (label = 'control after a missing answer'): Promise<boolean> => {
    const { sent } = await sender.send(await client.probe(), { label })
    if (sent.outcome.kind === 'no-answer' && !around.outage) await sender.tripBreaker(sent.outcome.why)
    return sent.outcome.kind === 'granted'
  }
  /** The accepted control from which a message differs in exactly one entry, or (`least` 0) in none; renewed when it has grown old. */
  const twinOf = async (message: Message, least: 0 | 1): Promise<Message> => {
    const near = controls.filter(({ recipe }) => [least, 1].includes(differences(recipe, message.recipe).length))
    const twin = near.at(-1)
    if (!twin)
      throw new HarnessError(
        `No accepted control differs from this message in exactly one entry: ${explain(controls.at(-1)?.recipe, message.recipe)}`,
      )
    if (Date.now() - twin.at > controlFreshMs) await control(client.next(twin.message))
    return twin.message
  }
  const against = async (message: Message, twin: Message | undefined, options: SendOptions) => {
    const entry = twin && differences(twin.recipe, message.recipe)[0]
    const difference = twin &&
      entry !== undefined && { entry, control: place(twin, entry), mutated: place(message, entry) }
    const { sent, index } = await sender.send(message, { ...options, ...(difference && { difference }) })
    return { sent, index, lives: sent.outcome.kind === 'no-answer' ? { alive: await alive() } : {} }
  }

  return {
    grants: control,
    async refuses(message, { noAnswerIsRefusal = false, timeoutMs, unless } = {}) {
      const { sent, index, lives } = await against(message, await twinOf(message, 1), { label: 'mutated', timeoutMs })
      const reason = await unless?.(sent)
      if (reason !== undefined) stop({ kind: 'not-applicable', reason })
      recorder.fact({ kind: 'refusal', message: index, outcome: sent.outcome, noAnswerIsRefusal, ...lives })
      return sent
    },
    async accepts(message, { timeoutMs } = {}) {
      const twin = await twinOf(message, 0)
      const send = () => against(message, twin, { label: 'variation', timeoutMs })
      let { sent, index, lives } = await send()
      // What ran out while the target was busy was no conforming message any more.
      const again = async () => client.mintable(message).fresh && (ranOut(sent) || (await around.recovered()))
      if (sent.outcome.kind === 'refused' && (await again())) ({ sent, index, lives } = await send())
      // Where strangers are refused at that moment too, it is for another reason: a lock-out, or a registry that is spared for a while.
      if (sent.outcome.kind === 'refused') lives = { alive: await alive('control after a refusal') }
      recorder.fact({ kind: 'acceptance', message: index, outcome: sent.outcome, ...lives })
      return sent
    },
    async records(message, observation, { timeoutMs } = {}) {
      const { sent, index } = await against(message, undefined, { label: 'variation', timeoutMs })
      recorder.fact({ kind: 'record', message: index, outcome: sent.outcome })
      recorder.fact({ kind: 'observation', name: observation, value: sent.outcome.kind })
      return sent
    },
    async flood(message, count) {
      const granted = await sender.flood(message, count)
      recorder.fact({ kind: 'observation', name: `granted of ${count} further messages`, value: granted })
      return granted
    },
    async grantsAtMostOnce(message, width) {
      const twin = controls.at(-1)
      if (!twin) throw new HarnessError('A race needs an accepted control before it.')
      const all = await sender.race(message, width)
      const grants = all.filter(({ sent }) => sent.outcome.kind === 'granted').length
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

/** Whether the assertion expired between sending and answer. */
const ranOut = ({ assertion, exchange: { startedAt, durationMs } }: Sent): boolean => {
  const expiry = Number(memberOf(decodeJwt(assertion).payload, 'exp')) * 1000
  const started = Date.parse(startedAt)
  return started < expiry && expiry <= started + durationMs
}

const place = (message: Message, entry: string): string => message.recipe[entry] ?? 'absent'

const explain = (control: Message['recipe'] | undefined, message: Message['recipe']): string =>
  control === undefined
    ? 'nothing was granted yet.'
    : differences(control, message)
        .map((entry) => `${entry}: ${control[entry]} / ${message[entry]}`)
        .join('; ')
