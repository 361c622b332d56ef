import { registry } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { insistingBound } from '../support/flows/insisting.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage, Row } from '../support/row.js'
import { check, row } from '../support/row.js'
import { otherErrors } from '../support/values/answers.js'

/** The registry answers look-ups of this party in these ways (rows of `harness/lab/misbehaviour/misbehaviour.ts`). */
export const answering = (...transports: readonly string[]): readonly Mutation[] =>
  transports.map((transport) => registry(transport, { transport }))

/** How long a target is given for its own time-out where somebody does not answer it, seconds: half a minute is usual. */
export const silentSeconds = 33

const failingOpen = ['grants-on-registry-timeout', 'grants-late-on-registry-timeout'] as const

export const silent: Row = row('registry-transport.silent', 'RGT-04', failingOpen, {
  profile: 'standard',
  roles: lookingUp,
  waits: silentSeconds,
}).sends('a client when the registry does not answer', answering('silent'))

export const silentForLongSeconds = 50

export const silentForLong: Row = row('registry-transport.silent-for-long', 'RGT-04', failingOpen, {
  profile: 'deep',
  roles: lookingUp,
  waits: silentForLongSeconds,
  slow: silentForLongSeconds + 120,
}).sends('a client when the registry does not answer for most of a minute', answering('silent'))

/** A target that asks its registry again is met several times. */
const insistently = { roles: lookingUp, slow: insistingBound }

const otherErrorsOpen = ['grants-on-registry-error', 'grants-on-odd-registry-error'] as const

export const refused: readonly Row[] = [
  row('registry-transport.error', 'RGT-02', 'grants-on-registry-error', insistently).sends(
    'a client when the registry answers its look-up with an error',
    answering('status 500', 'status 503', 'status 404', 'status 401'),
  ),
  row('registry-transport.error-of-request', 'RGT-02', otherErrorsOpen, insistently).sends(
    'a client when the registry finds fault with its look-up',
    answering(...otherErrors['of the request']),
  ),
  row('registry-transport.error-of-gateway', 'RGT-02', otherErrorsOpen, insistently).sends(
    'a client when a gateway answers its look-up in place of the registry',
    answering(...otherErrors['of a gateway']),
  ),
  row('registry-transport.reset', 'RGT-03', 'grants-on-registry-reset', insistently).sends(
    'a client when the connection to the registry breaks',
    answering('reset before the answer', 'reset in the body', 'closed in the body'),
  ),
  row('registry-transport.nonsense', 'RGT-06', 'grants-on-registry-nonsense', insistently).sends(
    'a client when the registry answers nonsense',
    answering('empty body', 'HTML', 'truncated JSON', 'JSON array', 'JSON null'),
  ),
  row('registry-transport.redirect', 'RGT-07', [], insistently).sends(
    'a client when the registry redirects its look-up to a record without a signature',
    answering('redirect to a plain record'),
  ),
]

export const followed: Row = row('registry-transport.redirect-followed', 'RGT-07', [], { roles: lookingUp }).sends(
  'whether it follows a redirect of the registry to a signed answer',
  answering('redirect to a signed answer'),
)

export const flooded: Row = row('registry-transport.endless', 'RGT-08', [], {
  roles: lookingUp,
  unsafe: 'large',
}).sends(
  'the next client after an answer of the registry that never ends or unpacks to a gigabyte',
  answering('gzip bomb', 'endless body'),
)

/** One that is not read to its end says nothing, and lets nobody in. */
export const tooLarge: Row = row('registry-transport.too-large', 'RGT-02', 'grants-on-registry-answer-too-large', {
  roles: lookingUp,
  unsafe: 'large',
}).sends(
  'a client when the answer of the registry never ends or unpacks to a gigabyte',
  answering('gzip bomb', 'endless body'),
)

export const expired: Row = row('registry-transport.token-expired', 'RGT-09', [], { roles: lookingUp }).sends(
  "a client when the registry calls the target's access token expired at first",
  answering('status 401 at first'),
)

export const recovered: Coverage = check('registry-transport.recovery', 'RGT-10', [], { roles: lookingUp })
