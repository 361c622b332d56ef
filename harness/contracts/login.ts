import type { JsonObject } from './json.js'

/** A test user that the kit names. */
export interface Human {
  readonly username: string
  readonly password: string
  /** `sub`, `name` and `email`. */
  readonly claims: JsonObject
}

/** By what an element of a page is found. */
export type PagePlace =
  | { readonly label: string }
  | { readonly selector: string }
  | { readonly role: string; readonly name: string }

/** One action of a login. What `fill` writes is the value behind the word `username`, `email` or `password`, or the text itself. */
export type LoginStep = {
  /** Skipped where its element does not appear while a later one does, or the login has ended. */
  readonly optional?: boolean
} & (
  | { readonly fill: PagePlace & { readonly value: string } }
  | { readonly click: PagePlace | { readonly text: string } }
  | { readonly expect: { readonly text: string } }
)

/** Whether a step fills in the password. */
export const isPassword = (step: LoginStep): boolean => 'fill' in step && step.fill.value === 'password'

/** How a human logs in at the target. Its password, and whatever a step fills in, are never written to a file. */
export interface LoginUnderTest {
  /** Where a login begins at a ServiceProvider, below its base URL. */
  readonly start?: string
  /** What shows that it worked. */
  readonly successText?: string
  readonly username: string
  readonly password: string
  /** What `email` stands for; absent where nobody has said. */
  readonly email?: string
  /** How long the element of a step is waited for in a browser, seconds; the usual time where absent. */
  readonly patience?: number
  /** Further origins that its pages may load from. */
  readonly allowOrigins: readonly string[]
  readonly steps: readonly LoginStep[]
  /** The same at an IdentityBroker, by way of another IdentityProvider. */
  readonly otherSteps?: readonly LoginStep[]
}
