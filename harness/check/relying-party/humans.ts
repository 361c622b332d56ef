import type { HumanProgram } from '../../lab/protocol.js'

/** A human whom the lab's IdentityProviders log in by that name, with all that scopes of OpenID Connect ask for in the ordinary way. */
export const humanNamed = (
  username: string,
  {
    name = 'Una User',
    subject = `subject-of-${username}`,
    mailbox = username,
    ...more
  }: { readonly name?: string; readonly mailbox?: string } & Partial<
    Pick<HumanProgram, 'subject' | 'behaviour' | 'otherState' | 'otherNonce'>
  > = {},
): HumanProgram => ({
  username,
  subject,
  claims: { name, preferred_username: mailbox, email: `${mailbox}@example.org` },
  ...more,
})
