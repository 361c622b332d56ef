/** What a token request says: its parameters, and the parts of its assertion. */
interface TokenRequest {
  readonly form: URLSearchParams
  readonly header: { readonly x5c?: readonly string[] }
  readonly claims: Readonly<Record<string, unknown>>
  readonly baseUrl: string
}

/** Key usage with Digital Signature and Non-Repudiation and nothing else (RFC 5280 §4.2.1.3). */
const bothUsages = /551d0f(0101ff)?0404030206c0/

const all = {
  'wants-scope': ({ form }) => form.get('scope') === 'iSHARE',
  'wants-eori': ({ claims }) => /^EU\.EORI\.[A-Z]{2}\d+$/.test(String(claims.iss)),
  'wants-both-usages': ({ header }) => bothUsages.test(Buffer.from(header.x5c?.[0] ?? '', 'base64').toString('hex')),
  'wants-nbf': ({ claims }) => claims.nbf !== undefined,
  'wants-no-root': ({ header }) => header.x5c?.length === 2,
  'wants-url-as-aud': ({ claims, baseUrl }) => claims.aud === baseUrl,
} as const satisfies Readonly<Record<string, (request: TokenRequest) => boolean>>

/** What deployed servers demand of a token request, by name. */
export type Demand = keyof typeof all

export const isDemand = (name: string): name is Demand => Object.hasOwn(all, name)

/** Whether a token request is as demanded. Throws for a body that is no form with an assertion. */
export function isMet(demand: Demand, body: string, host: string): boolean {
  const form = new URLSearchParams(body)
  const [header, claims] = (form.get('client_assertion') ?? '')
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  return all[demand]({ form, header, claims, baseUrl: `http://${host}` })
}
