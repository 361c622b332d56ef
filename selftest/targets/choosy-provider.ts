import { createServer } from 'node:http'

// An IdentityProvider that takes authorization requests of one form only, the one that its argument names: `profile`
// (a scope), `path` (another path), `no-pkce`. Of logins it has nothing but the first page.

const [, , wants] = process.argv
const url = new URL(process.env.ASSAY_BASE_URL ?? '')
const path = wants === 'path' ? '/oauth2/authorize' : '/identity_provider/authorize'

createServer((request, response) => {
  const { pathname, searchParams: asked } = new URL(request.url ?? '/', url)
  if (pathname !== path) return response.writeHead(404).end()
  if (wants === 'profile' && !asked.get('scope')?.split(' ').includes('profile'))
    return response.writeHead(302, { location: `${asked.get('redirect_uri')}?error=invalid_scope` }).end()
  if (wants === 'no-pkce' && asked.has('code_challenge')) return response.writeHead(400).end('unknown parameter')
  response.writeHead(200, { 'content-type': 'text/html' })
  return response.end('<form><label>User name <input name="user"></label></form>')
}).listen(Number(url.port), url.hostname)
