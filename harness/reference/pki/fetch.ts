import { Agent } from 'undici'

/** Longest answer of a revocation source, bytes. */
const sizeLimit = 2 * 1024 * 1024
/** How long a revocation source may take, milliseconds. */
const patience = 3500

/** Fetches CRLs and OCSP responses: bounded in time and size, redirects not followed. */
export class RevocationFetcher {
  readonly #agent = new Agent({ connections: 16, keepAliveTimeout: 4000 })

  /** Throws when no complete 200 comes in time. */
  async fetch(url: string, ocspRequest?: Buffer): Promise<Buffer> {
    const { origin, pathname, search } = new URL(url)
    const { statusCode, body } = await this.#agent.request({
      origin,
      path: pathname + search,
      method: ocspRequest ? 'POST' : 'GET',
      signal: AbortSignal.timeout(patience),
      ...(ocspRequest && { body: ocspRequest, headers: { 'content-type': 'application/ocsp-request' } }),
    })
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
