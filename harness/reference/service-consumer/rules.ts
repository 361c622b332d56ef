import { setTimeout as sleep } from 'node:timers/promises'
import { party } from '../engine/fault.js'
import { ruleAbout } from '../engine/rule.js'
import type { TlsVerification } from '../registry/transport.js'

/** How a provider is reached, before its first call. */
export interface Reach {
  /** How far the TLS certificate of the token endpoint is verified. */
  tls: TlsVerification
  /** How long one call may take, milliseconds. */
  patienceMs: number
  /** How much of an answer is read, bytes. */
  mostBytes: number
  /** Whether nobody else is called meanwhile. */
  alone: boolean
  /** What goes along wherever a redirect points. */
  following: 'nothing' | 'everything' | 'query'
  /** How far the TLS certificate is verified where the service is called. */
  tlsOfService: TlsVerification
}

/** One call of a service. */
export interface Visit {
  /** The access token that its provider gave. */
  readonly token: string | undefined
  /** One that another provider gave, which only a fault shows. */
  readonly other: string | undefined
  /** The one that a provider gave last, which only a fault shows. */
  readonly lastGiven: () => string | undefined
  /** The first one that a provider of this origin gave, which only a fault shows. */
  readonly ofOrigin: string | undefined
  /** The status of an error with which the service answered before, which only a fault heeds. */
  readonly failed: number | undefined
  /** Request target below the origin. */
  path: string
  bearer: string | undefined
  /** Further headers, which only a fault has. */
  headers: Readonly<Record<string, string>>
  /** Whether it goes where a refusal points, which only a fault sees to. */
  goesWhereTold: boolean
}

/** Longest answer of a provider that is read, bytes. */
const mostBytes = 1024 * 1024

/** How long a provider may take, and how long a consumer waits that knows no bound, milliseconds. */
const patience = { bounded: 3_000, endless: 3_600_000 }

/** In that time others that call at the same time get their access token, milliseconds. */
const othersMs = 100

const unverified: TlsVerification = { rejectUnauthorized: false, checkServerIdentity: () => undefined }

const reach = ruleAbout<Reach, 'start'>()

/** What holds before a provider is called. */
export const reachRules = [
  reach('start', 'a provider is reached as safely as the registry', (own) => set(own, { tls: own.tls }), {
    'ignores-tls-certificate-of-provider': party(
      'does not verify the TLS certificates of providers',
      () => (own) => set(own, { tls: unverified }),
    ),
  }),
  reach(
    'start',
    'a provider that does not answer is given up',
    (own) => set(own, { patienceMs: patience.bounded, alone: false }),
    {
      'waits-for-ever': party(
        'waits without end for a provider that does not answer, and serves nobody meanwhile',
        () => (own) => set(own, { patienceMs: patience.endless, alone: true }),
      ),
      'waits-for-ever-beside-others': party(
        'waits without end for a provider that does not answer, and serves others meanwhile',
        () => (own) => set(own, { patienceMs: patience.endless, alone: false }),
      ),
    },
  ),
  reach('start', 'an answer that never ends is given up', (own) => set(own, { mostBytes }), {
    'reads-without-end': party(
      'reads an answer for as long as it goes on',
      () => (own) => set(own, { mostBytes: Number.POSITIVE_INFINITY }),
    ),
  }),
  reach('start', 'a redirect leads nowhere', (own) => set(own, { following: 'nothing' }), {
    'carries-token-on-in-query': party(
      'goes wherever a redirect points, with its access token in the address',
      () => (own) => set(own, { following: 'query' }),
    ),
    'follows-redirects': party(
      'sends its assertion and its access token wherever a redirect points',
      () => (own) => set(own, { following: 'everything' }),
    ),
  }),
  reach(
    'start',
    'the service is called as safely as the token endpoint',
    (own) => set(own, { tlsOfService: own.tls }),
    {
      'ignores-tls-certificate-of-service': party(
        'does not verify the TLS certificate where it calls the service',
        () => (own) => set(own, { tlsOfService: unverified }),
      ),
    },
  ),
]

const visit = ruleAbout<Visit, 'call'>()

/** What holds for the call of a service (L230, RFC 6750 §2.1). */
export const visitRules = [
  visit('call', 'there is no call without an access token', ({ token }) => token !== undefined, {
    'calls-service-without-token': party('calls the service although it got no access token', () => () => true),
  }),
  visit('call', 'the access token travels in the Authorization header', (own) => set(own, { bearer: own.token }), {
    'shows-token-of-another': party(
      'shows a provider the access token that another one gave',
      () => (own) => set(own, { bearer: own.other ?? own.token }),
    ),
    'sends-token-in-query': party('sends the access token in the URL', () => sendInQuery),
    'sends-token-in-query-otherwise': party(
      'sends the access token in the URL too, under a name of its own',
      () => (own) => set(own, { path: `${own.path}?token=${own.token ?? ''}` }),
    ),
    'sends-token-in-query-after-401': party(
      'sends the access token in the URL once a service has answered 401',
      (right) => (own) => (own.failed === 401 ? sendInQuery(own) : right(own)),
    ),
    'sends-token-in-query-after-error': party(
      'sends the access token in the URL once a service has answered with another error',
      (right) => (own) => (own.failed !== undefined && own.failed !== 401 ? sendInQuery(own) : right(own)),
    ),
    'keeps-tokens-by-origin': party(
      'shows a provider the access token that another one of its origin gave',
      () => (own) => set(own, { bearer: own.ofOrigin ?? own.token }),
    ),
    'shows-token-given-last': party(
      'shows a provider the access token that was given last by any of them',
      () => async (own) => {
        await sleep(othersMs)
        return set(own, { bearer: own.lastGiven() ?? own.token })
      },
    ),
    'shows-token-in-referer': party(
      'calls the service with the access token in Referer too',
      (right) => (own) => right(own) && set(own, { headers: { referer: `http://consumer/?token=${own.token ?? ''}` } }),
    ),
    'shows-token-of-another-after-401': party(
      'shows a provider whose service answered 401 the access token that another one gave',
      (right) => (own) => (own.failed === 401 ? set(own, { bearer: own.other ?? own.token }) : right(own)),
    ),
  }),
  visit('call', 'a refusal names nobody to go to', (own) => set(own, { goesWhereTold: false }), {
    'shows-token-where-told': party(
      'shows its access token at the address that a service names in a refusal',
      () => (own) => set(own, { goesWhereTold: true }),
    ),
  }),
]

const sendInQuery = (own: Visit): boolean => set(own, { path: `${own.path}?access_token=${own.token ?? ''}` })

function set<S extends object>(own: S, part: Partial<S>): boolean {
  Object.assign(own, part)
  return true
}
