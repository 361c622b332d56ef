import { pathToFileURL } from 'node:url'

// A ServiceConsumer that calls the service without an access token first, and authenticates where the answer asks for
// it (RFC 6750 §3); the rest is the example's: node asking-consumer.js SCRIPT.
const { ASSAY_PROVIDER_URL: provider = '' } = process.env
const { status } = await fetch(`${provider}/service`, { redirect: 'manual', signal: AbortSignal.timeout(4_000) })
if (status !== 401) throw new Error(`the service answered ${status}`)
await import(pathToFileURL(process.argv[2] ?? '').href)
