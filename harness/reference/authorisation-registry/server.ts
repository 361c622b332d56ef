import { type Environment, type Running, serveRole } from '../serve.js'

/** Starts the reference AuthorisationRegistry. Grants tokens for asking about delegation. Throws a `ConfigError` that says what to mend. */
export const startAuthorisationRegistry = (environment: Environment): Promise<Running> =>
  serveRole('AuthorisationRegistry', environment)
