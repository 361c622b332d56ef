import type { HumanProgram } from '../../contracts/lab-protocol.js'

const usualName = 'Una User'
/** Where mailboxes of humans of the lab are, as they are by default. */
export const mailDomain = '@example.org'

/** Whether a text tells the name or the e-mail address of a human of the lab. */
export const tellsHuman = (text: string): boolean => text.includes(usualName) || text.includes(mailDomain)

/** A name that tells a human from everybody else, where pages show no more of them. */
export const nameOfTheirOwn = (username: string) => ({ name: `Una ${username}` })

/** A human whom the lab's IdentityProviders log in by that name, with all that scopes of OpenID Connect ask for in the ordinary way. */
export const humanNamed = (
  username: string,
  {
    name = usualName,
    subject = `subject-of-${username}`,
    mailbox = username,
    ...more
  }: { readonly name?: string; readonly mailbox?: string } & Partial<
    Pick<
      HumanProgram,
      'subject' | 'claims' | 'guise' | 'behaviour' | 'otherState' | 'otherNonce' | 'clientUrl' | 'servedClient'
    >
  > = {},
): HumanProgram => ({
  username,
  subject,
  claims: { name, preferred_username: mailbox, email: `${mailbox}${mailDomain}` },
  ...more,
})
