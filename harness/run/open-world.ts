import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { openAuthority, openKeyPool } from '../../ca/index.js'
import type { Role } from '../../requirements/types.js'
import { fixtureParties } from '../check/fixture-parties.js'
import { freshParties } from '../check/parties.js'
import type { World } from '../check/world.js'
import { connectLab } from '../lab/client.js'
import { createHttpClient } from '../wire/http.js'
import type { RunFile, RunTarget } from './run-file.js'

/** Bound of one exchange with the target, milliseconds. */
export const exchangeTimeoutMs = 10_000

/** A world with the means to leave it. */
export interface OpenWorld extends World {
  close(): Promise<void>
}

/** Opens what the checks of one target and role share. Costs some file reads; keys and issuers are read when first needed. */
export async function openWorld(run: RunFile, target: RunTarget, role: Role): Promise<OpenWorld> {
  const keys = openKeyPool(run.keys)
  const authority = openAuthority(target.authority, keys)
  const foreignKey = await keys.named('ca-stranger')
  const lab = connectLab(run.control, target.world)
  const http = createHttpClient({
    ...(target.tls.ca !== undefined && { ca: readFileSync(target.tls.ca) }),
    insecure: target.tls.insecure,
    timeoutMs: exchangeTimeoutMs,
  })
  const fresh = freshParties({
    authority,
    keyUsage: target.keyUsage,
    httpUrl: target.httpUrl,
    recordFields: target.settings.registry.recordFields,
    register: (parties) => lab.register(parties),
  })
  return {
    target: {
      name: target.name,
      role,
      partyId: target.partyId,
      baseUrl: target.baseUrl,
      tokenUrl: `${target.baseUrl}${target.settings.token.path}`,
      publicKey: new X509Certificate(readFileSync(target.chain)).publicKey,
      replicas: target.replicas,
    },
    settings: target.settings,
    registry: target.registry,
    httpUrl: target.httpUrl,
    keyUsage: target.keyUsage,
    lab,
    http,
    authority,
    keys,
    parties: role === 'ParticipantRegistry' ? fixtureParties(target.fixtures, { ...target, authority }) : fresh,
    untrusted: await authority.issue({
      partyId: 'did:example:untrusted',
      kind: 'same-name-twin',
      key: foreignKey,
      revocation: { base: target.httpUrl, scope: 'untrusted' },
    }),
    // None of the pool: the party that a message is forged for may have any of those.
    foreignKey,
    close: async () => {
      await Promise.all([http.close(), lab.close()])
    },
  }
}
