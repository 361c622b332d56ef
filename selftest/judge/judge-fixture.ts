import assert from 'node:assert/strict'
import { checkJudge, type Surroundings } from '../../harness/check/judge.js'
import type { CheckClient } from '../../harness/check/message/client.js'
import type { Delivered } from '../../harness/check/message/record-delivery.js'
import type { Sender, SendOptions } from '../../harness/check/message/sender.js'
import { createRecorder } from '../../harness/check/recorder.js'
import type { Message, Sent } from '../../harness/check/types.js'
import type { Fact, Outcome } from '../../harness/contracts/evidence.js'
import { judgeCheck } from '../../harness/judge/verdict.js'

export const granted: Outcome = { kind: 'granted' }
export const refused: Outcome = { kind: 'refused', status: 401 }
export const silent: Outcome = { kind: 'no-answer', why: 'reset' }

export const message = (recipe: Readonly<Record<string, string>> = {}): Message => ({
  party: {} as Message['party'],
  recipe: { claims: 'conforming', form: 'conforming', ...recipe },
})
export const probe = message({ claims: 'probe' })
export const control = message()
export const mutated = message({ claims: 'without jti' })

/** A message whose JWT says nothing of its end. */
const inTime = { assertion: 'e30.e30.c2ln', exchange: { startedAt: '2026-11-20T12:00:00.000Z', durationMs: 4 } }

/** What comes of one message: its outcome, more of what was seen of it, or an error where it cannot be sent. */
export type Coming = Outcome | Error | ({ readonly outcome: Outcome } & Partial<Sent> & Pick<Delivered, 'early'>)

/** What a stage is like, where it is not as usual. */
export interface Scene extends Partial<Surroundings> {
  /** Whether a message is minted anew each time that it is sent. */
  readonly fresh?: boolean
  /** What came of a message with the older one of two codes. */
  readonly elder?: Outcome
  /** What a message asks for, where it is no access token. */
  readonly sought?: 'a permit'
}

/** A judge whose target answers as told, in this order. */
export const judging = (...comings: readonly Coming[]) => judgingIn({}, ...comings)

/** The same in those surroundings. */
export function judgingIn({ fresh = true, elder, sought, ...surroundings }: Scene, ...comings: readonly Coming[]) {
  const recorder = createRecorder()
  const sent: Message[] = []
  const told: SendOptions[] = []
  const tripped: string[] = []
  const elders: Message[] = []
  const left = [...comings]
  const deliver = (one: Message): Delivered => {
    const coming = left.shift()
    assert.ok(coming, 'more was sent than expected')
    if (coming instanceof Error) throw coming
    const { early, ...more } = 'kind' in coming ? { outcome: coming } : coming
    return { sent: { ...inTime, message: one, ...more } as Sent, index: sent.push(one) - 1, ...(early && { early }) }
  }
  const sender: Sender = {
    async send(one, options) {
      told.push(options)
      return deliver(one)
    },
    async probe(one, label) {
      told.push({ label })
      return deliver(one).sent
    },
    race: (one, width) => Promise.resolve(Array.from({ length: width }, () => deliver(one))),
    async elder(one) {
      elders.push(one)
      return elder && ({ message: one, outcome: elder } as Sent)
    },
    flood: (_, count) => Promise.resolve(count - 1),
    tripBreaker: (why) => Promise.resolve(void tripped.push(why)),
  }
  const next = message()
  const mintable = { fresh, ...(sought && { sought }) }
  const client = { probe: () => Promise.resolve(probe), next: () => next, mintable: () => mintable }
  const skip = (reason: string): never => {
    throw new Error(`skipped: ${reason}`)
  }
  const kinds = () => recorder.facts.map(({ kind }: Fact) => kind)
  const verdict = () => judgeCheck(recorder.facts, 'must', false).verdict
  const around: Surroundings = {
    skip,
    recovered: () => Promise.resolve(false),
    returns: () => Promise.resolve(false),
    outage: false,
    clockOffsetMs: 0,
    asked: async () => true,
    bound: (ids) => ids,
    notRegistrable: async () => undefined,
    contradiction: async () => undefined,
    ...surroundings,
  }
  const judge = checkJudge(client as unknown as CheckClient, sender, recorder, around)
  return { judge, recorder, sent, told, tripped, elders, next, kinds, verdict }
}
