import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

// An IdentityProvider that takes authorization requests of one form only, the one that its argument names: `profile`
// (a scope), `path` (another path), `no-pkce`, `signed` (a signed request that is posted to another path). Of logins it
// has nothing but the first page.

const [, , wants] = process.argv
const url = new URL(process.env.ASSAY_BASE_URL ?? '')
const path = wants === 'path' || wants === 'signed' ? '/oauth2/authorize' : '/identity_provider/authorize'

createServer(async (request, response) => {
  const { pathname, searchParams: asked } = new URL(request.url ?? '/', url)
  if (pathname !== path) return response.writeHead(404).end()
  if (wants === 'profile' && !asked.get('scope')?.split(' ').includes('profile'))
    return response.writeHead(302, { location: `${asked.get('redirect_uri')}?error=invalid_scope` }).end()
  if (wants === 'signed' && request.method === 'POST') {
    const posted = new URLSearchParams(await text(request))
    const isSound = posted.has('request') && posted.get('scope')?.split(' ').includes('iSHARE')
    return response.writeHead(302, { location: isSound ? `${path}?state=1` : '/oauth2/error?message=request' }).end()
  }
  if (wants === 'signed' && asked.get('state') !== '1') return response.writeHead(404).end()
  if (wants === 'no-pkce' && asked.has('code_challenge')) return response.writeHead(400).end('unknown parameter')
  response.writeHead(200, { 'content-type': 'text/html' })
  return response.end('<form><label>User name <input name="user"></label></form>')
}).listen(Number(url.port), url.hostname)
