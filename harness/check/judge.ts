import type { Level } from '../../requirements/types.js'
import { HarnessError, Inconclusive, NotTestable } from '../contracts/errors.js'
import type { Fact, Outcome } from '../contracts/evidence.js'
import type { Json } from '../contracts/json.js'
import { isBusy, isGranted, isUnanswered } from '../judge/outcome.js'
import { nearlyRanOut, ranOut, ranOutBefore } from './expiry.js'
import type { CheckClient } from './message/client.js'
import { differences } from './message/message.js'
import type { Delivered } from './message/record-delivery.js'
import type { Sender, SendOptions } from './message/sender.js'
import { explain, isInOrder, place } from './recipes.js'
import type { Recorder } from './recorder.js'
import { whileSpared } from './settle.js'
import type { Judge, Message, RecordOptions, RefusalOptions, SeenByRule, Sent } from './types.js'

/** Observed in place of a refusal that says nothing. */
const refusedLikeAll = 'refused, as was a conforming stranger'

/** How long an accepted control speaks for messages after it, milliseconds: an assertion's lifetime. */
const controlFreshMs = 30_000
/** How many strangers a target may leave without an answer in time: one of a single worker serves nobody while that waits for the registry. */
const probesOfBusy = 3

const isLate = (sent: Sent | undefined): boolean => sent?.exchange.noAnswer?.kind === 'timeout'

/** What the judge needs from the check that it serves. */
export interface Surroundings {
  /** Ends the test as skipped; does not return. */
  skip(reason: string): never
  /** Whether the lab gave the target a reason to refuse everybody for a while, and that is over now. */
  recovered(): Promise<boolean>
  /** Waits, within bounds, until a conforming stranger is granted; whether one was. */
  returns(): Promise<boolean>
  /** Whether the check holds up something that everybody needs, so that a stranger that gets no answer means nothing. */
  readonly outage: boolean
  /** Whether the target has asked anybody of the lab about a party since a time, milliseconds since epoch, and was answered with that status where one is named. */
  asked(partyId: string, since: number, answered?: number): Promise<boolean>
  /** Whether enough was sent that has to be refused: beside the default guise one message may speak for a row. */
  enough?(): boolean
  /** The requirements of the check that bind the target in place of those. @throws {HarnessError} where the check does not name one. */
  bound(requirements: readonly string[]): readonly string[]
  /** Why the target cannot accept the certificate with which a message is signed: it holds none of that kind (ruling 25). */
  notRegistrable(message: Message): Promise<string | undefined>
  /** The clock of the target minus ours, milliseconds. */
  readonly clockOffsetMs: number
  /** What the target itself says against what the target file says of the party of a message. */
  contradiction(message: Message): Promise<string | undefined>
}

/** A control that was granted. */
interface GrantedControl {
  readonly recipe: Message['recipe']
  readonly message: Message
  /** Milliseconds since epoch. */
  readonly at: number
}

/** What came of a message that stands against a control. */
interface Opposed extends Delivered {
  /** Whether a stranger is granted, where it got no answer. */
  readonly lives: { readonly alive?: boolean }
}

/** The judge of one check: enforces control pairs and records facts; the verdict is computed from those elsewhere. */
export const checkJudge = (client: CheckClient, sender: Sender, recorder: Recorder, around: Surroundings): Judge =>
  new CheckJudge(client, sender, recorder, around)

class CheckJudge implements Judge {
  readonly #client: CheckClient
  readonly #sender: Sender
  readonly #recorder: Recorder
  readonly #around: Surroundings
  readonly #controls: GrantedControl[] = []
  #raced = false

  constructor(client: CheckClient, sender: Sender, recorder: Recorder, around: Surroundings) {
    this.#client = client
    this.#sender = sender
    this.#recorder = recorder
    this.#around = around
  }

  async grants(message: Message): Promise<Sent> {
    const send = () => this.#orStop(() => this.#sender.send(message, { label: 'control', conforms: true }))
    let { sent, index } = await send()
    if (sent.outcome.kind === 'refused' && (await this.#around.recovered())) ({ sent, index } = await send())
    this.#recorder.fact({ kind: 'control', message: index, outcome: sent.outcome, ...this.#soughtBy(message) })
    if (sent.outcome.kind === 'no-answer') await this.#alive()
    if (sent.outcome.kind === 'refused') await this.#stopIfNotRegistrable(message)
    if (sent.outcome.kind !== 'granted') {
      this.#recorder.ended = true
      throw new Inconclusive('The conforming control was not granted.')
    }
    this.#controls.push({ recipe: message.recipe, message, at: Date.now() })
    return sent
  }

  async refuses(message: Message, options: RefusalOptions = {}): Promise<Sent> {
    if (this.#around.enough?.()) return this.#around.skip('One message speaks for the others in this guise.')
    const {
      noAnswerIsRefusal = false,
      grantCounts = true,
      late = false,
      timeoutMs,
      unavailableIsRefusal,
      unless,
    } = options
    const { partyId } = options.about ?? message.party
    const since = Date.now()
    // A target with a limit of its own says 429, too: it passes one on where somebody has said that to it.
    const asked = async (from: number, status?: number) =>
      status === 429
        ? this.#around.asked(partyId, from, status)
        : this.#around.outage || this.#around.asked(partyId, from)
    const untrue = await this.#around.contradiction(message)
    if (untrue !== undefined) this.notTestable(untrue)
    const unregistered = await this.#around.notRegistrable(message)
    if (unregistered !== undefined) this.observes('fixture', unregistered)
    const sending = { label: 'mutated', timeoutMs, ...(unavailableIsRefusal && { asked }) }
    const send = () => this.#unlessAway(async () => this.#against(message, await this.#twinOf(message, 1), sending))
    const isEarly = async ({ sent: { outcome } }: Opposed) =>
      unavailableIsRefusal === true && ['refused', 'deferred'].includes(outcome.kind) && !(await asked(since))
    const { sent, index, lives } = await whileSpared(send, isEarly, () => this.#around.recovered())
    const reason = isUnanswered(sent.outcome) ? undefined : await unless?.(sent)
    if (reason !== undefined) this.notApplicable(reason)
    if (unavailableIsRefusal && sent.outcome.kind === 'refused' && !(await asked(since)))
      this.inconclusive('It was refused before anybody was asked about its party.')
    const outcome: Outcome = isGranted(sent) ? { kind: 'granted' } : sent.outcome
    const isRepeated = !late && !this.#client.mintable(message).fresh
    if (isRepeated && outcome.kind === 'refused' && ranOutBefore(sent, this.#around.clockOffsetMs))
      this.inconclusive('The JWT had run out before it was sent again, so that it was refused in any case.')
    const seen = { message: index, outcome, ...this.#soughtBy(message) }
    if (outcome.kind === 'granted' && !grantCounts) this.#recorder.fact({ kind: 'record', ...seen })
    else this.#recorder.fact({ kind: 'refusal', ...seen, noAnswerIsRefusal, ...lives })
    return sent
  }

  async accepts(message: Message, options: Parameters<Judge['accepts']>[1] = {}): Promise<Sent> {
    const twin = await this.#twinOf(message, 0)
    const send = () => this.#against(message, twin, { label: 'variation', conforms: true, ...options })
    const isFresh = () => this.#client.mintable(message).fresh
    const { clockOffsetMs } = this.#around
    let { sent, index, lives } = await send()
    // What ran out while the target was busy, or while it waited for its turn, was no conforming message any more.
    // One that was sent beside others is not sent again by itself: it may be their company that it was refused for.
    const again = async () =>
      isFresh() && (ranOut(sent, clockOffsetMs) || (options.ready === undefined && (await this.#around.recovered())))
    if (sent.outcome.kind === 'refused' && (await again())) ({ sent, index, lives } = await send())
    if (sent.outcome.kind === 'refused' && (isFresh() ? ranOutBefore(sent, clockOffsetMs) : nearlyRanOut(sent)))
      return this.inconclusive('The JWT had run out, or was about to, when its answer came.')
    // Where strangers are refused at that moment too, it is for another reason: a lock-out, or a registry that is spared for a while.
    if (sent.outcome.kind === 'refused') {
      await this.#stopIfNotRegistrable(message)
      lives = { alive: await this.#alive('control after a refusal') }
    }
    const seen = { message: index, outcome: sent.outcome, ...this.#soughtBy(message) }
    this.#recorder.fact({ kind: 'acceptance', ...seen, ...lives })
    return sent
  }

  async records(message: Message, observation: string, options: RecordOptions = {}): Promise<Sent> {
    const { timeoutMs, isRead, unavailableIsRefusal } = options
    const delivered = await this.#against(message, undefined, { label: 'variation', timeoutMs })
    const { sent } = this.#recorded(message, delivered, unavailableIsRefusal)
    const { kind } = sent.outcome
    const blemished = kind !== 'granted' && isGranted(sent)
    const forAll =
      isRead === true && kind === 'refused' && !blemished && !(await this.#alive('control after a refusal'))
    this.observes(observation, blemished ? 'granted, with something around it' : forAll ? refusedLikeAll : kind)
    return sent
  }

  async applies(message: Message, observation: string, reason: string): Promise<Sent> {
    const send = () => this.#against(message, undefined, { label: 'variation', conforms: true })
    const { sent } = this.#recorded(message, await this.#unlessAway(send))
    this.observes(observation, sent.outcome.kind)
    if (sent.outcome.kind === 'granted') return sent
    if (isUnanswered(sent.outcome)) this.inconclusive(`No answer to judge: ${sent.outcome.kind}.`)
    return this.notApplicable(reason)
  }

  #recorded(message: Message, delivered: Opposed, excused = false): Opposed {
    const { sent, index } = delivered
    const { outcome } = sent
    this.#recorder.fact({
      kind: 'record',
      message: index,
      outcome,
      ...(excused && { excused }),
      ...this.#soughtBy(message),
    })
    return delivered
  }

  async tries(message: Message, label: string, ready?: () => Promise<void>): Promise<Sent> {
    return (await this.#sendOrStop(message, { label, ready })).sent
  }

  async flood(message: Message, count: number): Promise<number> {
    const granted = await this.#orStop(() => this.#sender.flood(message, count))
    this.observes(`granted of ${count} further messages`, granted)
    return granted
  }

  async grantsAtMostOnce(message: Message, width: number): Promise<readonly Sent[]> {
    if (this.#controls.length === 0) throw new HarnessError('A race needs an accepted control before it.')
    const elder = this.#raced ? undefined : await this.#orStop(() => this.#sender.elder(message))
    this.#raced = true
    // Copies with codes that were dead before they started would have been in no race: no two of them could be granted.
    if (elder && elder.outcome.kind !== 'granted')
      this.notApplicable('A new authorization code ends the one before it.')
    const all = await this.#orStop(() => this.#sender.race(message, width))
    const grants = all.filter(({ sent }) => isGranted(sent)).length
    const answered = all.filter(({ sent: { outcome } }) => !['no-answer', 'deferred'].includes(outcome.kind)).length
    if (answered < 2) this.inconclusive(`Only ${answered} of ${width} parallel copies were answered.`)
    this.rule(`Of ${width} copies sent at once, at most one is granted`, grants <= 1, {
      expected: 'at most 1 access token',
      got: `${grants} access tokens`,
    })
    this.observes(`granted of ${width} parallel copies`, grants)
    return all.map(({ sent }) => sent)
  }

  rule(says: string, holds: boolean, { expected, got, breaks }: SeenByRule): void {
    const broken = holds ? undefined : breaks && this.#around.bound(breaks)
    this.#recorder.fact({ kind: 'rule', says, holds, expected, got, ...(broken && { breaks: broken }) })
  }

  observes(name: string, value: Json, unit?: string): void {
    this.#recorder.fact({ kind: 'observation', name, value, ...(unit !== undefined && { unit }) })
  }

  weighs(level: Level, reason: string): void {
    this.#recorder.fact({ kind: 'weight', level, reason })
  }

  notApplicable(reason: string): never {
    return this.#stop({ kind: 'not-applicable', reason })
  }

  notTestable(reason: string): never {
    return this.#stop({ kind: 'not-testable', reason })
  }

  inconclusive(reason: string): never {
    this.#recorder.fact({ kind: 'inconclusive', reason })
    this.#recorder.ended = true
    throw new Inconclusive(reason)
  }

  #stop(fact: Extract<Fact, { kind: 'not-applicable' | 'not-testable' }>): never {
    this.#recorder.fact(fact)
    return this.#around.skip(fact.reason)
  }

  #soughtBy(message: Message) {
    const { sought } = this.#client.mintable(message)
    return sought === undefined ? {} : { sought }
  }

  /** Where something is lacking without which a message cannot be minted, the check says nothing. */
  async #orStop<T>(work: () => Promise<T>, mayRecover = true): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof NotTestable) return this.notTestable(error.message)
      if (!(error instanceof Inconclusive)) throw error
      if (mayRecover && (await this.#around.recovered())) return this.#orStop(work, false)
      return this.inconclusive(error.message)
    }
  }

  /** A message that was not sent at all says something only where its party, or the lab, is out of order: then that may be the reason. */
  #sendOrStop(message: Message, options: SendOptions): Promise<Delivered> {
    return this.#orStop(async () => {
      const delivered = await this.#sender.send(message, options)
      if (delivered.early && isInOrder(message)) throw new Inconclusive('The target gave no authorization code for it.')
      return delivered
    })
  }

  /** A fixture that a ParticipantRegistry does not hold is no fault of its token endpoint. */
  async #stopIfNotRegistrable(message: Message): Promise<void> {
    const reason = await this.#around.notRegistrable(message)
    if (reason !== undefined) this.notTestable(reason)
  }

  /** Whether a conforming stranger is granted now; if nobody is answered, the breaker spares the checks to come. */
  async #alive(label = 'control after a missing answer'): Promise<boolean> {
    let sent = await this.#probe(label)
    for (let tries = 1; tries < probesOfBusy && isLate(sent) && !this.#around.outage; tries += 1)
      sent = await this.#probe(label)
    // Where nobody listens the check is carried out anew once somebody does (outlive.ts).
    const listens = sent?.exchange.noAnswer?.kind !== 'refused'
    if (sent?.outcome.kind === 'no-answer' && listens && !this.#around.outage)
      await this.#sender.tripBreaker(sent.outcome.why)
    return sent?.outcome.kind === 'granted'
  }

  async #probe(label: string): Promise<Sent | undefined> {
    return this.#sender.probe(await this.#client.probe(), label)
  }

  /** The accepted control from which a message differs in exactly one entry, or (`least` 0) in none; renewed when it has grown old. */
  async #twinOf(message: Message, least: 0 | 1): Promise<Message> {
    const near = this.#controls.filter(({ recipe }) => [least, 1].includes(differences(recipe, message.recipe).length))
    const twin = near.at(-1)
    if (!twin)
      throw new HarnessError(
        `No accepted control differs from this message in exactly one entry: ${explain(this.#controls.at(-1)?.recipe, message.recipe)}`,
      )
    // While somebody fails by its own doing no check could renew it.
    if (!this.#around.outage && Date.now() - twin.at > controlFreshMs)
      await this.grants(this.#client.mintable(twin.message).fresh ? twin.message : this.#client.next(twin.message))
    return twin.message
  }

  /** Sends a message again that met a bare 502, 503 or 504 (L308): it is refused where a stranger is granted in between. */
  async #unlessAway(send: () => Promise<Opposed>): Promise<Opposed> {
    const first = await send()
    if (!isBusy(first.sent) || this.#around.outage) return first
    if (await this.#around.returns()) return send()
    return this.inconclusive(
      'It was answered as by a gateway whose server is away: no conforming stranger was granted then, either.',
    )
  }

  async #against(message: Message, twin: Message | undefined, options: SendOptions): Promise<Opposed> {
    const entry = twin && differences(twin.recipe, message.recipe)[0]
    const difference = twin &&
      entry !== undefined && { entry, control: place(twin, entry), mutated: place(message, entry) }
    const delivered = await this.#sendOrStop(message, { ...options, ...(difference && { difference }) })
    return { ...delivered, lives: delivered.sent.outcome.kind === 'no-answer' ? { alive: await this.#alive() } : {} }
  }
}
