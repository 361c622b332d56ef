import { createHash, randomBytes } from 'node:crypto'
import type { HumanProgram } from '../../contracts/lab-protocol.js'
import { sha256 } from '../../wire/decode.js'
import type { Counterparty } from '../counterparty/counterparty.js'

/** A programmed human, and what became of the logins so far. */
export interface ProgrammedHuman {
  readonly program: HumanProgram
  /** Token requests with a code of this human. */
  asked: number
  /** What the last login gave. */
  tokens?: readonly string[]
  /** State of the last request that was answered. */
  lastState?: string
  /** Base URL of the provider that the browser was sent on to; only for a behaviour that does so. */
  sentOnTo?: string
}

/** What a code stands for. */
export interface Login {
  readonly provider: Counterparty
  readonly human: ProgrammedHuman
  readonly clientId: string
  readonly redirectUri: string
  /** What was asked for, separated by spaces. */
  readonly scope: string
  readonly nonce?: string
  readonly challenge?: { readonly value: string; readonly method: string }
  /** Seconds since epoch. */
  readonly authTime: number
  redeemed: boolean
}

/** What the IdentityProviders of a world remember. */
export interface LoginMemory {
  /** By user name. */
  readonly humans: Map<string, ProgrammedHuman>
  /** Hands out a code, in another form where one is given. It begins with the user name, by which its redeemer tells the logins of one check from others. */
  readonly issue: (login: Omit<Login, 'authTime' | 'redeemed'>, form?: (own: string) => string) => string
  /** By the code's SHA-256, which is also whom access tokens are issued to. */
  readonly find: (digest: string) => Login | undefined
  /** Keep the state and the nonce of a request. */
  readonly sawState: (clientId: string, state: string) => void
  readonly sawNonce: (clientId: string, nonce: string) => void
  /** The latest other state that this relying party sent. */
  readonly otherState: (clientId: string, state: string | undefined) => string | undefined
  /** The latest other nonce that it sent. */
  readonly otherNonce: (clientId: string, nonce: string | undefined) => string | undefined
}

/** Logins, states and nonces kept at most; older ones are forgotten. */
const limit = 10_000

/** A memory without humans. */
export const openLoginMemory = (): LoginMemory => {
  const logins = new Map<string, Login>()
  const states = new Map<string, string>()
  const nonces = new Map<string, string>()
  return {
    humans: new Map(),
    issue: (login, form = (own) => own) => {
      const code = form(`${login.human.program.username}.${randomBytes(24).toString('base64url')}`)
      keep(logins, sha256(code), { ...login, authTime: Math.floor(Date.now() / 1000), redeemed: false })
      return code
    },
    find: (digest) => logins.get(digest),
    sawState: (clientId, state) => keep(states, state, clientId),
    sawNonce: (clientId, nonce) => keep(nonces, nonce, clientId),
    otherState: (clientId, state) => latestOther(states, clientId, state),
    otherNonce: (clientId, nonce) => latestOther(nonces, clientId, nonce),
  }
}

const latestOther = (sent: ReadonlyMap<string, string>, clientId: string, own: string | undefined) =>
  [...sent].findLast(([other, by]) => by === clientId && other !== own)?.[0]

const keep = <T>(kept: Map<string, T>, name: string, value: T): void => {
  kept.set(name, value)
  const [oldest] = kept.keys()
  if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
}

/** Seconds that a code lives. */
const codeLifetime = 120

/** What does not fit of a token request, in the order in which it is looked at; undefined where everything does. */
export const misfit = (
  login: Login | undefined,
  asked: Counterparty,
  form: Readonly<Record<string, string>>,
  issuer: string | undefined,
): string | undefined => {
  if (form.code === undefined) return 'no code'
  if (login === undefined) return 'unknown code'
  if (login.redeemed) return 'the code was redeemed before'
  if (Date.now() / 1000 - login.authTime > codeLifetime) return `the code is older than ${codeLifetime} s`
  if (login.provider !== asked && login.human.sentOnTo !== login.provider.baseUrl) return 'code of the other provider'
  if (form.client_id !== undefined && form.client_id !== login.clientId) return 'client_id is not the one of the code'
  if (issuer !== undefined && issuer !== login.clientId) return 'the assertion is not of the client of the code'
  if (form.redirect_uri !== login.redirectUri) return 'redirect_uri is not the one of the code'
  return challengeMisfit(login, form.code_verifier)
}

/** RFC 7636 §4.6. */
const challengeMisfit = ({ challenge }: Login, verifier: string | undefined): string | undefined => {
  if (challenge === undefined) return undefined
  if (verifier === undefined) return 'no code_verifier'
  const derived = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return derived === challenge.value ? undefined : 'code_verifier does not fit the code_challenge'
}
