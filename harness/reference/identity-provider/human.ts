import type { JsonObject } from '../../contracts/json.js'

/** Somebody who can log in. */
export interface Human {
  readonly sub: string
  /** What is known beside `sub`. */
  readonly claims: JsonObject
  /** The tokens of another provider, if that said who it is; read by faults alone. */
  readonly tokens?: { readonly idToken: string | undefined; readonly accessToken: string | undefined }
}

/** Somebody who has logged in. */
export interface LoggedIn {
  readonly sub: string
  /** When that was, seconds since epoch. */
  readonly since: number
}
