import { type Environment, type Running, serveRole } from '../serve.js'

/** Starts the reference ParticipantRegistry. Grants tokens for looking parties up; it knows its clients from its own data. Throws a `ConfigError` that says what to mend. */
export const startParticipantRegistry = (environment: Environment): Promise<Running> =>
  serveRole('ParticipantRegistry', environment)
