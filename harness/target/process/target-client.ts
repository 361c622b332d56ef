import { readFileSync } from 'node:fs'
import type { TargetConfig } from '../../contracts/target.js'
import { createHttpClient, type HttpClient } from '../../wire/http.js'

/** Lends an HTTP client that trusts what the target file says under `tls`, and closes it. */
export const withTargetClient = async <T>(
  { tls }: Pick<TargetConfig, 'tls'>,
  timeoutMs: number,
  use: (client: HttpClient) => Promise<T>,
): Promise<T> => {
  const client = createHttpClient({
    ...(tls.ca !== undefined && { ca: readFileSync(tls.ca) }),
    insecure: tls.insecure,
    timeoutMs,
  })
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}
