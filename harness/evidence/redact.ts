import { hash } from 'node:crypto'
import type { RecordedExchange } from '../contracts/evidence.js'
import { escapeHtml } from '../html.js'
import type { Exchange } from '../wire/types.js'
import { noteExchange } from './leaks/note-exchange.js'

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
  const clean = redactor(secrets)
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

/** Text without secrets, cut to what evidence keeps. */
export const redactText = (text: string, secrets: readonly string[]): string => redactor(secrets)(text)

/** `redactText` for many texts with the same secrets. */
function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap(partsOf).flatMap((secret) => spellings(secret).map((form) => ({ form, secret })))
  return (text) => {
    let clean = text.slice(0, 256_000)
    for (const { form, secret } of forms) clean = clean.replaceAll(form, () => digestOf(secret))
    clean = clean.replace(opaqueRun, digestOf)
    return clean.length > keptBody ? `${clean.slice(0, keptBody)}… (${text.length} characters)` : clean
  }
}

/** Characters at the end of a long secret that stand for all of it where a file is searched for it. */
export const excerpt = 64

/** A copy of a long secret with another letter in it ends as that does. */
const partsOf = (secret: string): readonly string[] =>
  secret.length > excerpt ? [secret, secret.slice(-excerpt)] : [secret]

/** How a secret may stand in an exchange: as it is, in an address, in a form, in JSON, in HTML; the longest first, since one may hold another. */
export const spellings = (secret: string): readonly string[] =>
  [
    ...new Set([
      secret,
      encodeURIComponent(secret),
      // Legal in a form, and sent by the suite (`form=percent-encoded`).
      encodeURIComponent(secret).replaceAll('.', '%2E').replaceAll('-', '%2D'),
      new URLSearchParams([['', secret]]).toString().slice(1),
      JSON.stringify(secret).slice(1, -1),
      escapeHtml(secret),
    ]),
  ]
    .filter((form) => form !== '')
    .sort((one, other) => other.length - one.length)

const cleanHeader = (name: string, value: string | readonly string[], clean: (text: string) => string) =>
  typeof value !== 'string'
    ? value.map((one) => (authorization.test(name) ? digestOf(one) : clean(one)))
    : authorization.test(name)
      ? digestOf(value)
      : clean(value)

const bodyText = (body: string | Buffer | undefined): string =>
  body === undefined ? '' : typeof body === 'string' ? body : body.toString('latin1')
