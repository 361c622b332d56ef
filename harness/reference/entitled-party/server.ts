import { evidenceResource } from '../delegation/evidence.js'
import { type Environment, type Running, serveRole } from '../serve.js'

/** Starts the reference EntitledParty: grants tokens, and evidence from its own policies. Throws a `ConfigError` that says what to mend. */
export const startEntitledParty = (environment: Environment): Promise<Running> =>
  serveRole('EntitledParty', environment, (tools) => [evidenceResource(tools)])
