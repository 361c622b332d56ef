import { createHmac } from 'node:crypto'
import type { Change, Rule } from '../engine/rule.js'
import { chosenVariants, type RuleChanges, varied } from '../engine/variants.js'
import type { Reply, ReplyRule } from './rules/reply.js'

/** Other conforming conduct with access tokens. */
interface TokenVariant {
  readonly reply?: RuleChanges<Reply, ReplyRule>
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

/** While the registry fails, asks every client to come again in a second. */
const pleading: Change<Reply> = (right) => async (reply) => {
  const held = await right(reply)
  const { refusal, request } = reply
  if (
    refusal?.error === 'temporarily_unavailable' ||
    (refusal?.topic === 'lookup' && (request.answer?.status ?? 0) >= 500)
  ) {
    reply.status = 503
    reply.headers['retry-after'] = '1'
  }
  return held
}

/** Passes on what its registry says to it: that too much is asked. */
const passingLimitOn: Change<Reply> = (right) => async (reply) => {
  const held = await right(reply)
  if (reply.refusal?.topic === 'lookup' && reply.request.answer?.status === 429) reply.status = 429
  return held
}

/** Access tokens in the form of shared-access signatures: long, with punctuation to their end. */
const signing: Change<Reply> = (right) => async (reply) => {
  const held = await right(reply)
  if (typeof reply.body.access_token === 'string') reply.body.access_token = signatureOf(reply.body.access_token)
  return held
}

/** As long as such signatures are, of letters that may stand in a header (RFC 6750 §2.1). */
const signatureOf = (token: string): string => {
  const sign = (what: string): string => createHmac('sha256', token).update(what).digest('base64url')
  return `sr~example.org/services/orders~skn~reader~of~${sign('orders')}~sig~${sign('signature')}${sign('more')}~e~1795640000=`
}

/** Ways to issue access tokens that conform and differ from what the references do by themselves. */
export const tokenVariants: Readonly<Record<string, TokenVariant>> = {
  'tokens-live-two-seconds': { reply: { 'the token is described': livingFor(2) } },
  'issues-access-signatures': { reply: { 'the access token is nothing but random': signing } },
  'takes-tokens-once': { once: true },
  'pleads-for-patience': { reply: { 'a refusal is no error of the server': pleading } },
  'passes-on-limit-of-registry': { reply: { 'a refusal is no error of the server': passingLimitOn } },
  'one-live-token': { oneEach: true },
}

/** Rules of answers with variants worked in. */
export const withTokenVariants = (
  rules: readonly Rule<Reply, ReplyRule>[],
  text: string | undefined,
): readonly Rule<Reply, ReplyRule>[] =>
  varied(
    rules,
    chosenVariants(tokenVariants, text).map(({ reply }) => reply),
  )
