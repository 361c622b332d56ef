import { chosenVariants, type RuleChanges, varied } from '../variant-names.js'
import type { Change, Rule } from './rule.js'
import type { Reply } from './rules/reply.js'

/** Other conforming conduct with access tokens. */
interface TokenVariant {
  readonly reply?: RuleChanges<Reply>
  /** A token is taken once. */
  readonly once?: true
  /** A new token of a client ends its older ones. */
  readonly oneEach?: true
}

const livingFor =
  (seconds: number): Change<Reply> =>
  (right) =>
  async (reply) => {
    const held = await right(reply)
    if (reply.body.expires_in !== undefined) reply.body.expires_in = seconds
    return held
  }

/** Ways to issue access tokens that conform and differ from what the references do by themselves. */
export const tokenVariants: Readonly<Record<string, TokenVariant>> = {
  'tokens-live-two-seconds': { reply: { 'the token is described': livingFor(2) } },
  'takes-tokens-once': { once: true },
  'one-live-token': { oneEach: true },
}

/** Rules of answers with variants worked in. */
export const withTokenVariants = (rules: readonly Rule<Reply>[], text: string | undefined): readonly Rule<Reply>[] =>
  varied(
    rules,
    chosenVariants(tokenVariants, text).map(({ reply }) => reply),
  )
