import { AssayError, ConfigError } from '../contracts/errors.js'
import { checkVariants } from './every-variant.js'
import type { Environment, Running } from './serve.js'

type Start = (environment: Environment) => Promise<Running>

/** Each is loaded where it is started: to load all of them takes a third of the time of a start. */
const roles: Readonly<Record<string, () => Promise<Start>>> = {
  AuthorisationRegistry: async () => (await import('./authorisation-registry/server.js')).startAuthorisationRegistry,
  EntitledParty: async () => (await import('./entitled-party/server.js')).startEntitledParty,
  IdentityBroker: async () => (await import('./identity-broker/server.js')).startIdentityBroker,
  IdentityProvider: async () => (await import('./identity-provider/server.js')).startIdentityProvider,
  ParticipantRegistry: async () => (await import('./participant-registry/server.js')).startParticipantRegistry,
  ServiceConsumer: async () => (await import('./service-consumer/server.js')).startServiceConsumer,
  ServiceProvider: async () => (await import('./service-provider/server.js')).startServiceProvider,
}

async function main(role: string): Promise<void> {
  const load = Object.hasOwn(roles, role) ? roles[role] : undefined
  if (!load) throw new ConfigError(`"${role}" is no reference role; there are ${Object.keys(roles).join(', ')}.`)
  checkVariants(process.env.ASSAY_REFERENCE_VARIANT)
  const start = await load()
  const running = await start(process.env)
  const end = () => {
    void running.close().finally(() => process.exit(0))
  }
  const parent = process.ppid
  // The process that started it is gone, so nobody else can end it.
  setInterval(() => process.ppid !== parent && end(), 1_000).unref()
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof AssayError ? error.message : `The reference role failed: ${String(error)}`}\n`,
  )
  process.exitCode = 1
})
