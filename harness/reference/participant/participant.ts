import { join } from 'node:path'
import type { Role } from '../../../requirements/types.js'
import { ConfigError } from '../../contracts/errors.js'
import type { FaultName } from '../../faults/faults.js'
import { global } from '../engine/fault.js'
import { obey, ruleAbout, withFaults } from '../engine/rule.js'
import type { Kit, RegistryAddress } from '../kit.js'
import { Certificate } from '../pki/certificate.js'
import { CertificateCache } from '../pki/certificate-cache.js'
import { Revocation } from '../pki/revocation/revocation.js'
import { AuthenticatedClient, type Transports } from '../registry/authenticated-client.js'
import { RegistryClient } from '../registry/client.js'
import { RegistryTransport, type TlsVerification } from '../registry/transport.js'
import { FaultMemory } from './fault-memory.js'
import { type Remembering, ReplayStore } from './replay-store.js'

/** How a participant is set up before its first request. */
interface Start {
  /** Which of the assertions used before are remembered; they come in their order. */
  remembering: Remembering
  tls: TlsVerification
  tlsOfOthers: TlsVerification
  /** Where it authenticates, which only a fault has apart. */
  tlsOfTokens: TlsVerification | undefined
}

const rule = ruleAbout<Start, 'start'>()
const set = (start: Start, part: Partial<Start>): boolean => Object.assign(start, part) === start

/** What holds when a participant starts. */
export const startRules = [
  rule(
    'start',
    'assertions used before a restart are remembered',
    (start) => set(start, { remembering: (all) => all }),
    {
      'forgets-on-restart': global(
        'keeps what it remembers in memory only',
        () => (start) => set(start, { remembering: () => [] }),
      ),
      'forgets-most-on-restart': global(
        'remembers the last five assertions after a restart',
        () => (start) => set(start, { remembering: (all) => all.slice(-5) }),
      ),
      'forgets-last-on-restart': global(
        'remembers all but the last five assertions after a restart',
        () => (start) => set(start, { remembering: (all) => all.slice(0, -5) }),
      ),
    },
  ),
  rule('start', "the registry's TLS certificate is verified", (start) => set(start, { tls: {} }), {
    'ignores-tls-certificate': global(
      "does not verify the registry's TLS certificate",
      () => (start) => set(start, { tls: { rejectUnauthorized: false } }),
    ),
    'ignores-tls-host-name': global(
      "takes the registry's TLS certificate for any host",
      () => (start) => set(start, { tls: { checkServerIdentity: () => undefined } }),
    ),
    'ignores-tls-expiry': global(
      "takes the registry's TLS certificate after it has expired",
      () => (start) => set(start, { tls: { letsPass: 'CERT_HAS_EXPIRED' } }),
    ),
    'ignores-tls-begin': global(
      "takes the registry's TLS certificate before it is valid",
      () => (start) => set(start, { tls: { letsPass: 'CERT_NOT_YET_VALID' } }),
    ),
    'takes-self-signed-tls-certificate': global(
      'takes a TLS certificate of the registry that is self-signed',
      () => (start) => set(start, { tls: { letsPass: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }),
    ),
    'trusts-participants-for-tls': global(
      "takes a TLS certificate of the registry below a participants' root",
      () => (start) => set(start, { tls: { trustsParticipants: true } }),
    ),
  }),
  rule(
    'start',
    'TLS certificates are verified at token endpoints, too',
    (start) => set(start, { tlsOfTokens: undefined }),
    {
      'ignores-tls-certificate-of-token-endpoint': global(
        'does not verify the TLS certificate of a registry where it authenticates',
        () => (start) =>
          set(start, { tlsOfTokens: { rejectUnauthorized: false, checkServerIdentity: () => undefined } }),
      ),
    },
  ),
  rule('start', 'the TLS certificates of other servers are verified', (start) => set(start, { tlsOfOthers: {} }), {
    'ignores-tls-certificate-of-others': global(
      'does not verify the TLS certificates of other servers than the registry',
      () => (start) => set(start, { tlsOfOthers: { rejectUnauthorized: false, checkServerIdentity: () => undefined } }),
    ),
    'ignores-tls-expiry-of-others': global(
      'takes TLS certificates of other servers than the registry after they have expired',
      () => (start) => set(start, { tlsOfOthers: { letsPass: 'CERT_HAS_EXPIRED' } }),
    ),
    'ignores-tls-begin-of-others': global(
      'takes TLS certificates of other servers than the registry before they are valid',
      () => (start) => set(start, { tlsOfOthers: { letsPass: 'CERT_NOT_YET_VALID' } }),
    ),
    'takes-self-signed-tls-certificate-of-others': global(
      'takes TLS certificates of other servers than the registry that are self-signed',
      () => (start) => set(start, { tlsOfOthers: { letsPass: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }),
    ),
    'trusts-participants-for-tls-of-others': global(
      "takes TLS certificates of other servers than the registry below a participants' root",
      () => (start) => set(start, { tlsOfOthers: { trustsParticipants: true } }),
    ),
  }),
]

/** A reference role at work: its identity, whom it trusts and what it remembers. */
export interface Participant {
  readonly role: Role
  readonly kit: Kit
  /** Where it listens. */
  readonly baseUrl: string
  /** Path of its token endpoint (L198, L218), and the only grant type there. */
  readonly tokenPath: string
  readonly grantType: string
  readonly ownChain: readonly Certificate[]
  /** The trusted list, in the order of the kit. */
  readonly roots: readonly Certificate[]
  readonly certificates: CertificateCache
  readonly revocation: Revocation
  readonly replays: ReplayStore
  readonly registry: RegistryClient
  /** What only faults remember. */
  readonly memory: FaultMemory
  /** A client of another server of the scheme, closed with the participant. `patienceMs` bounds each of its calls. */
  readonly clientOf: (server: RegistryAddress, patienceMs: number) => AuthenticatedClient
  /** HTTP to another server of the scheme, closed with the participant. */
  readonly transportTo: (server: RegistryAddress, patienceMs: number) => RegistryTransport
  readonly close: () => Promise<void>
}

/** Puts a participant together. Throws a `ConfigError` for a kit or a state folder that cannot be used. */
export async function openParticipant(
  role: Role,
  kit: Kit,
  baseUrl: string,
  stateFolder: string,
  faults: ReadonlySet<FaultName>,
): Promise<Participant> {
  const start: Start = { remembering: (all) => all, tls: {}, tlsOfOthers: {}, tlsOfTokens: undefined }
  await obey(withFaults(startRules, faults), start)
  const revocation = new Revocation((sentence) => process.stderr.write(`${sentence}\n`))
  const transportTo = ({ baseUrl }: RegistryAddress, patienceMs?: number, tls = start.tlsOfOthers) =>
    new RegistryTransport(new URL(baseUrl).origin, kit, tls, patienceMs)
  /** Of a token endpoint, and of what is called behind it. */
  const transportsTo = (server: RegistryAddress, patienceMs?: number, tls = start.tlsOfOthers): Transports => {
    const calls = transportTo(server, patienceMs, tls)
    return { calls, tokens: start.tlsOfTokens ? transportTo(server, patienceMs, start.tlsOfTokens) : calls }
  }
  const registry = new RegistryClient(kit, transportsTo(kit.participantRegistry, undefined, start.tls), faults)
  const others: { readonly close: () => Promise<void> }[] = []
  const closing = <C extends { readonly close: () => Promise<void> }>(client: C): C => {
    others.push(client)
    return client
  }
  const replays = new ReplayStore(join(stateFolder, `replays-${role}.txt`), start.remembering)
  return {
    role,
    kit,
    baseUrl,
    ...(logsIn(role)
      ? { tokenPath: '/identity_provider/token', grantType: 'authorization_code' }
      : { tokenPath: '/oauth2.0/token', grantType: 'client_credentials' }),
    ownChain: kit.chain.map(readOwn),
    roots: kit.roots.map(readOwn),
    certificates: new CertificateCache(),
    revocation,
    replays,
    registry,
    memory: new FaultMemory(),
    clientOf: (server, patienceMs) =>
      closing(new AuthenticatedClient(kit, server, transportsTo(server, patienceMs), faults)),
    transportTo: (server, patienceMs) => closing(transportTo(server, patienceMs)),
    close: async () => {
      replays.close()
      await Promise.all([revocation.close(), registry.close(), ...others.map((client) => client.close())])
    },
  }
}

const logsIn = (role: Role): boolean => role === 'IdentityProvider' || role === 'IdentityBroker'

function readOwn(der: Buffer): Certificate {
  try {
    return new Certificate(der)
  } catch (cause) {
    throw new ConfigError('A certificate of the kit has bytes around it.', { cause })
  }
}
