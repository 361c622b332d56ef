import type { HumanProgram } from '../../contracts/lab-protocol.js'

const usualName = 'Una User'
/** Where mailboxes of humans of the lab are, as they are by default. */
export const mailDomain = '@example.org'

/** Whether a text tells the name or the e-mail address of a human of the lab. */
export const tellsHuman = (text: string): boolean => text.includes(usualName) || text.includes(mailDomain)

/** A name that tells a human from everybody else, where pages show no more of them. */
export const nameOfTheirOwn = (username: string) => ({ name: `Una ${username}` })

/** First and last name, of which many relying parties make an account. */
const apart = (name: string) => {
  const [first = name, ...rest] = name.split(' ')
  return { given_name: first, family_name: rest.join(' ') || name }
}

/** A human whom the lab's IdentityProviders log in by that name, with all that scopes of OpenID Connect ask for in the ordinary way. */
export const humanNamed = (
  username: string,
  {
    name = usualName,
    subject = `subject-of-${username}`,
    mailbox = username,
    isVerified = true,
    ...more
  }: {
    readonly name?: string
    readonly mailbox?: string
    /** Whether the provider knows that the mailbox is theirs. */
    readonly isVerified?: boolean
  } & Partial<
    Pick<
      HumanProgram,
      'subject' | 'claims' | 'guise' | 'behaviour' | 'otherState' | 'otherNonce' | 'clientUrl' | 'servedClient'
    >
  > = {},
): HumanProgram => ({
  username,
  subject,
  claims: {
    name,
    ...apart(name),
    preferred_username: mailbox,
    email: `${mailbox}${mailDomain}`,
    email_verified: isVerified,
  },
  ...more,
})
