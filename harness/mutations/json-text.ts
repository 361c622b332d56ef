import type { Json } from '../json.js'
import { text } from './mutation.js'
import type { MintContext, Mutation, Text } from './types.js'

type Value = Json | ((context: MintContext) => Json)

const valueIn = (value: Value, context: MintContext): string =>
  JSON.stringify(typeof value === 'function' ? value(context) : value)

const members = (values: Readonly<Record<string, Value>>, context: MintContext): string =>
  Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)}:${valueIn(value, context)}`)
    .join()

/** Further members before the first one, so that a parser which keeps the first of two takes these. */
export const before = (name: string, part: keyof Text, values: Readonly<Record<string, Value>>): Mutation =>
  text(name, (both, context) => {
    both[part] = `{${members(values, context)},${String(both[part]).slice(1)}`
  })

/** Further members behind the last one, so that a parser which keeps the last of two takes these. */
export const behind = (name: string, part: keyof Text, values: Readonly<Record<string, Value>>): Mutation =>
  text(name, (both, context) => {
    both[part] = `${String(both[part]).slice(0, -1)},${members(values, context)}}`
  })

/** A claim that is a number, written as this text. */
export const numberAs = (name: string, claim: string, write: (digits: string) => string): Mutation =>
  text(name, (both) => {
    both.payload = String(both.payload).replace(new RegExp(`(?<="${claim}":)\\d+`), write)
  })
