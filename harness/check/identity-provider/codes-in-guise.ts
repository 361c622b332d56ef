import { isOfLoginRequest } from '../../guises/concerns.js'
import type { Guise, GuiseValue } from '../../guises/types.js'
import { codeFor } from './code-for.js'
import type { AuthorizationCode, LoginCodes, WalkOptions } from './types.js'

/** Whether the human is logged in already, and at which provider they log in otherwise, in the form of a guise. */
export function sessionIn(
  forms: readonly Pick<GuiseValue, 'loggingIn' | 'elsewhere'>[],
  own: WalkOptions['session'],
): Required<Pick<WalkOptions, 'session' | 'elsewhere'>> {
  const isNew = forms.some(({ loggingIn, elsewhere }) => loggingIn || elsewhere)
  const session = own ?? (isNew ? 'none' : 'kept')
  return { session, elsewhere: session === 'none' && forms.some(({ elsewhere }) => elsewhere) }
}

/** Codes that are asked for in the form of a guise, whatever else a check changes about the request. */
export function codesInGuise(codes: LoginCodes, { values }: Guise): LoginCodes {
  const forms = values.filter((value) => isOfLoginRequest(value))
  if (forms.length === 0) return codes
  const code: LoginCodes['code'] = async (party, options = {}) => {
    let challenged = true
    const { verifier, ...issued } = await codes.code(party, {
      ...options,
      posted: options.posted ?? forms.some(({ posted }) => posted),
      ...sessionIn(forms, options.session),
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
