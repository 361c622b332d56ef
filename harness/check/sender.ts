import { setTimeout as sleep } from 'node:timers/promises'
import { bounded } from '../evidence/bound.js'
import { redactExchange } from '../evidence/redact.js'
import type { RecordedMessage } from '../evidence/types.js'
import { readAnswer, retryAfterSeconds } from '../judge/outcome.js'
import { recordJwt } from '../wire/decode.js'
import type { Exchange } from '../wire/types.js'
import type { CheckClient } from './client.js'
import type { Minted } from './mint.js'
import type { Recorder } from './recorder.js'
import type { Message, Sent } from './types.js'
import type { World } from './world.js'

/** Longest wait that a target may ask for in one go, and how often it may ask, before the outcome is `deferred`. */
const patience = { seconds: 5, times: 3 }

/** Messages of a flood that are under way together. */
const atATime = 8

/** How a message is sent and recorded. */
export interface SendOptions {
  readonly label: string
  readonly difference?: NonNullable<RecordedMessage['difference']>
  /** Bound on each exchange, milliseconds; the world's default otherwise. */
  readonly timeoutMs?: number | undefined
}

/** A message that was sent, with the index under which it was recorded. */
export interface Delivered {
  readonly sent: Sent
  readonly index: number
}

/** Mints, sends and records. */
export interface Sender {
  send(message: Message, options: SendOptions): Promise<Delivered>
  /** The same bytes on `width` open sockets, released together. */
  race(message: Message, width: number): Promise<readonly Delivered[]>
  /** `count` new messages of one party, some at a time and unrecorded; how many were granted. */
  flood(message: Message, count: number): Promise<number>
  /** Tells the other checks that the target answers nobody. */
  tripBreaker(why: string): Promise<void>
}

/** A sender for one check. */
export function checkSender(world: World, client: CheckClient, recorder: Recorder): Sender {
  const field = world.settings.token.fields.accessToken
  const conclude = (
    message: Message,
    minted: Minted,
    exchanges: readonly Exchange[],
    options: SendOptions,
  ): Delivered => {
    const exchange = exchanges.at(-1) as Exchange
    const answer = readAnswer(exchange, field)
    if (answer.accessToken !== undefined) recorder.secrets.push(answer.accessToken)
    const { header, payload, ...rest } = recordJwt(minted.assertion)
    const index = recorder.message({
      label: options.label,
      recipe: message.recipe,
      party: message.party.partyId,
      ...(options.difference && { difference: options.difference }),
      assertion: { header: bounded(header), payload: bounded(payload), ...rest },
      exchanges: exchanges.map((one) => redactExchange(one, recorder.secrets)),
    })
    return { index, sent: { message, exchange, assertion: minted.assertion, ...answer } }
  }

  return {
    async send(message, options) {
      const mintable = client.mintable(message)
      const exchanges: Exchange[] = []
      let minted = await mintable.mint()
      let resets = 0
      let waits = 0
      for (;;) {
        const exchange = await world.http.exchange(
          minted.request,
          options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs },
        )
        exchanges.push(exchange)
        if (exchange.noAnswer?.reusedConnection && mintable.fresh && resets++ === 0) {
          // The target closed an idle connection; nothing says that it read this assertion, so a new one is sent, never this one again,
          // and on a connection of its own, as all from now on (harness/wire).
        } else if (readAnswer(exchange, field).outcome.kind === 'deferred' && waits++ < patience.times) {
          await sleep(Math.min(retryAfterSeconds(exchange), patience.seconds) * 1000)
        } else return conclude(message, minted, exchanges, options)
        minted = await mintable.mint()
      }
    },
    async race(message, width) {
      const mintable = client.mintable(message)
      for (let waits = 0; ; waits += 1) {
        const minted = await mintable.mint()
        const exchanges = await world.http.race(Array.from({ length: width }, () => minted.request))
        const copies = exchanges.map((exchange, index) =>
          conclude(message, minted, [exchange], { label: `copy ${index + 1} of ${width}, sent at once` }),
        )
        const deferred = copies.filter(({ sent }) => sent.outcome.kind === 'deferred')
        const answered = copies.filter(
          ({ sent: { outcome } }) => outcome.kind === 'granted' || outcome.kind === 'refused',
        )
        // Copies that a target put off were in no race; when fewer than two are left it is raced anew, with a new assertion.
        if (answered.length >= 2 || deferred.length === 0 || !mintable.fresh || waits === patience.times) return copies
        const seconds = Math.max(...deferred.map(({ sent }) => retryAfterSeconds(sent.exchange)))
        await sleep(Math.min(seconds, patience.seconds) * 1000)
      }
    },
    async flood(message, count) {
      const mintable = client.mintable(message)
      let granted = 0
      for (let sent = 0; sent < count; sent += atATime) {
        const minted = await Promise.all(Array.from({ length: Math.min(atATime, count - sent) }, () => mintable.mint()))
        const exchanges = await Promise.all(minted.map(({ request }) => world.http.exchange(request)))
        granted += exchanges.filter((exchange) => readAnswer(exchange, field).outcome.kind === 'granted').length
      }
      return granted
    },
    tripBreaker: (why) => world.lab.tripBreaker(why),
  }
}
