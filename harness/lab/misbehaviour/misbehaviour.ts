import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { WorldState } from '../storage/state.js'
import { gathered } from './gathered.js'

/** Somebody whom a hostile answer tells the target to turn to: a party that is not asked, and a URL that counts what it is sent. */
export interface Lure {
  readonly partyId: string
  readonly url: string
}

/** Where a hostile answer about `name` points. */
export const lureOf = ({ participant, httpUrl }: WorldState, name: string): Lure => ({
  partyId: participant.partyId,
  url: `${httpUrl}/canary/lure-${encodeURIComponent(name)}`,
})

/** What a misbehaviour may look at and use. */
export interface MisbehaviourContext {
  readonly response: ServerResponse
  /** Sends status and headers. */
  readonly begin: (status: number, headers: Readonly<Record<string, string | number>>) => ServerResponse
  /** JSON of the sound answer, signed now. */
  readonly sound: () => Promise<string>
  /** Ends the connection with a TCP reset. */
  readonly reset: () => void
  /** URL at which the same look-up is answered without a bearer token, with status Active. */
  readonly elsewhere: (form: 'signed' | 'plain') => string
  readonly lure: Lure
  /** Whether nobody asked about this party before. */
  readonly first: boolean
}

/** One way in which the transport of an answer goes wrong. */
export interface Misbehaviour {
  /** Catalogue cases that it serves. */
  readonly cases: readonly string[]
  readonly answer: (asked: MisbehaviourContext) => void | Promise<void>
}

/** Milliseconds after which the lab itself ends an answer that would never end. */
const patienceMs = 60_000
const json = { 'content-type': 'application/json' }

const complete =
  (status: number, contentType: string, body: string): Misbehaviour['answer'] =>
  ({ begin }) => {
    begin(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) }).end(body)
  }
const failing = (status: number): Misbehaviour['answer'] => complete(status, json['content-type'], '{"error":"failed"}')

/** The sound answer, under the status of an error. */
export const soundBehind =
  (status: number): Misbehaviour['answer'] =>
  async ({ begin, sound }) => {
    begin(status, json).end(await sound())
  }

/** Refuses, and tells the client to address somebody else, in every place that a client might look at. */
export const telling =
  (status: number): Misbehaviour['answer'] =>
  ({ begin, lure: { partyId, url } }) => {
    const body = JSON.stringify({
      error: 'invalid_client',
      error_description: `aud must be ${partyId}; authenticate at ${url}`,
      error_uri: url,
      aud: partyId,
      audience: partyId,
      expected_audience: partyId,
      issuer: partyId,
      token_endpoint: url,
    })
    const told = `realm="${partyId}", error="invalid_token", aud="${partyId}", audience="${partyId}", authorization_uri="${url}"`
    begin(status, {
      ...json,
      'content-length': Buffer.byteLength(body),
      'www-authenticate': `Bearer ${told}`,
      link: `<${url}>; rel="token_endpoint"`,
    }).end(body)
  }

/** Waits; true when the peer is still there afterwards. */
const pause = (response: ServerResponse, ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const gone = (): void => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      response.off('close', gone)
      resolve(true)
    }, ms)
    response.once('close', gone)
  })

const late =
  (seconds: number): Misbehaviour['answer'] =>
  async ({ response, begin, sound }) => {
    if (await pause(response, seconds * 1000)) begin(200, json).end(await sound())
  }

/** The sound answer up to its middle, announced as whole; then the end that is given. */
const half =
  (end: (lookup: MisbehaviourContext) => void): Misbehaviour['answer'] =>
  async (lookup) => {
    const body = Buffer.from(await lookup.sound())
    lookup
      .begin(200, { ...json, 'content-length': body.length })
      .write(body.subarray(0, body.length >> 1), () => end(lookup))
  }

const redirect =
  (form: 'signed' | 'plain'): Misbehaviour['answer'] =>
  ({ begin, elsewhere }) => {
    begin(302, { location: elsewhere(form), 'content-length': 0 }).end()
  }

/** A gigabyte of spaces in a megabyte: gzip members may follow one another (RFC 1952 §2.2). */
const bomb: Misbehaviour['answer'] = async ({ begin }) => {
  const member = await promisify(gzip)(Buffer.alloc(16 * 1024 * 1024, ' '))
  const response = begin(200, { ...json, 'content-encoding': 'gzip', 'content-length': 64 * member.length })
  for (let members = 0; members < 64; members += 1) response.write(member)
  response.end()
}

/** About 12 MB a second, so that the lab keeps answering others. */
const endless: Misbehaviour['answer'] = async ({ begin }) => {
  const end = Date.now() + patienceMs
  const chunk = Buffer.alloc(64 * 1024, 'A')
  const response = begin(200, json)
  response.write('{"parties_token":"')
  while (Date.now() < end && !response.destroyed) {
    if (!response.writableNeedDrain) response.write(chunk)
    if (!(await pause(response, 5))) return
  }
  response.destroy()
}

/** Every way in which the transport of an answer goes wrong, by the name that `RegistryAnswer.transport` and `EvidenceProgram.transport` take. */
export const misbehaviours = {
  'status 500': { cases: ['RGT-02'], answer: failing(500) },
  'status 503': { cases: ['RGT-02'], answer: failing(503) },
  'status 404': { cases: ['RGT-02'], answer: failing(404) },
  'status 401': { cases: ['RGT-02'], answer: failing(401) },
  'status 400': { cases: ['RGT-02'], answer: failing(400) },
  'status 403': { cases: ['RGT-02'], answer: failing(403) },
  'status 405': { cases: ['RGT-02'], answer: failing(405) },
  'status 410': { cases: ['RGT-02'], answer: failing(410) },
  'status 429': { cases: ['RGT-02'], answer: failing(429) },
  'status 501': { cases: ['RGT-02'], answer: failing(501) },
  'status 502': { cases: ['RGT-02'], answer: failing(502) },
  'status 504': { cases: ['RGT-02'], answer: failing(504) },
  'status 403 with the sound answer': { cases: ['SVC-05'], answer: soundBehind(403) },
  'status 404 with the sound answer': { cases: ['SVC-05'], answer: soundBehind(404) },
  'status 500 with the sound answer': { cases: ['SVC-05'], answer: soundBehind(500) },
  'reset before the answer': { cases: ['RGT-03'], answer: ({ reset }) => reset() },
  'reset in the body': { cases: ['RGT-03'], answer: half(({ reset }) => reset()) },
  'closed in the body': { cases: ['RGT-03'], answer: half(({ response }) => void response.destroy()) },
  silent: {
    cases: ['RGT-04'],
    answer: async ({ response }) => {
      if (await pause(response, patienceMs)) response.destroy()
    },
  },
  'together with others': {
    cases: ['RPL-03'],
    answer: async ({ response, begin, sound }) => {
      const body = await sound()
      await gathered()
      if (!response.destroyed) begin(200, json).end(body)
    },
  },
  'after 3 seconds': { cases: ['POS-31'], answer: late(3) },
  'after 5 seconds': { cases: ['POS-31'], answer: late(5) },
  'after 35 seconds': { cases: ['RGT-05'], answer: late(35) },
  'empty body': { cases: ['RGT-06'], answer: complete(200, json['content-type'], '') },
  HTML: { cases: ['RGT-06'], answer: complete(200, 'text/html', '<!doctype html><title>Welcome</title><p>Active') },
  'truncated JSON': {
    cases: ['RGT-06'],
    answer: async ({ begin, sound }) => {
      begin(200, json).end((await sound()).slice(0, -10))
    },
  },
  'JSON array': { cases: ['RGT-06'], answer: complete(200, json['content-type'], '[]') },
  'JSON null': { cases: ['RGT-06'], answer: complete(200, json['content-type'], 'null') },
  'redirect to a signed answer': { cases: ['RGT-07'], answer: redirect('signed') },
  'redirect to a plain record': { cases: ['RGT-07'], answer: redirect('plain') },
  'gzip bomb': { cases: ['RGT-08'], answer: bomb },
  'endless body': { cases: ['RGT-08'], answer: endless },
  'status 401 at first': {
    cases: ['RGT-09'],
    answer: async (lookup) => {
      if (lookup.first) return failing(401)(lookup)
      lookup.begin(200, json).end(await lookup.sound())
    },
  },
  'status 401 at first, telling another audience': {
    cases: ['CLI-04'],
    answer: async (asked) => {
      if (asked.first) return telling(401)(asked)
      asked.begin(200, json).end(await asked.sound())
    },
  },
} satisfies Readonly<Record<string, Misbehaviour>>

/** A name that `RegistryAnswer.transport` takes. */
export type MisbehaviourName = keyof typeof misbehaviours

/** The row of that name, or none. */
export const misbehaviourNamed = (name: string | undefined): Misbehaviour | undefined =>
  name !== undefined && Object.hasOwn(misbehaviours, name) ? misbehaviours[name as MisbehaviourName] : undefined
