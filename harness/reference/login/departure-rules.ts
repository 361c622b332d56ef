import { randomBytes } from 'node:crypto'
import { ruleAbout } from '../token-endpoint/rule.js'

/** What a browser is sent away with that nobody else may know, while it is put together. */
export interface Secrets {
  nonce: string
  verifier: string
}

/** The secrets of a login, and those of the one before. */
export interface Setting {
  readonly now: Secrets
  readonly before: Secrets | undefined
}

const rule = ruleAbout<Setting>()
const random = (): string => randomBytes(32).toString('base64url')

const made =
  (name: keyof Secrets, value: (setting: Setting) => string) =>
  (setting: Setting): boolean => {
    setting.now[name] = value(setting)
    return true
  }
const again = (name: keyof Secrets) => made(name, ({ before }) => before?.[name] ?? random())

/** What holds for a login that is begun (OpenID Connect Core §3.1.2.1, RFC 7636 §7.1); each rule fills in its part. */
export const departureRules = [
  rule('departure', 'nonce is new', made('nonce', random), { 'reuses-nonce': () => again('nonce') }),
  rule('departure', 'the code_verifier is new', made('verifier', random), {
    'reuses-code-verifier': () => again('verifier'),
  }),
]
