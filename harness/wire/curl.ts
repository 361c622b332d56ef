import type { HttpRequest } from './types.js'

/** How a target's TLS certificate is verified. */
export interface CurlTls {
  readonly ca?: string
  readonly insecure: boolean
}

/** A line for a POSIX shell that sends exactly this request. */
export function curlLine({ method, url, headers, body }: HttpRequest, { ca, insecure }: CurlTls): string {
  const given = headers.some(([name]) => name.toLowerCase() === 'content-type')
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const asText = bytes !== undefined && /^[\x20-\x7e]*$/.test(bytes.toString('latin1'))
  const parts = [
    'curl -sS -i --globoff --path-as-is',
    ...(insecure ? ['--insecure'] : []),
    ...(ca === undefined ? [] : [`--cacert ${quoted(ca)}`]),
    `-X ${quoted(method)}`,
    ...headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Without a word of ours curl adds one of its own.
    ...(bytes === undefined || given ? [] : [`-H ${quoted('content-type:')}`]),
    ...(bytes === undefined ? [] : [asText ? `--data-raw ${quoted(bytes.toString('latin1'))}` : '--data-binary @-']),
    quoted(url),
  ]
  const line = parts.join(' ')
  return bytes === undefined || asText ? line : `printf %s ${quoted(bytes.toString('base64'))} | base64 -d | ${line}`
}

const quoted = (text: string): string => (/^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
