import { type Environment, type Running, serveRole } from '../serve.js'
import { Humans, loginOf } from './humans.js'
import { serviceOf } from './service.js'

/** Starts the reference ServiceProvider. Grants tokens for the service that it provides, and lets humans log in. Throws a `ConfigError` that says what to mend. */
export const startServiceProvider = (environment: Environment): Promise<Running> =>
  serveRole('ServiceProvider', environment, (tools) => {
    const humans = new Humans()
    return [...serviceOf(tools, humans), ...loginOf(tools, humans)]
  })
