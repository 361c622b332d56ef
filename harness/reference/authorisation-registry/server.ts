import { evidenceResource } from '../delegation/evidence.js'
import { type Environment, type Running, serveRole } from '../serve.js'

/** Starts the reference AuthorisationRegistry: grants tokens, and evidence from its kit's policies. Throws `ConfigError`. */
export const startAuthorisationRegistry = (environment: Environment): Promise<Running> =>
  serveRole('AuthorisationRegistry', environment, (tools) => [evidenceResource(tools)])
