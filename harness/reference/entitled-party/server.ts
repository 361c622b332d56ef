import { type Environment, type Running, serveRole } from '../serve.js'

/** Starts the reference EntitledParty. Grants tokens for asking about its own policies. Throws a `ConfigError` that says what to mend. */
export const startEntitledParty = (environment: Environment): Promise<Running> =>
  serveRole('EntitledParty', environment)
