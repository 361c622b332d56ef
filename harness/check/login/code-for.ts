import type { MintContext, Mutation } from '../../mutations/types.js'
import { identityOf, type Redeemed } from '../mint.js'
import { type MessageParts, withOther } from '../mint-context.js'
import type { World } from '../world.js'
import { type AuthorizationCode, type CodeSource, NoCode } from './types.js'

/** A code for the token request of a message, where the target takes one. */
export async function codeFor(
  world: World,
  parts: MessageParts,
  timeoutMs: number | undefined,
): Promise<Redeemed | undefined> {
  const { codes } = world
  if (!codes) return undefined
  const { mutation } = parts
  const { verifier, ...code } = await withOther(world, parts, async (context) =>
    mutation?.entry === 'authorization'
      ? codes.code(parts.party, { timeoutMs, change: (form, own) => mutation.change(form, context, own) })
      : codeUnderName(codes, mutation, context, timeoutMs),
  )
  return mutation?.entry === 'authorization' && mutation.verifier === false ? code : { ...code, verifier }
}

/** Codes for so many copies. One after the other, since some targets lose one of two that are asked for at once. */
export async function codesFor(
  world: World,
  parts: MessageParts,
  count: number,
): Promise<readonly (Redeemed | undefined)[]> {
  const codes: (Redeemed | undefined)[] = []
  while (codes.length < count) codes.push(await codeFor(world, parts, undefined))
  return codes
}

/** The code of the party that the token request names, if the target gives one under that name; else the party's own. */
async function codeUnderName(
  codes: CodeSource,
  mutation: Mutation | undefined,
  context: MintContext,
  timeoutMs: number | undefined,
): Promise<AuthorizationCode> {
  const { party } = context
  const named = mutation?.entry === 'identity' ? identityOf(mutation, context).client_id : undefined
  if (named === undefined || named === party.partyId) return codes.code(party, { timeoutMs })
  if (named === context.other.partyId) return codes.code(context.other, { timeoutMs })
  try {
    return await codes.code({ ...party, partyId: named }, { timeoutMs, pages: false })
  } catch (error) {
    if (error instanceof NoCode) return codes.code(party, { timeoutMs })
    throw error
  }
}
