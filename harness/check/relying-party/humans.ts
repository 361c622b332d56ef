import type { HumanProgram } from '../../lab/protocol.js'

/** A human whom the lab's IdentityProviders log in by that name, with all that scopes of OpenID Connect ask for in the ordinary way. */
export const humanNamed = (
  username: string,
  {
    name = 'Una User',
    subject = `subject-of-${username}`,
    ...more
  }: { readonly name?: string } & Partial<Pick<HumanProgram, 'subject' | 'behaviour' | 'otherState'>> = {},
): HumanProgram => ({
  username,
  subject,
  claims: { name, email: `${username}@example.org` },
  ...more,
})
