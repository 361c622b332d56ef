import { withoutPrivateKeys } from '../../evidence/private-keys.js'
import { sha256 } from '../../wire/decode.js'

const jwt = /(eyJ[\w-]+\.[\w-]+)\.([\w-]+)/g

/** Text with the signature of every JWT in it replaced by its SHA-256. */
export const redactJwts = (text: string): string =>
  text.includes('eyJ')
    ? text.replace(jwt, (_, signed: string, signature: string) => `${signed}.sha256:${sha256(signature)}`)
    : text

/** Parameters of a login whose values open something, or hold what does. */
const opening = ['code', 'code_verifier', 'state', 'request', 'access_token', 'refresh_token', 'password']
const openingInUrl = new RegExp(`([?&](?:${opening.join('|')})=)([^&#]+)`, 'g')

/** An access token of the lab (`access-tokens.ts`), under whatever name. */
const ownToken = /(?<![\w.-])[\w-]{86}(?![\w.-])/g

/** Access tokens of the lab in other forms, as they may stand in an address; the latest ones. */
const others = new Set<string>()
const mostOthers = 1_000

/** From now on no request target shows that access token. */
export function keepOutOfTargets(token: string): void {
  for (const spelling of [encodeURIComponent(token), token]) others.add(spelling)
  for (const oldest of others) {
    if (others.size <= mostOthers) return
    others.delete(oldest)
  }
}

const withoutOthers = (target: string): string =>
  target.length < 80
    ? target
    : [...others].reduce((text, token) => text.replaceAll(token, () => `sha256:${sha256(token)}`), target)

/** A value as the ledger keeps it: `sha256:` and digest where it opens something. */
export const redactParameter = (name: string, value: string): string =>
  opening.includes(name) ? `sha256:${sha256(value)}` : redactJwts(withoutPrivateKeys(value))

/** A request target as the ledger keeps it. */
export const redactTarget = (target: string): string =>
  redactJwts(
    withoutOthers(withoutPrivateKeys(target))
      .replace(openingInUrl, (_, name: string, value: string) => `${name}sha256:${sha256(value)}`)
      .replace(ownToken, (token) => `sha256:${sha256(token)}`),
  )

/** What a relying party draws for a login so that nobody guesses it. */
const drawn = ['state', 'nonce', 'code_verifier']

/** Those among parameters, as a member of a ledger entry. */
export const drawnAmong = (parameters: Iterable<readonly [string, string]>) => ({
  drawn: Object.fromEntries([...parameters].filter(([name, value]) => drawn.includes(name) && value !== '')),
})
