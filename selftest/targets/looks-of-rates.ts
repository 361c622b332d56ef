import { html, isRefusal, type Look, plain, type Reply } from './look.js'

// Servers that do not take everything at any time, and remember what they took.

/** Answers in that way every so many requests. */
export const everySo = (often: number, reply: Reply): Look => {
  let requests = 0
  return { instead: ({ method }) => (method === 'POST' && ++requests % often === 0 ? reply : undefined) }
}

/** A rate limit of so many requests a second. */
export const limited = (perSecond: number): Look => {
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
export const limitedIn = (seconds: number, most: number): Look => {
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

/** A gateway that learns of the server behind it some seconds after it was first asked for something. */
export const coldFor = (seconds: number): Look => {
  let warm = 0
  return {
    instead: ({ url }) => {
      if (url === '/') return undefined
      warm ||= Date.now() + seconds * 1000
      return Date.now() < warm ? plain(404, html('No such route'), { 'content-type': 'text/html' }) : undefined
    },
  }
}

/** Takes one request of a client in 300 ms, so that no two of them are ever under way together, and answers all others so. */
export const limitedEach = (reply: Reply): Look => {
  const taken = new Map<string, number>()
  return {
    instead: ({ method }, body) => {
      const client = new URLSearchParams(body.toString()).get('client_id')
      if (method !== 'POST' || client === null) return undefined
      if (Date.now() - (taken.get(client) ?? 0) < 300) return reply
      taken.set(client, Date.now())
      return undefined
    },
  }
}

/** A parameter of a token request, in a form or in JSON. */
const parameter = (name: string, body: Buffer): string | undefined =>
  new RegExp(`\\b${name}(?:=|":")([^&"]+)`).exec(body.toString())?.[1]

/** Refuses whatever comes of a client that it has refused so many times. */
export const lockingOut = (most: number): Look => {
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
export const forgetting = (seconds: number): Look => {
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
