import { type Environment, type Running, serveRole } from '../serve.js'
import { Humans, loginOf } from './humans.js'
import { serviceOf } from './service.js'

/** Starts the reference ServiceProvider: grants tokens for its service, and lets humans log in. Throws a `ConfigError`. */
export const startServiceProvider = (environment: Environment): Promise<Running> =>
  serveRole('ServiceProvider', environment, (tools) => {
    const humans = new Humans()
    return [...serviceOf(tools, humans), ...loginOf(tools, humans)]
  })
