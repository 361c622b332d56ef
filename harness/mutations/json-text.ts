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

/** Further members before the first one, so that a parser which keeps the first of two takes these. */
export const before = <N extends Need = never>(
  name: string,
  part: keyof Text,
  values: Values<N>,
  ...needs: readonly N[]
): Mutation =>
  text(
    name,
    (both, context: ContextWith<N>) => {
      both[part] = `{${members(values, context)},${String(both[part]).slice(1)}`
    },
    ...needs,
  )

/** Further members behind the last one, so that a parser which keeps the last of two takes these. */
export const behind = <N extends Need = never>(
  name: string,
  part: keyof Text,
  values: Values<N>,
  ...needs: readonly N[]
): Mutation =>
  text(
    name,
    (both, context: ContextWith<N>) => {
      both[part] = `${String(both[part]).slice(0, -1)},${members(values, context)}}`
    },
    ...needs,
  )

/** A claim that is a number, written as this text. */
export const numberAs = (name: string, claim: string, write: (digits: string) => string): Mutation =>
  text(name, (both) => {
    both.payload = String(both.payload).replace(new RegExp(`(?<="${claim}":)\\d+`), write)
  })
