import { party } from '../../engine/fault.js'
import { refuse } from '../../engine/refusal.js'
import { type Change, ruleAbout } from '../../engine/rule.js'
import type { Authorisation } from '../authorisation.js'

const rule = ruleAbout<Authorisation, 'authorisation'>()
/** Longest text that is taken, characters. */
const longest = 1024
const control = /\p{Cc}/u

/** A part of a compact JWS as JSON; empty when it is none. */
function read(part: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

const requestObject = (request: Authorisation): readonly string[] => request.parameter('request')?.split('.') ?? []
const isUnsigned = (request: Authorisation): boolean => /^none$/i.test(String(read(requestObject(request)[0]).alg))

/** Lets the parameters of some request objects win over those beside them. */
const believing =
  (believed: (request: Authorisation) => boolean): Change<Authorisation> =>
  (right) =>
  (request) => {
    const [, claims] = requestObject(request)
    if (claims === undefined || !believed(request)) return right(request)
    const inside = Object.entries(read(claims)).map(([name, value]) => [name, [String(value)]] as const)
    const merged = new Map([...request.parameters, ...inside])
    merged.delete('request')
    request.parameters = merged
    return true
  }

/** What can be ruled before anybody is looked up. */
export const requestRules = [
  rule(
    'authorisation',
    'the method is GET or POST',
    ({ received }) => ['GET', 'POST'].includes(received.method) || refuse(405, 'invalid_request', 'GET is served here'),
    {},
  ),
  rule(
    'authorisation',
    'no parameter stands twice',
    ({ parameters }) => [...parameters].every(([name, { length }]) => length === 1 || name === 'redirect_uri'),
    {},
  ),
  rule('authorisation', 'what counts are the parameters of the request itself', () => true, {
    'accepts-unsigned-request-object': party(
      'takes the parameters of a request object that nobody signed',
      believing(isUnsigned),
    ),
    'accepts-unverified-request-object': party(
      'takes the parameters of a request object without verifying it',
      believing((request) => !isUnsigned(request)),
    ),
  }),
  rule(
    'authorisation',
    'client_id names a party',
    (request) => {
      request.clientId = request.parameter('client_id') ?? ''
      const { client, clientId } = request
      client.clientId = client.issuer = client.lookedUp = clientId
      return clientId !== '' && clientId.length <= longest && !control.test(clientId)
    },
    {},
  ),
  rule('authorisation', 'the error of a client that nobody knows goes nowhere', () => true, {
    'redirects-unknown-clients-anywhere': party(
      'sends humans to any address with an error where the registry does not know the client',
      () => (request) => {
        request.strays = true
        return true
      },
    ),
  }),
]
