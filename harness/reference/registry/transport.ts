import { Agent } from 'undici'

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
/** Longest answer, bytes. */
const sizeLimit = 4 * 1024 * 1024

/** How far the certificate of a server is verified; as usual where nothing is said. */
export interface TlsVerification {
  readonly rejectUnauthorized?: boolean
  readonly checkServerIdentity?: () => undefined
}

/** HTTP to the registry: connections kept, bounded in time and size, redirects not followed. */
export class RegistryTransport {
  readonly #agent: Agent
  readonly #origin: string
  readonly #patience: number

  /**
   * @param tlsRoot PEM of the only trusted root for HTTPS.
   * @param tls How the server's certificate is verified.
   * @param patienceMs How long one call may take, milliseconds.
   */
  constructor(origin: string, tlsRoot: string | undefined, tls: TlsVerification, patienceMs = patience) {
    this.#origin = origin
    this.#patience = patienceMs
    this.#agent = new Agent({
      connections: 64,
      keepAliveTimeout: 4000,
      connect: { ...tls, ...(tlsRoot !== undefined && { ca: tlsRoot }) },
    })
  }

  /** Repeats nothing. Throws `RegistryFailure` when no complete answer comes. */
  async call({ method, path, headers, body }: RegistryCall): Promise<RegistryAnswer> {
    const signal = AbortSignal.timeout(this.#patience)
    try {
      const answer = await this.#agent.request({
        origin: this.#origin,
        path,
        method,
        signal,
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
      })
      if (answer.headers['content-encoding'] !== undefined) {
        await answer.body.dump()
        throw new RegistryFailure('unreadable')
      }
      const { location } = answer.headers
      const redirected = answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string'
      return {
        status: answer.statusCode,
        body: await collect(answer.body),
        ...(redirected && { location: new URL(location, this.#origin).href }),
      }
    } catch (error) {
      if (error instanceof RegistryFailure) throw error
      throw new RegistryFailure(signal.aborted ? 'timeout' : problemOf(error), { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > sizeLimit) throw new RegistryFailure('unreadable')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function problemOf(error: unknown): RegistryProblem {
  const code = String((error as { code?: unknown }).code)
  if (/TIMEOUT/.test(code)) return 'timeout'
  return /CERT|SSL|TLS|ISSUER|SIGNED|ALTNAME/.test(code) ? 'tls' : 'unreachable'
}
