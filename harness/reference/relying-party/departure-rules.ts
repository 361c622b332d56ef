import { randomBytes } from 'node:crypto'
import { sha256 } from '../encoding/sha256.js'
import { global } from '../engine/fault.js'
import { instead, type NamesOf, ruleAbout } from '../engine/rule.js'
import type { RuleChanges } from '../engine/variants.js'

/** What a browser is sent away with that nobody else may know, while it is put together. */
export interface Secrets {
  state: string
  nonce: string
  verifier: string
}

/** What is sent of the verifier (RFC 7636 §4.3). */
interface Challenge {
  code_challenge: string
  code_challenge_method?: string
}

/** What a ServiceProvider asks a broker with. */
export interface Served {
  readonly state?: string | undefined
  readonly nonce?: string | undefined
}

/** The secrets of a login, and those of the one before. */
export interface Setting {
  readonly now: Secrets
  readonly before: Secrets | undefined
  /** Those of the first login in the same browser; read by faults alone. */
  readonly firstOfBrowser: Secrets | undefined
  challenge: Challenge
  scope: string
  /** Which login it is, counted over all providers. */
  readonly count: number
  /** What a ServiceProvider asked a broker with for it; read by faults alone. */
  readonly served: Served
}

const rule = ruleAbout<Setting, 'departure'>()
const random = (): string => randomBytes(32).toString('base64url')

const made =
  (name: keyof Secrets, value: (setting: Setting) => string) =>
  (setting: Setting): boolean => {
    setting.now[name] = value(setting)
    return true
  }
const again = (name: keyof Secrets) => made(name, ({ before }) => before?.[name] ?? random())
const kept = (name: keyof Secrets) => made(name, ({ firstOfBrowser }) => firstOfBrowser?.[name] ?? random())
const counted = (name: keyof Secrets) => made(name, ({ count }) => String(count).padStart(43, '0'))
const passed = (name: keyof Served) => made(name, ({ served }) => served[name] ?? random())
const short = (name: keyof Secrets) => made(name, () => random().slice(0, 8))

const challenging =
  (challenge: (verifier: string) => Challenge) =>
  (setting: Setting): boolean => {
    setting.challenge = challenge(setting.now.verifier)
    return true
  }
const hashed = (verifier: string): Challenge => ({
  code_challenge: sha256(verifier),
  code_challenge_method: 'S256',
})

/** Read by a fault alone. */
const few = Array.from({ length: 4 }, random)

/** What holds for a login that is begun (RFC 6749 §10.12, OpenID Connect Core §3.1.2.1, RFC 7636 §7.1); each rule fills in its part. */
export const departureRules = [
  rule('departure', 'scope holds openid', () => true, {
    'leaves-openid-out': global(
      'asks for a login without the scope openid',
      instead((setting) => {
        setting.scope = 'profile'
        return true
      }),
    ),
  }),
  rule('departure', 'state is new', made('state', random), {
    'counts-states': global('sends states that count up', () => counted('state')),
    'passes-state-on': global('sends the state of its ServiceProvider on, at an IdentityBroker', () => passed('state')),
    'reads-state-off-clock': global('sends the time in nanoseconds as state', () =>
      made('state', () => `${Date.now()}${process.hrtime()[1]}`.slice(0, 19).padEnd(19, '0')),
    ),
    'hashes-time-to-states': global('sends the SHA-256 of the time as state', () =>
      made('state', () => sha256(String(Date.now()))),
    ),
    'sends-short-state': global('sends states of 8 characters', () => short('state')),
  }),
  rule('departure', 'nonce is new', made('nonce', random), {
    'reuses-nonce': global('sends the same nonce in every login', () => again('nonce')),
    'keeps-nonce-of-browser': global('sends one nonce in all logins of a browser', () => kept('nonce')),
    'passes-nonce-on': global('sends the nonce of its ServiceProvider on, at an IdentityBroker', () => passed('nonce')),
    'counts-nonces': global('sends nonces that count up', () => counted('nonce')),
    'hashes-time-to-nonces': global('sends the SHA-256 of the time as nonce', () =>
      made('nonce', () => sha256(String(Date.now()))),
    ),
    'sends-short-nonce': global('sends nonces of 8 characters', () => short('nonce')),
  }),
  rule('departure', 'the code_verifier is new', made('verifier', random), {
    'reuses-code-verifier': global('has the same code_verifier in every login', () => again('verifier')),
    'has-few-code-verifiers': global('has four code_verifiers, which it takes in turn', () =>
      made('verifier', ({ count }) => few[count % few.length] ?? random()),
    ),
    'keeps-code-verifier-of-browser': global('has one code_verifier for all logins of a browser', () =>
      kept('verifier'),
    ),
    'counts-code-verifiers': global('has code_verifiers that count up', () => counted('verifier')),
    'has-short-code-verifier': global('has code_verifiers of 8 characters', () => short('verifier')),
    'takes-state-for-code-verifier': global('has the state of a login for its code_verifier', () =>
      made('verifier', ({ now }) => now.state),
    ),
    'hashes-nonce-to-code-verifier': global('has the SHA-256 of the nonce of a login for its code_verifier', () =>
      made('verifier', ({ now }) => sha256(now.nonce)),
    ),
    'writes-state-twice-to-code-verifier': global(
      'has its state, encoded and written twice, for its code_verifier',
      () => made('verifier', ({ now }) => Buffer.from(now.state).toString('base64url').repeat(2)),
    ),
    'shows-code-verifier-in-state': global(
      'keeps its code_verifier in the state, for anybody to read',
      () => (setting) => {
        const verifier = random()
        const state = Buffer.from(JSON.stringify({ verifier })).toString('base64url')
        Object.assign(setting.now, { verifier, state })
        return true
      },
    ),
  }),
  rule('departure', 'the code_challenge is the hash of the code_verifier', challenging(hashed), {
    'sends-plain-challenge': global(
      'sends its code_verifier itself as code_challenge',
      instead(challenging((verifier) => ({ code_challenge: verifier, code_challenge_method: 'plain' }))),
    ),
    'omits-challenge-method': global(
      'sends its code_verifier itself as code_challenge, without a method',
      instead(challenging((verifier) => ({ code_challenge: verifier }))),
    ),
  }),
]

/** One state for all logins of a browser, which is as good as its session (RFC 6749 §10.12). */
export const stateOfBrowser: RuleChanges<Setting, NamesOf<typeof departureRules>> = {
  'state is new': () => kept('state'),
}
