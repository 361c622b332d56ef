import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { isDemand, isMet } from './demands.js'

// Grants whatever meets its demands and looks at nothing else: node demanding.js DEMAND,DEMAND… With `at-a-slash` its
// token path ends so, and the one without leads there. Drops the connection at what it cannot read.

const chosen = (process.argv[2] ?? '').split(',')
const demands = chosen.filter(isDemand)
const path = `/oauth2.0/token${chosen.includes('at-a-slash') ? '/' : ''}`
const url = new URL(process.env.ASSAY_BASE_URL ?? '')

createServer((request, response) => {
  text(request)
    .then((body) => {
      if (`${request.url}/` === path) return response.writeHead(308, { location: path }).end()
      if (request.url !== path || request.method !== 'POST') return response.writeHead(404).end()
      const unmet = demands.find((demand) => !isMet(demand, body, request.headers.host ?? ''))
      if (unmet === undefined) return response.end(`{"access_token":"${randomBytes(16).toString('hex')}"}`)
      return response.writeHead(400).end(`{"error":"invalid_client","error_description":"it ${unmet}"}`)
    })
    .catch(() => response.destroy())
}).listen(Number(url.port), url.hostname)
