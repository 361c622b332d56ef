import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Demand, isMet } from './demands.js'
import { type Asked, grant, html, type Look, plain, type Reply, refusal, status } from './look.js'
import { knowingItsFrameworks } from './looks-of-claims.js'
import { knowingItsClients, wantingSignedLogins } from './looks-of-logins.js'
import { coldFor, everySo, forgetting, limited, limitedEach, limitedIn, lockingOut } from './looks-of-rates.js'

const renamed: Readonly<Record<string, string>> = { clientId: 'client_id', clientAssertion: 'client_assertion' }
const tokenPath = '/oauth2.0/token'

const rename = (form: string): string =>
  form
    .split('&')
    .map((pair) => pair.replace(/^[^=]*/, (name) => renamed[decodeURIComponent(name)] ?? name))
    .join('&')

const elsewhere = ({ path, headers, body }: Asked): Asked => {
  const [place = '', query] = path.split('?')
  const at = place === '/connect/token' ? tokenPath : place === tokenPath ? '/nothing-here' : place
  const isForm = headers.some((value) => /x-www-form-urlencoded/i.test(value))
  return {
    path: query === undefined ? at : `${at}?${rename(query)}`,
    headers: headers.filter((_, index) => !/^content-length$/i.test(headers[index - (index % 2)] ?? '')),
    body: isForm ? Buffer.from(rename(body.toString())) : body,
  }
}

/** The parameters of a JSON object as a form; anything else as it is. */
const fromJson = ({ path, headers, body }: Asked): Asked => {
  const others = headers.filter((_, i) => !/^content-(length|type)$/i.test(headers[i - (i % 2)] ?? ''))
  try {
    const members = JSON.parse(body.toString()) as Record<string, string>
    return {
      path,
      headers: [...others, 'content-type', 'application/x-www-form-urlencoded'],
      body: Buffer.from(new URLSearchParams(members).toString()),
    }
  } catch {
    return { path, headers: others, body: Buffer.alloc(0) }
  }
}

const megabyte = 1024 * 1024

/** What a gateway answers by itself; calls of the service go through. */
const gateway = ({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Reply | undefined => {
  if (url.startsWith('/service')) return undefined
  const page = (code: number) => plain(code, html(String(code)), { 'content-type': 'text/html', connection: 'close' })
  if (headers['transfer-encoding'] !== undefined) return page(411)
  if (body.length > megabyte) return page(413)
  if (method === 'OPTIONS') return plain(204, '', { allow: 'POST, OPTIONS' })
  return method === 'POST' ? undefined : page(405)
}

const jwtShaped = (): string =>
  ['{"alg":"RS256","typ":"at+jwt","kid":"1"}', `{"sub":"${randomBytes(9).toString('hex')}"}`, randomBytes(256)]
    .map((part) => Buffer.from(part as string).toString('base64url'))
    .join('.')

/** Access tokens that look like a JWT; those of the reference stand behind them. */
const jwtTokens = (): Look => {
  const real = new Map<string, string>()
  return {
    ask: (asked) => ({
      ...asked,
      headers: asked.headers.map((value) =>
        value.replace(/^(Bearer )(.*)$/i, (_, scheme, token) => scheme + (real.get(token) ?? token)),
      ),
    }),
    ...grant((members) => {
      if (typeof members.access_token !== 'string') return members
      const token = jwtShaped()
      real.set(token, members.access_token)
      return { ...members, access_token: token }
    }),
  }
}

/** Refuses token requests that are not as demanded. */
const demanding = (demand: Demand): Look => ({
  instead: ({ method, url, headers }, body) =>
    method !== 'POST' || url !== tokenPath || isMet(demand, body.toString(), headers.host ?? '')
      ? undefined
      : plain(400, JSON.stringify({ error: 'invalid_client', error_description: `it ${demand}` })),
})

/** Looks by name. */
export const looks: Readonly<Record<string, Look>> = {
  elsewhere: {
    ask: elsewhere,
    ...grant(({ access_token, token_type, expires_in }) => ({
      accessToken: access_token,
      tokenType: token_type,
      expiresIn: expires_in,
    })),
  },
  json: { ask: fromJson },
  'refuses-401': status(401, { 'www-authenticate': 'Bearer realm="assay", error="invalid_client"' }),
  'refuses-404': status(404),
  'refuses-500': status(500),
  'refuses-302': status(302, { location: '/login?error=1' }),
  // Another status than 2xx is all that is asked of the answer to GET.
  'refuses-200': refusal((reply, { method }) => (method === 'POST' ? { ...reply, status: 200 } : reply)),
  'empty-refusals': refusal(({ status: code }) => plain(code)),
  'html-refusals': refusal(({ status: code }) =>
    plain(code, html('Something went wrong'), { 'content-type': 'text/html' }),
  ),
  'jwt-tokens': jwtTokens(),
  'text-lifetime': grant((members) => ({ ...members, expires_in: String(members.expires_in) })),
  'empty-refresh-token': grant((members) => ({ ...members, refresh_token: null, scope: 'trust', id_token: '' })),
  'byte-order-mark': { dress: (reply) => ({ ...reply, text: `\ufeff${reply.text}` }) },
  charset: {
    dress: (reply) => ({ ...reply, fields: { ...reply.fields, 'content-type': 'application/json;charset=utf-8' } }),
  },
  'more-headers': {
    dress: (reply) => ({
      ...reply,
      fields: {
        ...reply.fields,
        'set-cookie': 'session=1; Path=/',
        'x-powered-by': 'Assay',
        vary: '*',
        pragma: 'no-cache',
      },
    }),
  },
  'upper-case-headers': { upperCase: true },
  chunked: { chunked: true },
  // Node tells the time of the machine by itself.
  'tells-its-time': {
    dress: (reply) => ({ ...reply, fields: { ...reply.fields, date: new Date(Date.now()).toUTCString() } }),
  },
  // Its bytes are made of it as they are sent.
  gzip: { dress: (reply) => ({ ...reply, fields: { ...reply.fields, 'content-encoding': 'gzip' } }) },
  slow: { delayMs: 300 },
  'one-at-a-time': { oneAtATime: true },
  'closes-connections': { dress: (reply) => ({ ...reply, fields: { ...reply.fields, connection: 'close' } }) },
  'drops-connections': { afterAnswer: (socket) => socket.end() },
  'resets-connections': { afterAnswer: (socket) => void setTimeout(() => socket.resetAndDestroy(), 5) },
  'unavailable-at-times': everySo(23, plain(503, html('Back soon'), { 'retry-after': '0' })),
  'limits-at-times': everySo(31, plain(429, '{"error":"slow_down"}', { 'retry-after': '1' })),
  'limits-rate': limited(20),
  'wants-scope': demanding('wants-scope'),
  'wants-eori': demanding('wants-eori'),
  'wants-both-usages': demanding('wants-both-usages'),
  'knows-frameworks': knowingItsFrameworks,
  'registered-alone': knowingItsClients(),
  'registered-sound-alone': knowingItsClients(true),
  'signed-logins': wantingSignedLogins(),
  'signed-logins-believing': wantingSignedLogins('believing'),
  'signed-logins-believing-nonce': wantingSignedLogins('believing-nonce'),
  'signed-logins-tied': wantingSignedLogins('tied'),
  'limits-by-the-minute': limitedIn(60, 120),
  'limits-in-windows': limitedIn(10, 60),
  'cold-for-two-seconds': coldFor(2),
  'limits-each-client': limitedEach(plain(429, '', { 'retry-after': '1' })),
  // As a proxy does that has no word for a limit.
  'drops-each-client': limitedEach(plain(503, html('Service Temporarily Unavailable'))),
  'refuses-by-503': status(503),
  'locks-out': lockingOut(3),
  'forgets-soon': forgetting(10),
  gateway: { instead: gateway },
}
