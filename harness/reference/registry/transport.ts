import { X509Certificate } from 'node:crypto'
import { TLSSocket } from 'node:tls'
import { Agent, buildConnector } from 'undici'
import type { Kit } from '../kit.js'

/** What is wrong with the registry: it gives no token; it refuses, resets or cuts off; it answers too long or compressed. */
export type RegistryProblem = 'token' | 'unreachable' | 'timeout' | 'unreadable' | 'tls'

/** The registry could not be consulted. */
export class RegistryFailure extends Error {
  readonly problem: RegistryProblem

  constructor(problem: RegistryProblem, options?: ErrorOptions) {
    super(`registry: ${problem}`, options)
    this.problem = problem
  }
}

/** A complete answer. */
export interface RegistryAnswer {
  readonly status: number
  readonly body: Buffer
  /** Where a redirect points, absolute. */
  readonly location?: string
  /** When it was sent, by the clock of the server. */
  readonly date?: string
  /** How long it is, bytes, where it says so. */
  readonly length?: number
}

/** A request to the registry. */
export interface RegistryCall {
  readonly method: 'GET' | 'POST'
  /** Request target behind the origin, as it goes onto the wire. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** How long one call of the Participant Registry may take, milliseconds; answers after 5 s still work (POS-31). */
const patience = 6000
/** Longest answer that is kept, bytes. */
const sizeLimit = 4 * 1024 * 1024

/** How far the certificate of a server is verified; as usual where nothing is said. */
export interface TlsVerification {
  readonly rejectUnauthorized?: boolean
  readonly checkServerIdentity?: () => undefined
  /** The only thing that may be wrong with it, as Node calls it. */
  readonly letsPass?: 'CERT_HAS_EXPIRED' | 'CERT_NOT_YET_VALID' | 'DEPTH_ZERO_SELF_SIGNED_CERT'
  /** Whether it may stand on a root of participants, too. */
  readonly trustsParticipants?: boolean
}

/** Connects to servers with that certificate. */
function connecting(
  { tlsRoot, roots }: Pick<Kit, 'tlsRoot' | 'roots'>,
  { letsPass, trustsParticipants, ...tls }: TlsVerification,
): buildConnector.connector {
  const further = trustsParticipants ? roots.map((der) => new X509Certificate(der).toString()) : []
  const trusted = { ...tls, ...(tlsRoot !== undefined && { ca: [tlsRoot, ...further] }) }
  if (letsPass === undefined) return buildConnector(trusted)
  const connect = buildConnector({ ...trusted, rejectUnauthorized: false })
  return (wanted, done) =>
    connect(wanted, (...[error, socket]) => {
      if (error) return done(error, null)
      const problem = socket instanceof TLSSocket && !socket.authorized ? String(socket.authorizationError) : letsPass
      if (problem === letsPass) return done(null, socket)
      socket.destroy()
      done(Object.assign(new Error(problem), { code: problem }), null)
    })
}

/** HTTP to the registry: connections kept, bounded in time and size, redirects not followed. */
export class RegistryTransport {
  readonly #agent: Agent
  readonly #origin: string
  readonly #patience: number
  readonly #mostBytes: number

  /**
   * @param kit Has the only trusted root for HTTPS.
   * @param tls How the server's certificate is verified.
   * @param patienceMs How long one call may take, milliseconds.
   * @param mostBytes How much of an answer is read.
   */
  constructor(
    origin: string,
    kit: Pick<Kit, 'tlsRoot' | 'roots'>,
    tls: TlsVerification,
    patienceMs = patience,
    mostBytes = sizeLimit,
  ) {
    this.#origin = origin
    this.#patience = patienceMs
    this.#mostBytes = mostBytes
    this.#agent = new Agent({
      connections: 64,
      keepAliveTimeout: 4000,
      connect: connecting(kit, tls),
    })
  }

  /** Repeats nothing. Throws `RegistryFailure` when no complete answer comes. */
  async call({ method, path, headers, body }: RegistryCall): Promise<RegistryAnswer> {
    const clock = new AbortController()
    const { signal } = clock
    const timer = setTimeout(() => clock.abort(), this.#patience)
    try {
      const answer = await this.#agent.request({
        origin: this.#origin,
        path,
        method,
        signal,
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
      })
      // Only a fault reads without end, and what has begun it waits for.
      if (!Number.isFinite(this.#mostBytes)) clearTimeout(timer)
      if (answer.headers['content-encoding'] !== undefined) {
        await answer.body.dump()
        throw new RegistryFailure('unreadable')
      }
      const { location, date, 'content-length': length } = answer.headers
      const redirected = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string'
      return {
        status: answer.statusCode,
        body: await collect(answer.body, this.#mostBytes),
        ...(length !== undefined && { length: Number(length) }),
        ...(typeof date === 'string' && { date }),
        ...(redirected && { location: new URL(location, this.#origin).href }),
      }
    } catch (error) {
      if (error instanceof RegistryFailure) throw error
      throw new RegistryFailure(signal.aborted ? 'timeout' : problemOf(error), { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

async function collect(body: AsyncIterable<Buffer>, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > mostBytes) throw new RegistryFailure('unreadable')
    if (size <= sizeLimit) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function problemOf(error: unknown): RegistryProblem {
  const code = String((error as { code?: unknown }).code)
  if (/TIMEOUT/.test(code)) return 'timeout'
  return /CERT|SSL|TLS|ISSUER|SIGNED|ALTNAME/.test(code) ? 'tls' : 'unreachable'
}
