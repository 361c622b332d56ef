import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

// An IdentityProvider that takes authorization requests of one form only, the one that its argument names: `profile`
// (a scope), `path` (another path), `no-pkce`, `signed` (a signed request that is posted to another path), `known` (a
// relying party of the kit), or several of them. Of logins it has nothing but the first page.

const wanted = new Set(process.argv[2]?.split(','))
const url = new URL(process.env.ASSAY_BASE_URL ?? '')
const path = wanted.has('path') || wanted.has('signed') ? '/oauth2/authorize' : '/identity_provider/authorize'
const { relyingParties } = JSON.parse(readFileSync(join(process.env.ASSAY_KIT ?? '', 'kit.json'), 'utf8'))
const isKnown = (id: string | null): boolean =>
  relyingParties.some(({ partyId }: { partyId: string }) => partyId === id)

createServer(async (request, response) => {
  const { pathname, searchParams: asked } = new URL(request.url ?? '/', url)
  if (pathname !== path) return response.writeHead(404).end()
  if (wanted.has('known') && !isKnown(asked.get('client_id'))) return response.writeHead(400).end('unknown client')
  if (wanted.has('profile') && !asked.get('scope')?.split(' ').includes('profile'))
    return response.writeHead(302, { location: `${asked.get('redirect_uri')}?error=invalid_scope` }).end()
  if (wanted.has('signed') && request.method === 'POST') {
    const posted = new URLSearchParams(await text(request))
    const isSound = posted.has('request') && posted.get('scope')?.split(' ').includes('iSHARE')
    return response.writeHead(302, { location: isSound ? `${path}?state=1` : '/oauth2/error?message=request' }).end()
  }
  if (wanted.has('signed') && asked.get('state') !== '1') return response.writeHead(404).end()
  if (wanted.has('no-pkce') && asked.has('code_challenge')) return response.writeHead(400).end('unknown parameter')
  response.writeHead(200, { 'content-type': 'text/html' })
  return response.end('<form><label>User name <input name="user"></label></form>')
}).listen(Number(url.port), url.hostname)
