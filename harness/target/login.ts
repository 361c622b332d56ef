import type { Role } from '../../requirements/types.js'
import type { Human, LoginStep, LoginUnderTest } from '../contracts/login.js'
import type { TargetConfig } from '../contracts/target.js'
import type { GivenStep } from '../contracts/target-file/login-schema.js'

/** The roles at which humans are known. */
export const identityServers: readonly Role[] = ['IdentityProvider', 'IdentityBroker']

/** How a human logs in at a target in that role; at a ServiceProvider only where its target file says where a login starts. */
export const loginOf = (
  { login }: Pick<TargetConfig, 'login'>,
  role: Role,
  humans: readonly Human[],
): LoginUnderTest | undefined => {
  if (!identityServers.includes(role) && (role !== 'ServiceProvider' || login?.start === undefined)) return undefined
  const [first] = humans
  const own = login?.username === undefined ? first : humans.find(({ username }) => username === login.username)
  const email = login?.email ?? own?.claims.email
  return {
    ...(login?.start !== undefined && { start: login.start }),
    ...(login?.success !== undefined && { successText: login.success.text }),
    username: login?.username ?? first?.username ?? '',
    password: login?.password ?? (own ?? first)?.password ?? '',
    ...(typeof email === 'string' && { email }),
    ...(login?.patience !== undefined && { patience: login.patience }),
    allowOrigins: (login?.allowOrigins ?? []).map((url) => new URL(url).origin),
    steps: (login?.steps ?? []).map(resolved),
    ...(login?.otherSteps && { otherSteps: login.otherSteps.map(resolved) }),
  }
}

const resolved = ({ fill, click, expect, optional }: GivenStep): LoginStep => {
  const more = optional === true ? { optional } : {}
  if (expect) return { ...more, expect }
  if (click) return { ...more, click: click.text === undefined ? placeOf(click) : { text: click.text } }
  return { ...more, fill: { ...placeOf(fill ?? {}), value: fill?.value ?? '' } }
}

type GivenPlace = { readonly [name in 'label' | 'selector' | 'role' | 'name']?: string | undefined }

const placeOf = ({ label, selector, role = '', name = '' }: GivenPlace) => {
  if (label !== undefined) return { label }
  return selector === undefined ? { role, name } : { selector }
}
