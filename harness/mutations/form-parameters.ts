import type { Form, MintContext } from './types.js'

type Parameter = Form[number]

/** The parameter that carries the client's Party Identifier, whatever the preset calls it. Meant for conforming forms. */
export const clientIdOf = (form: Form, { party }: MintContext): Parameter | undefined =>
  form.find(([, value]) => value === party.partyId)

/** The parameter that carries the assertion, whatever the preset calls it: the longest, for a certificate chain is in it. */
export const assertionOf = (form: Form): Parameter | undefined =>
  form.reduce<Parameter | undefined>(
    (longest, one) => (one[1].length > (longest?.[1].length ?? -1) ? one : longest),
    undefined,
  )

/** Leaves a parameter out. */
export const leaveOut = (form: Form, parameter: Parameter | undefined): void => {
  const at = parameter ? form.indexOf(parameter) : -1
  if (at >= 0) form.splice(at, 1)
}

/** Gives the parameter of that name a value, and adds it where there is none. */
export const assign = (form: Form, name: string, value: string): void => {
  const found = form.find(([other]) => other === name)
  if (found) found[1] = value
  else form.push([name, value])
}

/** Leaves out every parameter of that name. */
export const remove = (form: Form, name: string): void => {
  form.splice(0, form.length, ...form.filter(([other]) => other !== name))
}

/** The same assertion with another participant's name on it, so that its signature does not verify. */
export const forgedFor = (assertion: string, partyId: string): string => {
  const [header = '', payload = '', signature = ''] = assertion.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
  const forged = JSON.stringify({ ...claims, iss: partyId, sub: partyId })
  return `${header}.${Buffer.from(forged).toString('base64url')}.${signature}`
}
