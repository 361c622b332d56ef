import { Agent } from 'undici'

/** Longest answer of a revocation source, bytes. */
const sizeLimit = 2 * 1024 * 1024

/** How an answer is fetched. */
export interface Fetching {
  /** How long a revocation source may take, milliseconds. */
  readonly patienceMs: number
  /** How many redirects are followed. */
  readonly redirects: number
}

const usual: Fetching = { patienceMs: 3500, redirects: 3 }

/** Statuses of a redirect after which the same is asked (RFC 9110 §15.4); after the others a question becomes another one. */
const sameAgain = [307, 308]
const movedAway = [301, 302, 303]

/** Fetches CRLs and OCSP responses: bounded in time, size and redirects. */
export class RevocationFetcher {
  readonly #agent = new Agent({ connections: 16, keepAliveTimeout: 4000 })

  /** Throws when no complete 200 comes in time. */
  async fetch(url: string, ocspRequest?: Buffer, { patienceMs, redirects } = usual): Promise<Buffer> {
    const { origin, pathname, search } = new URL(url)
    const { statusCode, headers, body } = await this.#agent.request({
      origin,
      path: pathname + search,
      method: ocspRequest ? 'POST' : 'GET',
      signal: AbortSignal.timeout(patienceMs),
      ...(ocspRequest && { body: ocspRequest, headers: { 'content-type': 'application/ocsp-request' } }),
    })
    const isRedirect = [...sameAgain, ...(ocspRequest ? [] : movedAway)].includes(statusCode)
    if (isRedirect && typeof headers.location === 'string' && redirects > 0) {
      await body.dump()
      return this.fetch(new URL(headers.location, url).href, ocspRequest, { patienceMs, redirects: redirects - 1 })
    }
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > sizeLimit) throw new RangeError('revocation answer too large')
      chunks.push(chunk)
    }
    if (statusCode !== 200) throw new Error(`revocation source answered ${statusCode}`)
    return Buffer.concat(chunks)
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}
