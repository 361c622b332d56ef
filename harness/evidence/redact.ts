import { hash } from 'node:crypto'
import type { RecordedExchange } from '../contracts/evidence.js'
import { isObject, type Json } from '../contracts/json.js'
import type { Exchange } from '../wire/types.js'
import { noteExchange } from './leaks/note-exchange.js'
import { encodingsOf, excerpt, spellings } from './leaks/spellings.js'

/** Longest body kept in an evidence file, in characters. */
const keptBody = 4_000
/** Runs of base64, base64url or percent-encoded characters this long are tokens, signatures, keys or certificates. */
const opaqueRun = /[A-Za-z0-9+/_.%-]{80,}=*/g
const authorization = /^(authorization|proxy-authorization|cookie|set-cookie)$/i

/** SHA-256 in lower-case hex. */
export const sha256 = (data: string | Buffer): string => hash('sha256', data)

/** Stands for a secret: enough to recognise it again, nothing to use. */
export const digestOf = (secret: string): string =>
  `‹${secret.length} characters, sha256 ${sha256(secret).slice(0, 16)}›`

/**
 * An exchange as it may be kept: a digest replaces every long opaque run, bearer credential and value in `secrets`.
 * @param secrets Values that must not be kept at any length, such as access tokens.
 */
export function redactExchange(exchange: Exchange, secrets: readonly string[]): RecordedExchange {
  noteExchange(exchange, secrets)
  const { request, response, noAnswer } = exchange
  const clean = redactor([...secrets, ...presented(request)], textsOf(exchange))
  return {
    startedAt: exchange.startedAt,
    durationMs: Math.round(exchange.durationMs * 10) / 10,
    request: {
      method: request.method,
      url: clean(request.url),
      headers: request.headers.map(
        ([name, value]) => [name, authorization.test(name) ? digestOf(value) : clean(value)] as const,
      ),
      body: clean(bodyText(request.body)),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, cleanHeader(name, value, clean)]),
        ),
        body: clean(response.body),
        truncated: response.truncated || response.body.length > keptBody,
      },
    }),
    ...(noAnswer && { noAnswer: { kind: noAnswer.kind, message: clean(noAnswer.message) } }),
  }
}

/** All that an exchange holds of what is kept. */
const textsOf = ({ request, response, noAnswer }: Exchange): string =>
  [
    request.url,
    ...request.headers.map(([, value]) => value),
    bodyText(request.body),
    ...Object.values(response?.headers ?? {}).flat(),
    response?.body,
    noAnswer?.message,
  ].join('\n')

/** Text without secrets, cut to what evidence keeps. */
export const redactText = (text: string, secrets: readonly string[]): string => redactor(secrets)(text)

/** The same of every text in a JSON value, names of members included. */
export function redactJson(value: Json, secrets: readonly string[]): Json {
  const clean = redactor(secrets)
  const inside = (part: Json): Json => {
    if (typeof part === 'string') return clean(part)
    if (Array.isArray(part)) return (part as readonly Json[]).map(inside)
    if (!isObject(part)) return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [clean(name), inside(one)]))
  }
  return inside(value)
}

/** Characters of what is kept out of the evidence as an access token: a dot is none, since it stands everywhere. */
export const shortestToken = 8

/** The access token of a request: a changed copy of one that was issued may tell nearly all of it. */
const presented = ({ headers }: Exchange['request']): readonly string[] =>
  headers.flatMap(([name, value]) => {
    const [, token = ''] = (/^authorization$/i.test(name) && /^Bearer +(.+)$/i.exec(value)) || []
    return token.length < shortestToken ? [] : [token]
  })

/** `redactText` for many texts with the same secrets. @param within Holds all those texts: what is not in it is not sought in each of them. */
function redactor(secrets: readonly string[], within?: string): (text: string) => string {
  // The longest first: a changed copy of a token holds the end of it.
  const forms = [...new Set(secrets)]
    .flatMap(formsOf)
    .filter(({ form }) => within?.includes(form) ?? true)
    .sort((one, other) => other.form.length - one.form.length)
  return (text) => {
    let clean = text.slice(0, 256_000)
    for (const { form, secret } of forms) clean = clean.replaceAll(form, () => digestOf(secret))
    clean = clean.replace(opaqueRun, digestOf)
    return clean.length > keptBody ? `${clean.slice(0, keptBody)}… (${text.length} characters)` : clean
  }
}

interface Form {
  readonly form: string
  /** What the digest in its place is of. */
  readonly secret: string
}

/** The forms of secrets that were sought lately: a check seeks the same ones in each of its exchanges. */
const lately = new Map<string, readonly Form[]>()
const mostKnown = 1_000

/** A copy of a long secret with another letter in it ends as that does; in base64 and hex a long one is an opaque run. */
function formsOf(secret: string): readonly Form[] {
  const known = lately.get(secret)
  if (known) return known
  const end = secret.slice(-excerpt)
  const forms = [
    ...spellings(secret).map((form) => ({ form, secret })),
    ...(end === secret ? [] : spellings(end).map((form) => ({ form, secret: end }))),
    ...(secret.length < shortestToken ? [] : encodingsOf(Buffer.from(end)).map((form) => ({ form, secret }))),
  ]
  if (lately.size === mostKnown) lately.clear()
  lately.set(secret, forms)
  return forms
}

const cleanHeader = (name: string, value: string | readonly string[], clean: (text: string) => string) =>
  typeof value !== 'string'
    ? value.map((one) => (authorization.test(name) ? digestOf(one) : clean(one)))
    : authorization.test(name)
      ? digestOf(value)
      : clean(value)

const bodyText = (body: string | Buffer | undefined): string =>
  body === undefined ? '' : typeof body === 'string' ? body : body.toString('latin1')
