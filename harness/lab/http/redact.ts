import { sha256 } from '../../wire/decode.js'

const jwt = /(eyJ[\w-]+\.[\w-]+)\.([\w-]+)/g

/** Text with the signature of every JWT in it replaced by its SHA-256. */
export const redactJwts = (text: string): string =>
  text.includes('eyJ')
    ? text.replace(jwt, (_, signed: string, signature: string) => `${signed}.sha256:${sha256(signature)}`)
    : text

/** Parameters of a login whose values open something. */
const opening = ['code', 'code_verifier', 'state', 'access_token', 'refresh_token', 'password']
const openingInUrl = new RegExp(`([?&](?:${opening.join('|')})=)([^&#]+)`, 'g')

/** An access token of the lab (`access-tokens.ts`), under whatever name. */
const ownToken = /(?<![\w.-])[\w-]{86}(?![\w.-])/g

/** A value as the ledger keeps it: `sha256:` and digest where it opens something. */
export const redactParameter = (name: string, value: string): string =>
  opening.includes(name) ? `sha256:${sha256(value)}` : redactJwts(value)

/** A request target as the ledger keeps it. */
export const redactTarget = (target: string): string =>
  redactJwts(
    target
      .replace(openingInUrl, (_, name: string, value: string) => `${name}sha256:${sha256(value)}`)
      .replace(ownToken, (token) => `sha256:${sha256(token)}`),
  )

/** What a relying party draws for a login so that nobody guesses it. */
const drawn = ['state', 'nonce', 'code_verifier']

/** Those among parameters, as a member of a ledger entry. */
export const drawnAmong = (parameters: Iterable<readonly [string, string]>) => ({
  drawn: Object.fromEntries([...parameters].filter(([name, value]) => drawn.includes(name) && value !== '')),
})
