import type { Fact, RecordedMessage } from '../contracts/evidence.js'
import type { Json, JsonObject } from '../contracts/json.js'
import { type Certified, type Guise, type GuiseValue, guiseOf, meets, type Seen } from '../guises/types.js'
import { createRecorder, type Recorder } from './recorder.js'

type Refusal = Extract<Fact, { readonly kind: 'refusal' }>
type Rule = Extract<Fact, { readonly kind: 'rule' }>

/** Carries the body of a check out once more, all in that guise; whatever ends it early stands in what it recorded. */
export type PlayIn = (guise: Guise, recorder: Recorder) => Promise<void>

/** Which guises are asked for, and whether the bound of the check leaves time for another one. */
export interface Asked {
  readonly guises: readonly Guise[]
  readonly hasTime: () => boolean
  /** Of the parties of a check the first is certified as the guise says, and of the others those that have such a certificate. */
  readonly firstAlone?: boolean
}

/**
 * Plays a check again in other guises. What is granted there, and a rule that is broken, counts as in the default one; whatever
 * else comes of it says nothing, since a guise may be refused as a whole (ruling 28).
 */
export async function playInGuises(
  { guises, hasTime, firstAlone = false }: Asked,
  recorder: Recorder,
  play: PlayIn,
): Promise<void> {
  for (const guise of guises) {
    if (!hasTime()) return recorder.fact({ kind: 'guise', name: guise.name, values: [], why: 'Time was short.' })
    const own = recorderBeside(recorder)
    await play(guise, own)
    const judged = judgedIn(own)
    const broken = judged.some(isBroken)
    const under = broken ? await narrowed(guise, recorder, play) : guise.name
    const offset = takeOver(recorder, own)
    for (const fact of judged)
      recorder.fact({ ...fact, ...(fact.kind === 'refusal' && { message: fact.message + offset }), guise: under })
    recorder.fact({ kind: 'guise', name: guise.name, ...triedIn(guise, judged, own, firstAlone) })
    if (broken) return
  }
}

/** The single values under which it is granted too; the whole guise where it takes several. */
async function narrowed(guise: Guise, recorder: Recorder, play: PlayIn): Promise<string> {
  const guilty: string[] = []
  for (const value of guise.values.length > 1 ? guise.values : []) {
    const own = recorderBeside(recorder)
    await play(guiseOf([value]), own)
    takeOver(recorder, own)
    if (judgedIn(own).some(isBroken)) guilty.push(value.name)
  }
  return guilty.length === 0 ? guise.name : guilty.join(' and under ')
}

/** A recorder whose secrets are known to the one of the check, whatever becomes of the rest. */
const recorderBeside = ({ secrets }: Recorder): Recorder => ({ ...createRecorder(), secrets })

/** @returns what is added to the places of its messages. */
function takeOver(recorder: Recorder, own: Recorder): number {
  const offset = recorder.messages.length
  for (const message of own.messages) recorder.message(message)
  return offset
}

/** What says something: a bad message that got an answer, and a rule. */
export const judgedIn = ({ facts }: Recorder): readonly (Refusal | Rule)[] =>
  facts.filter(
    (fact): fact is Refusal | Rule =>
      fact.kind === 'rule' || (fact.kind === 'refusal' && ['granted', 'refused'].includes(fact.outcome.kind)),
  )

const isBroken = (fact: Refusal | Rule): boolean =>
  fact.kind === 'rule' ? !fact.holds : fact.outcome.kind === 'granted'

/** The values that a judged message still had, or why none was judged. */
function triedIn(
  guise: Guise,
  judged: readonly (Refusal | Rule)[],
  { facts, messages }: Recorder,
  firstAlone: boolean,
): { readonly values: readonly string[]; readonly why?: string } {
  // What a target does of its own accord is in no message.
  if (messages.length === 0 && judged.length > 0) return { values: guise.values.map(({ name }) => name) }
  const bad = judged.flatMap((fact) => (fact.kind === 'refusal' ? fact.message : []))
  // A rule is about all that was sent.
  const places = bad.length > 0 || judged.length === 0 ? bad : [...messages.keys()]
  const isOfFirst = (at: number): boolean => messages[at]?.party === messages[0]?.party
  const isCertified = ({ certified }: GuiseValue, at: number): boolean =>
    certified === undefined || !firstAlone || isOfFirst(at) || isCertifiedAs(certified, messages[at])
  const values = guise.values
    .filter((value) => places.some((at) => isCertified(value, at) && has(value, at, messages)))
    .map(({ name }) => name)
  return judged.length > 0 ? { values } : { values, why: whyNot(facts) }
}

/** Whether the leaf that a message shows has a key of that length; how long a chain is, each value of that looks at itself. */
const isCertifiedAs = ({ bits, source }: Certified, message: RecordedMessage | undefined): boolean =>
  source === undefined && (bits === undefined || message?.assertion?.chain[0]?.key === `RSA ${bits}`)

/** Whether the message at that place had a value of a guise. */
function has(value: GuiseValue, at: number, messages: readonly RecordedMessage[]): boolean {
  const message = messages[at]
  if (!message) return false
  const isMet = (entry: (typeof textual)[number]): boolean =>
    (message.recipe[entry] ?? 'conforming') === 'conforming' || meets(value, entry)
  const before = messages.slice(0, at).map(({ label, party }) => ({ label, ofParty: party === message.party }))
  return textual.every(isMet) && (value.carried?.({ ...seenIn(message), before }) ?? true)
}

const textual = ['text', 'encoding'] as const

const seenIn = ({ assertion, exchanges, recipe }: RecordedMessage): Omit<Seen, 'before'> => {
  const [header, payload] = [objectIn(assertion?.header), objectIn(assertion?.payload)]
  const { method = '', url = '', headers = [], body = '' } = exchanges.at(-1)?.request ?? {}
  return { ...(header && { header }), ...(payload && { payload }), request: { method, url, headers, body }, recipe }
}

const objectIn = (value: Json | undefined): JsonObject | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined

function whyNot(facts: readonly Fact[]): string {
  for (const fact of facts) {
    if (fact.kind === 'control' && fact.outcome.kind !== 'granted') return 'Its control is not granted in this guise.'
    if (fact.kind === 'inconclusive' || fact.kind === 'not-testable' || fact.kind === 'not-applicable')
      return fact.reason
  }
  return 'It sends nothing that has to be refused.'
}
