import type { Judge, Message, Sent } from '../../harness/check/types.js'
import { unlike } from './rules.js'

const headerOf = ({ exchange }: Sent, name: string): string => {
  const value = exchange.response?.headers[name]
  return typeof value === 'string' ? value : (value ?? []).join(', ')
}

/** `Cache-Control` of an answer with a token lists `no-store` (RFC 6749 §5.1). */
export const ruleCacheControl = (judge: Judge, sent: Sent): void => {
  const value = headerOf(sent, 'cache-control')
  judge.rule('the answer with the token must not be stored', /(^|,)\s*no-store\s*(,|$)/i.test(value), {
    expected: 'Cache-Control: no-store',
    got: value === '' ? 'no Cache-Control' : `Cache-Control: ${value}`,
  })
}

/** The answer with a token is JSON, names the token's type and, where it tells a lifetime, tells it as a number (RFC 6749 §5.1). */
export const ruleTokenResponse = (judge: Judge, sent: Sent): void => {
  const type = headerOf(sent, 'content-type')
  judge.rule('the answer is JSON', /^application\/(\S+\+)?json\b/i.test(type), {
    expected: 'Content-Type: application/json',
    got: type === '' ? 'no Content-Type' : `Content-Type: ${type}`,
  })
  const members = typeof sent.json === 'object' && sent.json !== null ? Object.entries(sent.json) : []
  const tokenType = members.find(([name]) => /^token_?type$/i.test(name))?.[1]
  judge.rule('the answer names the type of the token', typeof tokenType === 'string', {
    expected: 'token_type, a string',
    got: tokenType === undefined ? 'no token_type' : JSON.stringify(tokenType),
  })
  const lifetime = members.find(([name]) => /^expires_?in$/i.test(name))?.[1]
  judge.rule('a lifetime of the token is a number', lifetime === undefined || typeof lifetime === 'number', {
    expected: 'expires_in, a number, or none',
    got: JSON.stringify(lifetime ?? 'none'),
  })
}

const traces: readonly RegExp[] = [
  /\n\s+at \S.*\(?\S+:\d+/,
  /Traceback \(most recent call last\)/,
  /\.(java|kt|scala|cs|go|py|rb|php|js|ts):(line )?\d+/,
  /(node_modules|site-packages|dist-packages|vendor\/bundle)\//,
  /(^|[\s"'(])\/(usr|home|opt|var|srv)\/[\w.-]+\//,
]

/** A refusal repeats no assertion and shows neither stack trace nor file path. */
export const ruleNoLeak = (judge: Judge, sent: Sent, control: Message): void => {
  const body = sent.exchange.response?.body ?? ''
  const parts = sent.assertion.split('.').filter((part) => part.length > 40)
  const echoed = parts.some((part) => body.includes(part))
  judge.rule('a refusal does not repeat the assertion', !echoed, {
    expected: 'no part of the assertion in the answer',
    got: echoed ? `the assertion in the answer to one with ${unlike(control, sent)}` : 'none',
  })
  const trace = traces.map((pattern) => pattern.exec(body)?.[0]).find((found) => found !== undefined)
  judge.rule('a refusal shows neither stack trace nor file path', trace === undefined, {
    expected: 'neither stack trace nor file path',
    got: trace === undefined ? 'neither' : `“${trace.trim().slice(0, 80)}”`,
  })
}
