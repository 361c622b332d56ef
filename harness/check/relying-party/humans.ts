import type { HumanProgram } from '../../lab/protocol.js'

/** A human whom the lab's IdentityProviders log in by that name, with all that scopes of OpenID Connect ask for in the ordinary way. */
export const humanNamed = (
  username: string,
  { name = 'Una User', ...more }: { readonly name?: string } & Pick<HumanProgram, 'behaviour' | 'otherState'> = {},
): HumanProgram => ({
  username,
  subject: `subject-of-${username}`,
  claims: { name, email: `${username}@example.org` },
  ...more,
})
