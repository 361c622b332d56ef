import { Inconclusive } from '../../contracts/errors.js'
import type { History } from '../../guises/types.js'
import { type Answer, isBusy, readAnswer } from '../../judge/outcome.js'
import { claims } from '../../mutations/mutation.js'
import type { Exchange } from '../../wire/types.js'
import { meeting } from '../meeting.js'
import type { Recorder } from '../recorder.js'
import type { Message, Sent } from '../types.js'
import type { World } from '../world.js'
import { type CheckClient, historyOf } from './client.js'
import { type Deliverable, deliver } from './deliver.js'
import type { Delivery, MintableMessage } from './message.js'
import type { Minted } from './mint.js'
import { type Delivered, type Labelled, recordDelivery } from './record-delivery.js'
import { shapeOf } from './shape.js'

/** How a message is called that shows whether a guise is granted. */
export const guiseTried = 'guise in preflight'

/** What no target grants. */
export const expired = claims('an hour earlier', (own) => {
  own.iat = Number(own.iat) - 3600
  own.exp = Number(own.exp) - 3600
})

/** Messages of a flood that are under way together. */
const atATime = 8

/** How long a turn with a client may take, milliseconds. */
const turnMs = 60_000

/** How a message is sent and recorded. */
export interface SendOptions extends Labelled {
  /** Bound on each exchange, milliseconds; the world's default otherwise. */
  readonly timeoutMs?: number | undefined
  /**
   * Where somebody fails whom the target has to ask: whether it has done so since a time, milliseconds since epoch. If it has since a request was
   * sent, 503 is a refusal, whatever else it says; so is 429, if that was the answer.
   */
  readonly asked?: ((since: number, status: number) => Promise<boolean>) | undefined
  /** What it waits for once it is minted. */
  readonly ready?: (() => Promise<void>) | undefined
  /** Nothing is wrong with it, so that 502, 503 or 504 is no refusal of its. */
  readonly conforms?: boolean
}

/** Mints, sends and records. */
export interface Sender {
  /** Throws `Inconclusive` where the message cannot be minted without something that the target withholds, `NotTestable` where we lack it. */
  send(message: Message, options: SendOptions): Promise<Delivered>
  /** A message that only shows whether the target is itself; nothing where it cannot be minted. */
  probe(message: Message, label: string, timeoutMs?: number): Promise<Sent | undefined>
  /** The same JWT on `width` open sockets, released together, in turn at each replica. */
  race(message: Message, width: number): Promise<readonly Delivered[]>
  /** A message with the older one of two codes that were had one after the other; nothing where it takes no code. */
  elder(message: Message): Promise<Sent | undefined>
  /** `count` new messages of one party, some at a time and unrecorded; how many were granted. */
  flood(message: Message, count: number): Promise<number>
  /** Tells the other checks that the target answers nobody. */
  tripBreaker(why: string): Promise<void>
}

/** A sender for one check, which `check` names where it is the one after which the target answers nobody. */
export const checkSender = (world: World, client: CheckClient, recorder: Recorder, check = 'preflight'): Sender =>
  new CheckSender(world, client, recorder, check)

class CheckSender implements Sender {
  readonly #world: World
  readonly #client: CheckClient
  readonly #recorder: Recorder
  readonly #check: string
  #preceded = false

  constructor(world: World, client: CheckClient, recorder: Recorder, check: string) {
    this.#world = world
    this.#client = client
    this.#recorder = recorder
    this.#check = check
  }

  async send(message: Message, options: SendOptions): Promise<Delivered> {
    const history = options.label === 'mutated' || options.label === guiseTried ? this.#history(message) : undefined
    if (history === 'beside another client') return this.#beside(message, options, history)
    if (history) await this.#precede(message, history)
    return this.#send(message, options)
  }

  /** @param others What has to be over before it is recorded. */
  async #send(message: Message, options: SendOptions, others?: Promise<unknown>): Promise<Delivered> {
    const { timeoutMs, ready, conforms, asked = () => Promise.resolve(false) } = options
    const mintable = this.#client.mintable(message)
    const heard = async (answer: Answer, { startedAt }: Exchange): Promise<Answer> => {
      const { outcome } = answer
      if (outcome.kind !== 'deferred' && !(outcome.kind === 'refused' && isBusy(answer))) return answer
      const isRefusal = await asked(Date.parse(startedAt), outcome.status)
      return isRefusal ? { ...answer, outcome: { kind: 'refused', status: outcome.status }, passedOn: true } : answer
    }
    const read = (exchange: Exchange) => heard(this.#read(message, exchange), exchange)
    const delivered = await this.#inTurn(
      message,
      () =>
        mintable.perform?.(timeoutMs, ready) ??
        deliver(this.#world, this.#spared(mintable), read, { timeoutMs, ready, conforms }),
    )
    // What comes of a login is not read of one exchange: at each of its pages somebody may have been asked.
    const ofPages = delivered.early === true || mintable.perform !== undefined
    const answer = ofPages ? await heard(delivered.answer, delivered.exchanges[0] as Exchange) : delivered.answer
    await others
    return this.#record(message, { ...delivered, answer }, options)
  }

  probe(message: Message, label: string, timeoutMs?: number): Promise<Sent | undefined> {
    return unlessUnmintable(this.send(message, { label, timeoutMs }))
  }

  async race(message: Message, width: number): Promise<readonly Delivered[]> {
    const mintable = this.#client.mintable(message)
    for (let waits = 0; ; waits += 1) {
      const { minted, exchanges } = await this.#inTurn(message, () => this.#raceOnce(mintable, width))
      const copies = minted.map((copy, index) => {
        const exchange = exchanges[index] as Exchange
        const delivery = { minted: copy, exchanges: [exchange], answer: this.#read(message, exchange) }
        return this.#record(message, delivery, { label: `copy ${index + 1} of ${width}, sent at once` })
      })
      const putOff = copies.filter(isPutOff)
      // Copies that a target, or a proxy before it, put off were in no race; when fewer than two are left it is raced anew, with a new assertion.
      if (copies.filter(isAnswered).length >= 2 || putOff.length === 0) return copies
      if (!mintable.fresh || !(await this.#mayRaceAnew(putOff, waits))) return this.#oneByOne(message, minted, copies)
    }
  }

  async flood(message: Message, count: number): Promise<number> {
    const mintable = this.#client.mintable(message)
    let granted = 0
    for (let sent = 0; sent < count; sent += atATime) {
      const width = Math.min(atATime, count - sent)
      if (!mintable.takesTurn) await this.#world.patience.turn(width)
      const minted = await Promise.all(Array.from({ length: width }, () => mintable.mint()))
      const send = () =>
        Promise.all(minted.map(({ request }) => this.#world.http.exchange(request, { turnTaken: true })))
      const exchanges = await this.#inTurn(message, send)
      granted += exchanges.filter((exchange) => this.#read(message, exchange).outcome.kind === 'granted').length
    }
    return granted
  }

  async elder(message: Message): Promise<Sent | undefined> {
    const [minted] = (await this.#client.mintable(message).copies?.(2)) ?? []
    if (minted?.before === undefined) return undefined
    const exchange = await this.#world.http.exchange(minted.request, { turnTaken: true })
    const delivery = { minted, exchanges: [exchange], answer: this.#read(message, exchange) }
    return this.#record(message, delivery, { label: 'the older of two codes' }).sent
  }

  tripBreaker(why: string): Promise<void> {
    return this.#world.lab.tripBreaker(`${this.#check}: ${why}`)
  }

  /** What a guise has the target see of a client beside a message; once in a body, since each costs messages. */
  #history(message: Message): History | undefined {
    const history = historyOf(this.#world)
    if (this.#preceded || history === undefined || this.#client.mintable(message).perform) return undefined
    if (history === 'beside another client' && this.#world.oneAtATime) return undefined
    this.#preceded = true
    return history
  }

  async #precede(message: Message, history: History): Promise<void> {
    if (history === 'refused before') await this.probe(this.#client.next(message, { mutate: expired }), history)
    else if (history === 'after another client') await this.probe(await this.#client.another(), history)
  }

  /** Sends a message at the same moment as one of another client behind it, as soon as both are minted, one after the other. */
  async #beside(message: Message, options: SendOptions, label: History): Promise<Delivered> {
    const other = await this.#client.another()
    // A target file may name a single client.
    if (other.party.partyId === message.party.partyId) return this.#send(message, options)
    const gathered = meeting(2)
    let isWaiting = false
    let arrived: () => void = () => undefined
    const otherArrived = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const arrive = (): Promise<void> => {
      isWaiting = true
      arrived()
      return gathered.arrive(1)
    }
    const company = unlessUnmintable(this.#send(other, { label, ready: arrive }))
    await Promise.race([otherArrived, company])
    if (!isWaiting) return this.#send(message, options)
    try {
      return await this.#send(message, { ...options, ready: () => gathered.arrive(0) }, company)
    } finally {
      await company
    }
  }

  /** A message like one that ended the target is not sent: it would end it again. */
  #spared(mintable: MintableMessage): Deliverable {
    const mint = async (timeoutMs?: number): Promise<Minted> => {
      const minted = await mintable.mint(timeoutMs)
      const killer = this.#world.watch.feared(() => shapeOf(minted))
      if (!killer) return minted
      throw new Inconclusive(
        `It is not sent, since the target ended at one like it: ${killer.message} (${killer.check}).`,
      )
    }
    return { ...mintable, mint }
  }

  #read(message: Message, exchange: Exchange): Answer {
    const { read } = this.#client.mintable(message)
    return read ? read(exchange) : readAnswer(exchange, this.#world.settings.token.fields.accessToken)
  }

  #record(message: Message, delivery: Delivery, labelled: Labelled): Delivered {
    return recordDelivery(this.#recorder, message, this.#client.mintable(message), delivery, labelled)
  }

  /** Where a new access token of a client ends its older ones, other checks that share it wait meanwhile. */
  async #inTurn<T>({ party: { partyId } }: Message, work: () => Promise<T>): Promise<T> {
    if (!this.#world.oneLiveToken) return work()
    const end = await this.#world.patience.bear(this.#world.lab.turn(partyId, turnMs))
    try {
      return await work()
    } finally {
      await end()
    }
  }

  async #raceOnce(mintable: MintableMessage, width: number) {
    const minted = everywhere(await this.#copiesOf(mintable, width), this.#world.target)
    const requests = minted.map(({ request }) => request)
    return { minted, exchanges: await this.#world.http.race(requests, { turnTaken: true }) }
  }

  /** So many copies of a request, with their turns. */
  async #copiesOf(mintable: MintableMessage, count: number): Promise<readonly Minted[]> {
    if (!mintable.takesTurn) await this.#world.patience.turn(count)
    if (mintable.copies) return mintable.copies(count)
    const minted = await mintable.mint()
    return Array.from({ length: count }, () => minted)
  }

  #mayRaceAnew(putOff: readonly Delivered[], waits: number): Promise<boolean> {
    const { patience } = this.#world
    const exchanges = putOff.map(({ sent }) => sent.exchange)
    const isAsked = putOff.some(({ sent }) => sent.outcome.kind === 'deferred')
    return isAsked ? patience.asToldBetween(exchanges, waits) : patience.asBusy(exchanges, waits, false)
  }

  /** A target may take one request of a client at a time: copies that were put off are sent again, each alone, until two are answered. */
  async #oneByOne(
    message: Message,
    minted: readonly Minted[],
    raced: readonly Delivered[],
  ): Promise<readonly Delivered[]> {
    const copies = [...raced]
    let answered = copies.filter(isAnswered).length
    for (const [index, copy] of copies.entries()) {
      if (answered >= 2) break
      if (!isPutOff(copy)) continue
      const copied = { mint: async () => minted[index] as Minted, fresh: false }
      const read = (exchange: Exchange) => this.#read(message, exchange)
      const delivery = await this.#inTurn(message, () => deliver(this.#world, copied, read))
      const label = `copy ${index + 1} of ${copies.length}, sent again alone`
      const again = this.#record(message, delivery, { label })
      copies[index] = again
      if (isAnswered(again) || isBusy(again.sent)) answered += 1
    }
    return copies
  }
}

/** What came of a message; nothing where it cannot be minted without something that the target withholds. */
async function unlessUnmintable(sending: Promise<Delivered>): Promise<Sent | undefined> {
  try {
    return (await sending).sent
  } catch (error) {
    if (error instanceof Inconclusive) return undefined
    throw error
  }
}

const isPutOff = ({ sent }: Delivered): boolean => sent.outcome.kind === 'deferred' || isBusy(sent)

/** Whether a copy was granted, or refused by the target itself. */
const isAnswered = ({ sent }: Delivered): boolean =>
  sent.outcome.kind === 'granted' || (sent.outcome.kind === 'refused' && !isBusy(sent))

/** Copies in turn at each node of a target: two nodes remember what one of them was sent as one does. */
const everywhere = (
  copies: readonly Minted[],
  { baseUrl, replicas }: Pick<World['target'], 'baseUrl' | 'replicas'>,
): readonly Minted[] =>
  copies.map((copy, nth) => {
    const at = [baseUrl, ...replicas][nth % (replicas.length + 1)] ?? baseUrl
    return { ...copy, request: { ...copy.request, url: copy.request.url.replace(baseUrl, at) } }
  })
