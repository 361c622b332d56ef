import type { ContextWith, Mutation, Need } from '../../mutations/types.js'
import { NoCode, type Redeemed } from '../code-source.js'
import { identityOf } from '../message/mint.js'
import { needs } from '../message/mint-context.js'
import type { AuthorizationCode, LoginCodes } from './types.js'

type Codes = Pick<LoginCodes, 'code'>
type Context = ContextWith<Need>

/** A code for the token request of a message that is minted in that context. */
export async function codeFor(
  codes: Codes,
  mutation: Mutation | undefined,
  context: Context,
  timeoutMs: number | undefined,
): Promise<Redeemed> {
  if (mutation?.entry !== 'authorization') return codeUnderName(codes, mutation, context, timeoutMs)
  const { verifier, ...code } = await codes.code(context.party, {
    timeoutMs,
    change: (form, own) => mutation.change(form, context, own),
  })
  return { ...code, ...(mutation.verifier !== false && verifier !== undefined && { verifier }) }
}

/** The code of the party that the token request names, if the target gives one under that name; else the party's own. */
async function codeUnderName(
  codes: Codes,
  mutation: Mutation | undefined,
  context: Context,
  timeoutMs: number | undefined,
): Promise<AuthorizationCode> {
  const { party } = context
  const named = mutation?.entry === 'identity' ? identityOf([mutation], context).client_id : undefined
  if (named === undefined || named === party.partyId) return codes.code(party, { timeoutMs })
  if (needs(mutation, 'other') && named === context.other.partyId) return codes.code(context.other, { timeoutMs })
  try {
    return await codes.code({ ...party, partyId: named }, { timeoutMs, pages: false })
  } catch (error) {
    if (error instanceof NoCode) return codes.code(party, { timeoutMs })
    throw error
  }
}
