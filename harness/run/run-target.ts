import type { RunTarget } from '../contracts/run.js'
import { assumptionsOf } from '../target/assumptions.js'
import { serviceOf } from '../target/service.js'
import type { StagedTarget } from './stage.js'

/** A target on its stage as every process of a run sees it. */
export const runTarget = (
  { config, world, addresses, authority, keep, kit }: StagedTarget,
  restartable: boolean,
): RunTarget => ({
  name: config.name,
  ...(config.version !== undefined && { version: config.version }),
  roles: config.roles,
  world,
  partyId: kit.partyId,
  baseUrl: config.baseUrl ?? '',
  replicas: config.replicas,
  settings: config.interface,
  tls: { insecure: config.tls.insecure, ...(config.tls.ca !== undefined && { ca: config.tls.ca }) },
  keyUsage: config.certificates.keyUsage,
  clock: config.clock,
  ...(config.launch && { warmSeconds: config.launch.warmSeconds }),
  ...(config.secrets.length > 0 && { secrets: config.secrets }),
  ...(config.pace !== undefined && { pace: config.pace }),
  authority,
  chain: kit.chain,
  registry: addresses.registry,
  counterparties: addresses,
  redirectUri: addresses.redirectUri,
  ...(config.login?.registered && { registeredAlone: true }),
  humans: kit.humans,
  ...serviceOf(config, addresses),
  participants: config.participants,
  trustRoots: config.trust?.roots ?? [],
  httpUrl: addresses.http,
  fixtures: keep,
  restartable,
  documents: config.documents,
  write: config.write,
  triggerable: config.trigger !== undefined,
  configDigest: config.digest,
  waivers: config.waivers,
  assumptions: assumptionsOf(config),
})
