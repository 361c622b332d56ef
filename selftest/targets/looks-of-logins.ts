import { verify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, type Look, plain } from './look.js'

// Providers that take logins of relying parties in their own ways.

/** Takes the relying parties of its kit alone; with `soundAlone` none of those that have a defect. */
export const knowingItsClients = (soundAlone = false): Look => ({
  instead: ({ url = '' }) => {
    const asked = new URL(url, 'http://localhost')
    if (asked.pathname !== '/identity_provider/authorize') return undefined
    const { relyingParties, parties } = readKit()
    const client = asked.searchParams.get('client_id')
    const isOf = ({ partyId }: { readonly partyId: string }) => partyId === client
    const isKnown = relyingParties.some(isOf) && !(soundAlone && parties.find(isOf)?.defect !== undefined)
    return isKnown ? undefined : plain(400, html('Unknown client'), { 'content-type': 'text/html' })
  },
})

/**
 * Wants the parameters of a login in a signed JWT that is posted, and sends the browser on to an address with them.
 * `believing` takes what stands in that address then, whatever was signed, `believing-nonce` its nonce alone; `tied`
 * wants a cookie of the answer there.
 */
export const wantingSignedLogins = (kind?: 'believing' | 'believing-nonce' | 'tied'): Look => {
  const way = '/identity_provider/authorize'
  const known = new Set<string>()
  const refused = plain(400, html('Send a signed request'), { 'content-type': 'text/html' })
  return {
    instead({ method, url = '', headers }, body) {
      if (url.split('?')[0] !== way) return undefined
      if (method !== 'POST') {
        const isTied = kind !== 'tied' || /(^|; )tie=1(;|$)/.test(headers.cookie ?? '')
        const isBelieved =
          (kind === 'believing' && known.size > 0) ||
          (kind === 'believing-nonce' && [...known].some((one) => withoutNonce(one) === withoutNonce(url)))
        return isTied && (known.has(url) || isBelieved) ? undefined : refused
      }
      const form = new URLSearchParams(body.toString())
      const claims = verifiedClaims(form.get('request') ?? '')
      if (!claims || !isForUs(claims) || claims.iss !== form.get('client_id')) return refused
      const { iss: _, sub: __, aud: ___, jti: ____, iat: _____, exp: ______, ...parameters } = claims
      const location = `${way}?${new URLSearchParams(parameters as Record<string, string>)}`
      known.add(location)
      return plain(302, '', { location, ...(kind === 'tied' && { 'set-cookie': 'tie=1; Path=/; HttpOnly' }) })
    },
  }
}

const withoutNonce = (url: string): string => url.replace(/([?&])nonce=[^&]*/, '$1')

/** Whether a signed request is for the target of the kit, not for a human who is known already, and in time. */
const isForUs = ({ sub, aud, exp }: Readonly<Record<string, unknown>>): boolean =>
  sub === 'urn:TBD' && aud === readKit().target.partyId && Number(exp) * 1000 > Date.now()

const readKit = () => JSON.parse(readFileSync(join(process.env.ASSAY_KIT ?? '', 'kit.json'), 'utf8'))

/** The claims of a JWT that the first certificate of its header has signed. */
function verifiedClaims(jwt: string): Record<string, unknown> | undefined {
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  try {
    const leaf = new X509Certificate(Buffer.from(decode(header).x5c[0], 'base64'))
    const input = Buffer.from(`${header}.${payload}`)
    return verify('sha256', input, leaf.publicKey, Buffer.from(signature, 'base64url')) ? decode(payload) : undefined
  } catch {
    return undefined
  }
}
