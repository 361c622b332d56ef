import type { RecordedCertificate, RecordedJwt, RecordedMessage } from '../../../harness/contracts/evidence.js'
import type { Json } from '../../../harness/contracts/json.js'
import { cut } from '../../text.js'

/** One line of a message as shown; `follows` names what changes with every minting, so that a difference there says nothing. */
export interface MessageLine {
  readonly text: string
  readonly follows?: 'jti' | 'time' | 'signature' | 'certificate'
}

const widest = 160
const mostLines = 120
/** A line that holds a certificate: in base64 of DER or of PEM, or the digest of it that the recorder keeps. */
const certificate = /^\s+"(MII|LS0tLS1CRUdJTi|‹\d+ characters, sha256 )/

/** A message as lines: request, parameters, JWT header, claims and signature. */
export function messageLines(message: RecordedMessage): readonly MessageLine[] {
  const request = message.exchanges[0]?.request
  const lines = [
    ...(request === undefined
      ? [{ text: '(never sent)' }]
      : [{ text: cut(`${request.method} ${request.url}`, widest) }]),
    ...formLines(request?.body ?? '', message.assertion !== undefined),
    ...(message.assertion === undefined ? [] : jwtLines(message.assertion)),
  ]
  if (lines.length <= mostLines) return lines
  return [...lines.slice(0, mostLines), { text: `… (${lines.length - mostLines} more lines in the evidence file)` }]
}

function formLines(body: string, decoded: boolean): readonly MessageLine[] {
  if (body === '') return []
  if (!/^[^=&\s{<]+=/.test(body)) return body.split('\n').map((text) => ({ text: cut(text, widest) }))
  return body.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(unescapeForm)
    if (decoded && /^(eyJ|‹\d+ characters)/.test(value || name))
      return { text: value === '' ? '(the assertion, decoded below)' : `${name}=(decoded below)` }
    return { text: `${name}=${cut(value, widest)}` }
  })
}

function unescapeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function jwtLines(jwt: RecordedJwt): readonly MessageLine[] {
  return [
    { text: 'header' },
    ...jsonLines(jwt.header, jwt.chain),
    { text: 'payload' },
    ...jsonLines(jwt.payload, []),
    {
      text: `signature (${jwt.signature.length} characters), sha256 ${jwt.signature.sha256.slice(0, 16)}…`,
      follows: 'signature',
    },
  ]
}

function jsonLines(value: Json, chain: readonly RecordedCertificate[]): readonly MessageLine[] {
  if (typeof value === 'string') return [{ text: cut(value, widest) }]
  const short = (_name: string, member: unknown) => (typeof member === 'string' ? cut(member, widest) : member)
  const lines = JSON.stringify(value, short, 2).split('\n')
  const readable = lines.filter((line) => certificate.test(line)).length === chain.length ? [...chain] : []
  return lines.map((line) => {
    if (/^\s*"jti":\s*".+"/.test(line)) return { text: line, follows: 'jti' }
    if (/^\s*"(iat|exp|nbf)":\s*\d{10},?$/.test(line)) return { text: line, follows: 'time' }
    if (!certificate.test(line)) return { text: line }
    const known = readable.shift()
    const indent = /^\s*/.exec(line)?.[0] ?? ''
    return {
      text: known === undefined ? cut(line, 60) : `${indent}(${certificateWords(known)})`,
      follows: 'certificate',
    }
  })
}

function certificateWords({ subject, key, keyUsage, notBefore, notAfter }: RecordedCertificate): string {
  const usage = keyUsage.length === 0 ? 'no key usage' : keyUsage.join(' ')
  return `${cut(subject, widest)}; ${key}; ${usage}; ${notBefore.slice(0, 10)} to ${notAfter.slice(0, 10)}`
}
