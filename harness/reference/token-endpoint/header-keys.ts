import { createPublicKey, type JsonWebKey, type KeyObject, X509Certificate } from 'node:crypto'
import { Agent } from 'undici'

/** A header member that names keys beside the certificates (RFC 7515 §4.1.2, §4.1.3, §4.1.5). */
export type HeaderKeys = 'jwk' | 'jku' | 'x5u'

/** The keys that the value of a header member names, which no conforming participant takes. Throws what reading or fetching throws. */
export const headerKeys: Readonly<Record<HeaderKeys, (value: unknown) => Promise<readonly KeyObject[]>>> = {
  jwk: async (value) => [fromJwk(value)],
  jku: async (value) => (JSON.parse(await fetched(value)) as { keys: readonly unknown[] }).keys.map(fromJwk),
  x5u: async (value) => [new X509Certificate(await fetched(value)).publicKey],
}

const fromJwk = (jwk: unknown): KeyObject => createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' })

async function fetched(url: unknown): Promise<string> {
  const agent = new Agent()
  const { origin, pathname, search } = new URL(String(url))
  try {
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: 'GET',
      signal: AbortSignal.timeout(3000),
    })
    return await answer.body.text()
  } finally {
    await agent.destroy()
  }
}
