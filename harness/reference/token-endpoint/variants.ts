import type { Change, Rule } from './rule.js'
import type { Reply } from './rules/reply.js'

/** Other conforming conduct with access tokens. */
interface TokenVariant {
  /** Changes by the name of the rule that they concern. */
  readonly reply?: Readonly<Record<string, Change<Reply>>>
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

/** The variants of `ASSAY_REFERENCE_VARIANT` (names separated by commas) that concern access tokens. */
export const chosenTokenVariants = (text = ''): readonly TokenVariant[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .flatMap((name) => (Object.hasOwn(tokenVariants, name) ? [tokenVariants[name] as TokenVariant] : []))

/** Rules of answers with variants worked in. */
export const withTokenVariants = (rules: readonly Rule<Reply>[], text: string | undefined): readonly Rule<Reply>[] =>
  rules.map((rule) => ({
    ...rule,
    check: chosenTokenVariants(text).reduce((check, { reply }) => reply?.[rule.name]?.(check) ?? check, rule.check),
  }))
