import type { Json } from '../contracts/json.js'
import { text } from './mutation.js'
import type { ContextWith, Mutation, Need, Text } from './types.js'

type Value<N extends Need> = Json | ((context: ContextWith<N>) => Json)
type Values<N extends Need> = Readonly<Record<string, Value<N>>>

const valueIn = <N extends Need>(value: Value<N>, context: ContextWith<N>): string =>
  JSON.stringify(typeof value === 'function' ? value(context) : value)

const members = <N extends Need>(values: Values<N>, context: ContextWith<N>): string =>
  Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)}:${valueIn(value, context)}`)
    .join()

/** @param place Puts members, as JSON has them between braces, into the text of an object. */
const beside =
  (place: (written: string, members: string) => string) =>
  <N extends Need = never>(name: string, part: keyof Text, values: Values<N>, ...needs: readonly N[]): Mutation =>
    text(
      name,
      (both, context: ContextWith<N>) => {
        both[part] = place(String(both[part]), members(values, context))
      },
      ...needs,
    )

/** Further members before the first one, so that a parser which keeps the first of two takes these. */
export const before = beside((written, members) => `{${members},${written.slice(1)}`)

/** Further members behind the last one, so that a parser which keeps the last of two takes these. */
export const behind = beside((written, members) => `${written.slice(0, -1)},${members}}`)

/** A claim that is a number, written as this text. */
export const numberAs = (name: string, claim: string, write: (digits: string) => string): Mutation =>
  text(name, (both) => {
    both.payload = String(both.payload).replace(new RegExp(`(?<="${claim}":)\\d+`), write)
  })
