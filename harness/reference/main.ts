import { AssayError, ConfigError } from '../contracts/errors.js'
import { startAuthorisationRegistry } from './authorisation-registry/server.js'
import { startEntitledParty } from './entitled-party/server.js'
import { checkVariants } from './every-variant.js'
import { startIdentityBroker } from './identity-broker/server.js'
import { startIdentityProvider } from './identity-provider/server.js'
import { startParticipantRegistry } from './participant-registry/server.js'
import type { Environment, Running } from './serve.js'
import { startServiceConsumer } from './service-consumer/server.js'
import { startServiceProvider } from './service-provider/server.js'

const roles: Readonly<Record<string, (environment: Environment) => Promise<Running>>> = {
  AuthorisationRegistry: startAuthorisationRegistry,
  EntitledParty: startEntitledParty,
  IdentityBroker: startIdentityBroker,
  IdentityProvider: startIdentityProvider,
  ParticipantRegistry: startParticipantRegistry,
  ServiceConsumer: startServiceConsumer,
  ServiceProvider: startServiceProvider,
}

async function main(role: string): Promise<void> {
  const start = Object.hasOwn(roles, role) ? roles[role] : undefined
  if (!start) throw new ConfigError(`"${role}" is no reference role; there are ${Object.keys(roles).join(', ')}.`)
  checkVariants(process.env.ASSAY_REFERENCE_VARIANT)
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
