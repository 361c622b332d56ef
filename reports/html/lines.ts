import type { RecordedCertificate, RecordedJwt, RecordedMessage } from '../../harness/evidence/types.js'
import type { Json } from '../../harness/json.js'
import { cut } from '../text.js'

/** One line of a message as shown; `follows` names what changes with every minting, so that a difference there says nothing. */
export interface MessageLine {
  readonly text: string
  readonly follows?: 'jti' | 'time' | 'signature' | 'certificate'
}

const widest = 160
const mostLines = 120

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
  if (!/^[^=&\s]+=/.test(body)) return body.split('\n').map((text) => ({ text: cut(text, widest) }))
  return body.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(unescapeForm)
    return { text: `${name}=${decoded && value.startsWith('eyJ') ? '(the JWT below)' : cut(value, widest)}` }
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
  let certificate = 0
  const text = JSON.stringify(
    value,
    (_name, member: unknown) => (typeof member === 'string' ? cut(member, widest) : member),
    2,
  )
  return text.split('\n').map((line) => {
    if (/^\s*"jti":\s*".+"/.test(line)) return { text: line, follows: 'jti' }
    if (/^\s*"(iat|exp|nbf)":\s*\d{10},?$/.test(line)) return { text: line, follows: 'time' }
    const encoded = /^(\s+)"(MII|LS0tLS1CRUdJTi)/.exec(line)
    if (encoded === null) return { text: line }
    const known = chain[certificate++]
    return known === undefined
      ? { text: line, follows: 'certificate' }
      : { text: `${encoded[1]}(certificate of ${cut(known.subject, widest)})`, follows: 'certificate' }
  })
}
