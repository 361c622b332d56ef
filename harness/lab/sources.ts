import { setTimeout as wait } from 'node:timers/promises'
import { PkiError } from '../../ca/errors.js'
import { standingOf } from '../../ca/index.js'
import type { RevocationProgram } from '../contracts/lab-protocol.js'
import { readTokenRequest } from './counterparty/token-endpoint.js'
import { noteGiven } from './http/given.js'
import { decoded, type LabRequest, readBody, seen, send } from './http/request.js'
import { shown } from './http/shown.js'
import type { OpenEntry } from './storage/ledger.js'
import type { WorldState } from './storage/state.js'

/** Milliseconds after which a silent revocation source closes the connection. */
const silenceMs = 60_000

/** What is asked of a revocation source. */
interface Question {
  readonly source: 'crl' | 'ocsp'
  readonly issuer: string
  readonly program: RevocationProgram
  /** What stands in the path behind the scope. */
  readonly rest: readonly string[]
}

/** CRLs at `/crl/<issuer>/<scope>.crl`, OCSP at `/ocsp/<issuer>/<scope>` (POST, or GET with the request in the path, RFC 6960 A.1). */
export const answerRevocation = async (state: WorldState, incoming: LabRequest): Promise<void> => {
  const [, kind, issuer = '', name = '', ...rest] = incoming.path.split('/')
  const source = kind === 'crl' ? 'crl' : 'ocsp'
  const scope = decoded(name).replace(source === 'crl' ? /\.crl$/ : /$^/, '')
  const entry = state.ledger.add({ ...seen(incoming), kind: source, subject: scope })
  const program = programFor(state, scope, source)
  if (program.movedTo !== undefined) {
    entry.status = incoming.method === 'POST' ? 307 : 302
    const path = [kind, issuer, name.replace(scope, program.movedTo), ...rest].join('/')
    return send(incoming.response, entry.status, 'text/plain', 'moved', { location: `${state.httpUrl}/${path}` })
  }
  try {
    await answerQuestion(state, incoming, entry, { source, issuer, program, rest })
  } catch (error) {
    if (!(error instanceof PkiError)) throw error
    entry.status = 404
    send(incoming.response, 404, 'text/plain', 'no such issuer')
  }
}

/** What a source says of a scope. */
const programFor = (state: WorldState, scope: string, source: 'crl' | 'ocsp'): RevocationProgram => {
  const program = state.revocations.get(scope) ?? { scope, revoked: [] }
  return program.saidBy === undefined || program.saidBy === source ? program : { ...program, revoked: [] }
}

const answerQuestion = async (
  { authority }: WorldState,
  incoming: LabRequest,
  entry: OpenEntry,
  { source, issuer, program, rest }: Question,
): Promise<void> => {
  const said: string[] = []
  const der =
    source === 'crl'
      ? await authority.crl(issuer, program)
      : await authority.ocsp(issuer, await ocspRequest(incoming, rest), program, (serial) => said.push(serial))
  if (der === null) return void setTimeout(() => incoming.response.destroy(), silenceMs).unref()
  entry.status = 200
  noteGiven(incoming, entry, { ...standingOf(program, source), ...(source === 'ocsp' && { revoked: said }) })
  if (program.afterSeconds !== undefined) await wait(program.afterSeconds * 1000, undefined, { ref: false })
  send(incoming.response, 200, source === 'crl' ? 'application/pkix-crl' : 'application/ocsp-response', der)
}

/** `/issuers/<issuer>/<scope>.cer`: the certificate of an issuer, as `caIssuers` of a certificate points at it (RFC 5280 §4.2.2.1). */
export const answerIssuer = async (state: WorldState, incoming: LabRequest): Promise<void> => {
  const [, , issuer = '', file = ''] = incoming.path.split('/')
  const subject = decoded(file).replace(/\.cer$/, '')
  const entry = state.ledger.add({ ...seen(incoming), kind: 'ca-issuers', subject })
  const der = await state.authority.certificateOf(issuer).catch(() => undefined)
  entry.status = der ? 200 : 404
  send(incoming.response, entry.status, der ? 'application/pkix-cert' : 'text/plain', der ?? 'no such issuer')
}

const ocspRequest = async ({ request, method }: LabRequest, path: readonly string[]): Promise<Buffer> =>
  method === 'POST' ? readBody(request) : Buffer.from(decoded(path.join('/')), 'base64')

/** `/canary/<name>`: counts a hit whatever the method, tells of an assertion that it was sent, and serves what is programmed. */
export const answerCanary = async (state: WorldState, incoming: LabRequest): Promise<void> => {
  const name = decoded(incoming.path.split('/')[2] ?? '')
  const canary = state.canaries.get(name)
  const { assertion, parameters } = await readTokenRequest(state, incoming)
  const status = canary === undefined ? 404 : 200
  state.ledger.add({
    ...seen(incoming),
    kind: 'canary',
    ...shown(incoming, parameters),
    ...(assertion && { assertion: assertion.recorded }),
    ...(incoming.request.headers.authorization !== undefined && { bearer: 'unknown' }),
    subject: name,
  }).status = status
  send(incoming.response, status, canary?.contentType ?? 'text/plain', canary?.body ?? '')
}
