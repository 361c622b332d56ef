import { isObject } from '../../contracts/json.js'
import { endsQuotes } from '../encoding/slips.js'
import { mixing } from '../engine/at-once.js'
import { atTimes } from '../engine/at-times.js'
import { global, party } from '../engine/fault.js'
import { headerValues, type Received } from '../engine/received.js'
import { unless } from '../engine/rule.js'
import type { Issued } from '../token-endpoint/issued-tokens.js'
import { asNamed, saysItIsLocal } from '../token-endpoint/named-on-call.js'
import { parsed, rule, servesWhen } from './rule.js'
import type { ServiceCall } from './service-call.js'
import { servingSessions, takingConsumer } from './sessions.js'

/** Whether JSON stands in the place of the access token that names a party. */
const isJsonAboutParty = (received: Received): boolean => {
  const [authorization = ''] = headerValues(received, 'authorization')
  const said = parsed(Buffer.from(authorization.replace(/^Bearer /, ''), 'base64url'))
  return isObject(said) && typeof said.sub === 'string'
}

/** What stands behind Bearer. */
const presented = (received: Received): string =>
  headerValues(received, 'authorization')[0]?.replace(/^Bearer */, '') ?? ''

const isFourth = atTimes(4)

const mixedUp = mixing<Issued | undefined>()

/** Whom the service answers (L230). */
export const callRules = [
  rule('call', 'the service is called with GET', ({ received }) => received.method === 'GET', {
    'serves-post-without-token': global(
      'serves a call by another method than GET without an access token',
      servesWhen(({ received }) => received.method !== 'GET' && !hasToken(received)),
    ),
    'serves-post-without-evidence': party(
      'serves a call by another method than GET without evidence',
      servesWhen(({ received, issued }) => received.method !== 'GET' && issued !== undefined),
    ),
  }),
  rule('call', 'a human who is logged in is nobody here', () => true, {
    'login-opens-service': global(
      'serves a human who is logged in, without an access token',
      servesWhen((call) => call.world.isLoggedIn(call.received)),
    ),
    'serves-consumers-in-sessions': global(
      'serves a consumer without evidence where a human is logged in with what calls',
      servesWhen(({ issued, received, world }) => issued !== undefined && world.isLoggedIn(received)),
    ),
    'serves-for-login-tokens': global(
      'takes a token that an IdentityProvider gave in a login for an access token of its own',
      servesWhen((call) => call.world.isOfLogin(presented(call.received))),
    ),
  }),
  rule('call', 'the call carries an access token', ({ received }) => hasToken(received), {
    'serves-without-token': global(
      'serves a call without an access token',
      servesWhen(({ received }) => !hasToken(received)),
    ),
    'serves-sessions-without-token': global(
      'serves a call without an access token that returns the cookie of one with an access token',
      servingSessions,
    ),
    'serves-local-callers-without-token': global(
      'serves a call without an access token where a header says that it comes from the same machine',
      servesWhen(({ received }) => !hasToken(received) && saysItIsLocal(received)),
    ),
    'serves-by-named-path-without-token': global(
      'serves a call without an access token where a header names another path, by which it is let through',
      servesWhen(({ received }) => !hasToken(received) && headerValues(received, 'x-original-url')[0] === '/'),
    ),
    'serves-behind-slash-without-token': global(
      'serves a call with a slash after its path without an access token',
      servesWhen(({ received }) => !hasToken(received) && received.path.endsWith('/')),
    ),
  }),
  rule('call', 'the access token was issued here', ({ issued }) => issued !== undefined, {
    'mixes-up-consumers': party('takes consumers that call at once for one another', (right) => async (call) => {
      call.issued = await mixedUp(call.world, call.consumer, call.issued)
      return right(call)
    }),
    'takes-consumer-from-call': party(
      'takes the party that the query or a header names for the consumer that calls',
      (right) => (call) => {
        call.issued = asNamed(call.issued, call.received)
        return right(call)
      },
    ),
    'takes-consumer-from-session': party(
      'takes the consumer of an earlier call for the one that returns its cookie',
      takingConsumer,
    ),
    'takes-latest-for-consumer': party(
      'takes the party that authenticated last for the consumer that calls',
      (right) => (call) => {
        call.issued = call.world.latestLike(call.issued)
        return right(call)
      },
    ),
    'serves-unasked-at-times': global(
      'serves every fourth call with an access token without asking for evidence',
      servesWhen(({ issued }) => issued !== undefined && isFourth('call')),
    ),
    'serves-any-token': global(
      'serves a call with an access token that it did not issue',
      servesWhen(({ issued }) => issued === undefined),
    ),
    'serves-file-for-token': global(
      'takes whatever the folder of its access tokens holds for one',
      servesWhen(({ received }) => ['', '.', '..'].includes(presented(received))),
    ),
    'serves-beginning-of-token': global(
      'takes the beginning of an access token of its own for one',
      servesWhen(({ received, world }) => world.hasBegun(presented(received))),
    ),
    'serves-pattern-for-token': global(
      'takes a pattern that an access token of its own fits for one',
      servesWhen(({ received }) => /^[*%]$/.test(presented(received))),
    ),
    'takes-token-into-query': global(
      'looks an access token up by a query into which it puts it as it is',
      servesWhen(({ received }) => endsQuotes(presented(received))),
    ),
    'serves-json-for-token': global(
      'takes JSON that names a party, which anybody can write, for an access token',
      servesWhen(({ issued, received }) => issued === undefined && isJsonAboutParty(received)),
    ),
  }),
  rule('call', 'the access token lives', ({ issued }) => (issued?.expiresAt ?? 0) > Date.now(), {
    'serves-expired-token': party(
      'serves a call with an access token after its end',
      unless(({ issued }) => issued !== undefined),
    ),
  }),
]

const hasToken = (received: ServiceCall['received']): boolean => headerValues(received, 'authorization').length > 0
