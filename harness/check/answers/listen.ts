import { answerNames, type InterfaceSettings, lookUpForms } from '../../contracts/interface.js'
import type { Json } from '../../contracts/json.js'
import { jsonIn, readOutcome } from '../../judge/outcome.js'
import { decodeJwt, memberOf } from '../../wire/decode.js'
import type { HttpClient } from '../../wire/http.js'
import type { Exchange, HttpRequest } from '../../wire/types.js'
import { jwtProblems } from '../documents/signed-jwt.js'
import type { AnswerKind, AnswerNotes, AnswersOfKind } from './notes.js'
import { named, ofHuman, ofOwner, otherNonce, outlived, refreshed } from './rules.js'
import { shownIn } from './shown.js'

/** What the target answered in the whole run, each answer held against the rules that hold for all of them. */
export interface AnswersOfRun {
  /** A check begins: what is answered from now on is answered to it. */
  begin(check: string): void
  /** An authorization code is of a request with that nonce, which its id_token repeats. */
  expect(code: string, nonce: string): void
  /** A consumer was served on a call as it should be. */
  served(consumer: string): void
  /** An honest login of a human, named as nobody else is, was answered with an id_token of that `sub`. */
  loggedIn(human: string, sub: string): void
  /** It has ended: the other workers may read what was heard. */
  keep(): void
  /** What all workers have heard up to now of a kind of answers; nothing where there was none. */
  of(kind: AnswerKind): AnswersOfKind | undefined
}

/** What answers are read with. */
export interface Listening {
  readonly settings: InterfaceSettings
  readonly target: {
    readonly partyId: string
    /** Its clock minus ours, milliseconds; absent where it sends no time. */
    readonly clockOffsetMs?: number
  }
  readonly roots: () => Promise<readonly Buffer[]>
  /** Party Identifiers that are new to the target, and that the lab's registry knows. */
  readonly fresh: ReadonlySet<string>
  readonly notes: AnswerNotes
}

/** A client whose answers are listened to, and what was heard. */
export function listening(
  http: HttpClient,
  { settings, target: { partyId: issuer, clockOffsetMs = 0 }, roots, fresh, notes }: Listening,
): { readonly http: HttpClient; readonly answers: AnswersOfRun } {
  let check = 'preflight'
  let trusted: Promise<readonly Buffer[]> | undefined
  const rootsOnce = () => (trusted ??= roots())
  const signed = signedMembers(settings)
  const nonces = new Map<string, string>()
  const owners = new Map<string, string>()
  const clientOf = (request: HttpRequest): string | undefined =>
    issuerOf(parameterOf(request, settings.token.parameterNames.clientAssertion))
  const hearToken = (json: Json, { request }: Exchange): void => {
    const token = memberOf(json, settings.token.fields.accessToken)
    if (typeof token !== 'string') return
    const owner = clientOf(request)
    if (owner !== undefined) owners.set(token, owner)
    const isNew = owner !== undefined && fresh.has(owner)
    notes.note({
      kind: 'token',
      check,
      problems: refreshed(json),
      belongings: ofOwner(token, owner),
      ...(isNew && { party: owner }),
    })
  }
  const hearSigned = async (kind: AnswerKind, token: string, { request, startedAt }: Exchange): Promise<void> => {
    const { payload } = decodeJwt(token)
    // Whom a token is for that is not known here, nobody says better than itself.
    const own = String([memberOf(payload, 'aud')].flat()[0])
    const caller = clientOf(request) ?? owners.get(bearerOf(request)) ?? own
    const problems = [
      ...jwtProblems(token, { issuer, caller, roots: await rootsOnce() }),
      ...outlived(payload, Date.parse(startedAt) + clockOffsetMs),
    ]
    const nonce = kind === 'id_token' ? nonces.get(parameterOf(request, 'code') ?? '') : undefined
    notes.note({ kind, check, problems: [...problems, ...otherNonce(payload, nonce)], belongings: named(token) })
  }
  const known = new Set<string>()
  const hearText = (exchange: Exchange): void => {
    const shown = shownIn(exchange).filter((digest) => !known.has(digest))
    if (shown.length === 0) return
    for (const digest of shown) known.add(digest)
    notes.note({ kind: 'text', check, problems: [], belongings: [], shown })
  }
  const hear = async (exchange: Exchange): Promise<Exchange> => {
    hearText(exchange)
    const json = granted(exchange)
    if (json === undefined) return exchange
    hearToken(json, exchange)
    for (const [kind, member] of signed) {
      const token = memberOf(json, member)
      if (typeof token === 'string' && decodeJwt(token).parts.length === 3) await hearSigned(kind, token, exchange)
    }
    return exchange
  }
  return {
    answers: {
      begin(next) {
        check = next
      },
      expect: (code, nonce) => void nonces.set(code, nonce),
      served: (party) => notes.note({ kind: 'service', check, problems: [], belongings: [], party }),
      loggedIn: (human, sub) => notes.note({ kind: 'login', check, problems: [], belongings: [ofHuman(sub, human)] }),
      keep: notes.keep,
      of: notes.of,
    },
    http: {
      exchange: async (request, options) => hear(await http.exchange(request, options)),
      exchangeRaw: http.exchangeRaw,
      race: async (requests, options) => Promise.all((await http.race(requests, options)).map(hear)),
      close: http.close,
    },
  }
}

/** Where an answer may hold a JWT that the target signed. */
const signedMembers = ({ registry, delegation }: InterfaceSettings): readonly (readonly [AnswerKind, string])[] => [
  ['id_token', 'id_token'],
  ...[...new Set(lookUpForms.map((form) => answerNames(registry, form).tokenField))].map(
    (member) => ['parties_token', member] as const,
  ),
  ['delegation_token', delegation.tokenField],
]

/** The JSON of an answer that grants something; what holds no token is not read. */
function granted(exchange: Exchange): Json | undefined {
  const { status = 0, body = '' } = exchange.response ?? {}
  const holds = status >= 200 && status < 300 && /token/i.test(body)
  return holds ? readOutcome(exchange, () => true).json : undefined
}

/** The one value of a parameter of a token request, in a form or in JSON. */
function parameterOf({ body = '' }: HttpRequest, name: string): string | undefined {
  const text = body.toString()
  const values = text.startsWith('{') ? [memberOf(jsonIn(text), name)] : new URLSearchParams(text).getAll(name)
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : undefined
}

/** Who signed an assertion. */
function issuerOf(assertion: string | undefined): string | undefined {
  const issuer = assertion === undefined ? undefined : memberOf(decodeJwt(assertion).payload, 'iss')
  return typeof issuer === 'string' ? issuer : undefined
}

const bearerOf = ({ headers }: HttpRequest): string =>
  headers
    .find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    .replace(/^bearer /i, '')
    .trim() ?? ''
