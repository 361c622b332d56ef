import type { Guise } from '../../guises/types.js'
import { codeFor } from './code-for.js'
import type { AuthorizationCode, LoginCodes } from './types.js'

/** Codes that are asked for in the form of a guise, whatever else a check changes about the request. */
export function codesInGuise(codes: LoginCodes, { values }: Guise): LoginCodes {
  const forms = values.filter(({ authorization, posted, loggingIn }) => authorization || posted || loggingIn)
  if (forms.length === 0) return codes
  const code: LoginCodes['code'] = async (party, options = {}) => {
    let challenged = true
    const { verifier, ...issued } = await codes.code(party, {
      ...options,
      posted: options.posted ?? forms.some(({ posted }) => posted),
      session: options.session ?? (forms.some(({ loggingIn }) => loggingIn) ? 'none' : 'kept'),
      change: (parameters, own) => {
        for (const { authorization } of forms) authorization?.(parameters)
        challenged = parameters.some(([name]) => name === 'code_challenge')
        options.change?.(parameters, own)
      },
    })
    return { ...issued, ...(challenged && verifier !== undefined && { verifier }) } satisfies AuthorizationCode
  }
  return {
    ...codes,
    code,
    redeemable: (mutation, context, timeoutMs) => codeFor({ code }, mutation, context, timeoutMs),
  }
}
