import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Kit } from '../kit.js'
import { ruleAbout } from '../token-endpoint/rule.js'

/** A client assertion of the reference role itself while it is put together. */
export interface OwnAssertion {
  readonly kit: Kit
  /** Where the assertion is sent to. */
  readonly tokenUrl: string
  /** The assertion that was sent last. */
  readonly previous: string | undefined
  alg: 'RS256' | 'PS256'
  header: Record<string, unknown>
  aud: string
  /** Seconds. */
  lifetime: number
  repeated: string | undefined
  sentBy: 'POST' | 'GET'
}

const rule = ruleAbout<OwnAssertion>()

/** What holds for an assertion that the role sends (L242–263); each rule fills in its part. */
export const ownAssertionRules = [
  rule('own assertion', 'it is signed with RS256', (own) => set(own, { alg: 'RS256' }), {
    'signs-ps256': () => (own) => set(own, { alg: 'PS256' }),
  }),
  rule(
    'own assertion',
    'the header holds the whole chain',
    (own) => set(own, { header: { ...own.header, x5c: base64(own.kit.chain) } }),
    {
      'sends-leaf-only': () => (own) => set(own, { header: { ...own.header, x5c: base64(own.kit.chain.slice(0, 1)) } }),
    },
  ),
  rule(
    'own assertion',
    'the header holds only alg, typ and x5c',
    (own) => set(own, { header: { typ: 'JWT', ...own.header } }),
    {
      'adds-kid': (right) => (own) => right(own) && set(own, { header: { ...own.header, kid: 'own' } }),
    },
  ),
  rule('own assertion', 'aud is the registry', (own) => set(own, { aud: own.kit.participantRegistry.partyId }), {
    'addresses-url': () => (own) => set(own, { aud: own.tokenUrl }),
  }),
  rule('own assertion', 'it lives for 30 seconds', (own) => set(own, { lifetime: 30 }), {
    'lives-60-seconds': () => (own) => set(own, { lifetime: 60 }),
  }),
  rule('own assertion', 'it is sent once', (own) => set(own, { repeated: undefined }), {
    'reuses-own-assertion': () => (own) => set(own, { repeated: own.previous }),
  }),
  rule('own assertion', 'it travels in the body of a POST', (own) => set(own, { sentBy: 'POST' }), {
    'authenticates-by-query': () => (own) => set(own, { sentBy: 'GET' }),
  }),
]

/** Signs what the rules filled in. */
export async function signOwn({ kit, alg, header, aud, lifetime }: OwnAssertion): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  return new SignJWT({ iss: kit.partyId, sub: kit.partyId, aud, jti: randomUUID(), iat, exp: iat + lifetime })
    .setProtectedHeader({ alg, ...header })
    .sign(kit.key)
}

const base64 = (chain: readonly Buffer[]): readonly string[] => chain.map((der) => der.toString('base64'))

function set(own: OwnAssertion, part: Partial<OwnAssertion>): boolean {
  Object.assign(own, part)
  return true
}
