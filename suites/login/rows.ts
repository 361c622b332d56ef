import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { AuthorizationCode } from '../../harness/check/identity-provider/types.js'
import type { Sent } from '../../harness/check/types.js'
import { assign, remove } from '../../harness/mutations/form-parameters.js'
import { authorization, form } from '../../harness/mutations/mutation.js'
import type { Form, MintContext, Mutation } from '../../harness/mutations/types.js'
import { parametersIn } from '../../harness/wire/parameters.js'
import { loginRoles } from '../support/roles.js'
import { type Coverage, checksWith, rowsWith } from '../support/row.js'

/** What concerns targets at which a human logs in. */
export const atLogin = <T extends Omit<Coverage, 'roles'>>(its: T): T & { readonly roles: typeof loginRoles } => ({
  ...its,
  roles: loginRoles,
})

/** A check, and a row, of targets at which a human logs in. */
export const checkAtLogin = checksWith({ roles: loginRoles })
export const rowAtLogin = rowsWith({ roles: loginRoles })

/** A change of the authorization request. */
export type Asked = NonNullable<AskOptions['mutate']>

/** The authorization request with another value of a parameter. */
export const asking = (name: string, value: string): Asked =>
  authorization(`${name} ${value}`, (parameters) => assign(parameters, name, value))

/** An authorization request that is sent with the same parameters each time. */
export function sameEachTime(): Asked {
  let first: Form | undefined
  return authorization('the same each time', (parameters) => {
    first ??= parameters.map(([name, value]) => [name, value])
    parameters.splice(0, parameters.length, ...first)
  })
}

/** The value of a parameter; empty where it is not there. */
export const valueIn = (parameters: Form, name: string): string =>
  parameters.find(([other]) => other === name)?.[1] ?? ''

/** What redeems a code. */
type Redeemed = Pick<AuthorizationCode, 'code' | 'verifier'>

/** Puts a certain code into a token request, in place of its own. */
export function redeem(parameters: Form, { code, verifier }: Redeemed): void {
  assign(parameters, 'code', code)
  if (verifier === undefined) remove(parameters, 'code_verifier')
  else assign(parameters, 'code_verifier', verifier)
}

/** A token request that redeems a certain code in place of its own. */
export const redeeming = (
  name: string,
  redeemed: Redeemed,
  also: (parameters: Form, context: MintContext) => void = () => undefined,
): Mutation =>
  form(name, (parameters, context) => {
    redeem(parameters, redeemed)
    also(parameters, context)
  })

/** The code that a token request redeemed. */
export const codeOf = ({ exchange }: Sent): Redeemed => {
  const sent = parametersIn(exchange.request)
  const verifier = sent.find(([name]) => name === 'code_verifier')?.[1]
  return { code: valueIn(sent, 'code'), ...(verifier !== undefined && { verifier }) }
}
