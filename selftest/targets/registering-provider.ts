import { createServer } from 'node:http'

// An IdentityProvider that takes none but relying parties which were registered beforehand: a page with a style says so.

const url = new URL(process.env.ASSAY_BASE_URL ?? '')
createServer((request, response) => {
  const isAsked = request.url?.startsWith('/identity_provider/authorize')
  response.writeHead(isAsked ? 400 : 404, { 'content-type': 'text/html' })
  response.end('<style>h1 { color: red }</style><h1>Unknown client</h1><form><input name="search"></form>')
}).listen(Number(url.port), url.hostname)
