import { type Environment, type Running, serveRole } from '../serve.js'
import { documentsResource } from './documents/resource.js'
import { partiesResource } from './parties.js'

/**
 * Starts the reference ParticipantRegistry: grants tokens to the parties of its kit, answers look-ups from the same
 * data, and serves and takes documents about them. Throws a `ConfigError` that says what to mend.
 */
export const startParticipantRegistry = (environment: Environment): Promise<Running> =>
  serveRole('ParticipantRegistry', environment, (tools) => [partiesResource(tools), documentsResource(tools)])
