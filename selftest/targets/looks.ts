import { randomBytes, verify, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { type Demand, isMet } from './demands.js'

/** A request on its way to the reference. */
export interface Asked {
  readonly path: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** An answer on its way to the client. */
export interface Reply {
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly text: string
}

/** One way in which a conforming server may differ from the reference without the reference knowing. */
export interface Look {
  /** Translates a request into what the reference reads. */
  readonly ask?: (request: Asked) => Asked
  /** Answers itself. */
  readonly instead?: (head: IncomingMessage, body: Buffer) => Reply | undefined
  readonly dress?: (reply: Reply, head: IncomingMessage, body: Buffer) => Reply
  readonly delayMs?: number
  readonly chunked?: true
  readonly upperCase?: true
  readonly oneAtATime?: true
  readonly afterAnswer?: (socket: Socket) => void
}

const html = (title: string): string =>
  `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><hr>gateway</body></html>\n`
const plain = (status: number, text = '', fields: Reply['fields'] = {}): Reply => ({ status, fields, text })
const isRefusal = ({ status }: Reply): boolean => status >= 400

const refusal = (change: (reply: Reply, head: IncomingMessage) => Reply): Look => ({
  dress: (reply, head) => (isRefusal(reply) ? change(reply, head) : reply),
})
const status = (code: number, more: Reply['fields'] = {}): Look =>
  refusal((reply) => ({ ...reply, status: code, fields: { ...reply.fields, ...more } }))

/** Changes the members of an answer with a token. */
const grant = (change: (members: Record<string, unknown>) => unknown): Look => ({
  dress: (reply) => (isRefusal(reply) ? reply : { ...reply, text: JSON.stringify(change(JSON.parse(reply.text))) }),
})

const everySo = (often: number, reply: Reply): Look => {
  let requests = 0
  return { instead: ({ method }) => (method === 'POST' && ++requests % often === 0 ? reply : undefined) }
}

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

/** A rate limit of so many requests a second. */
const limited = (perSecond: number): Look => {
  let second = 0
  let requests = 0
  return {
    instead: () => {
      const now = Math.floor(Date.now() / 1000)
      requests = now === second ? requests + 1 : 1
      second = now
      return requests > perSecond ? plain(429, '', { 'retry-after': '1' }) : undefined
    },
  }
}

/** A rate limit of so many requests in a window of some seconds, which says when that ends. */
const limitedIn = (seconds: number, most: number): Look => {
  let window = 0
  let requests = 0
  return {
    instead: () => {
      const now = Date.now() / 1000
      const current = Math.floor(now / seconds)
      requests = window === current ? requests + 1 : 1
      window = current
      const left = Math.ceil((window + 1) * seconds - now)
      return requests > most ? plain(429, '{"error":"slow_down"}', { 'retry-after': `${left}` }) : undefined
    },
  }
}

/** Takes one request of a client in 300 ms, so that no two of them are ever under way together. */
const limitedEach = (): Look => {
  const taken = new Map<string, number>()
  return {
    instead: ({ method }, body) => {
      const client = new URLSearchParams(body.toString()).get('client_id')
      if (method !== 'POST' || client === null) return undefined
      if (Date.now() - (taken.get(client) ?? 0) < 300) return plain(429, '', { 'retry-after': '1' })
      taken.set(client, Date.now())
      return undefined
    },
  }
}

/** A parameter of a token request, in a form or in JSON. */
const parameter = (name: string, body: Buffer): string | undefined =>
  new RegExp(`\\b${name}(?:=|":")([^&"]+)`).exec(body.toString())?.[1]

/** Refuses whatever comes of a client that it has refused so many times. */
const lockingOut = (most: number): Look => {
  const refusals = new Map<string, number>()
  return {
    dress: (reply, _, body) => {
      const client = parameter('client_id', body)
      if (client === undefined) return reply
      const before = refusals.get(client) ?? 0
      if (before >= most) return plain(400, '{"error":"invalid_client"}')
      if (isRefusal(reply)) refusals.set(client, before + 1)
      return reply
    },
  }
}

/** Forgets an assertion so many seconds after its `exp`, as no conforming server does that tolerates more. */
const forgetting = (seconds: number): Look => {
  const granted = new Map<string, Reply>()
  return {
    dress: (reply, _, body) => {
      const assertion = parameter('client_assertion', body) ?? ''
      if (!isRefusal(reply)) granted.set(assertion, reply)
      const known = granted.get(assertion)
      const { exp } = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString() || '{}')
      return known && exp + seconds < Date.now() / 1000 ? known : reply
    },
  }
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

/** Takes the relying parties of its kit alone; with `soundAlone` none of those that have a defect. */
const knowingItsClients = (soundAlone = false): Look => ({
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
const wantingSignedLogins = (kind?: 'believing' | 'believing-nonce' | 'tied'): Look => {
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
  'registered-alone': knowingItsClients(),
  'registered-sound-alone': knowingItsClients(true),
  'signed-logins': wantingSignedLogins(),
  'signed-logins-believing': wantingSignedLogins('believing'),
  'signed-logins-believing-nonce': wantingSignedLogins('believing-nonce'),
  'signed-logins-tied': wantingSignedLogins('tied'),
  'limits-by-the-minute': limitedIn(60, 120),
  'limits-in-windows': limitedIn(10, 60),
  'limits-each-client': limitedEach(),
  'locks-out': lockingOut(3),
  'forgets-soon': forgetting(10),
  gateway: { instead: gateway },
}
