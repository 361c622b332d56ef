import { type Environment, type Running, serveRole } from '../serve.js'

/** Starts the reference ServiceProvider. Grants tokens for the service that it provides. Throws a `ConfigError` that says what to mend. */
export const startServiceProvider = (environment: Environment): Promise<Running> =>
  serveRole('ServiceProvider', environment)
