import { registry } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage, Row } from '../support/row.js'

/** The registry answers look-ups of this party in these ways (rows of `harness/lab/misbehaviour.ts`). */
export const answering = (...transports: readonly string[]): readonly Mutation[] =>
  transports.map((transport) => registry(transport, { transport }))

/** How long a target is given for its own time-out where somebody does not answer it, seconds. */
export const silentSeconds = 12

export const silent: Row = {
  id: 'registry-transport.silent',
  title: 'a client when the registry does not answer',
  requirements: ['REGISTRY-FAIL-CLOSED'],
  cases: ['RGT-04'],
  profile: 'standard',
  waits: silentSeconds,
  roles: lookingUp,
  detects: ['grants-on-registry-timeout'],
  mutate: answering('silent'),
}

export const refused: readonly Row[] = [
  {
    id: 'registry-transport.error',
    title: 'a client when the registry answers its look-up with an error',
    requirements: ['REGISTRY-FAIL-CLOSED'],
    cases: ['RGT-02'],
    roles: lookingUp,
    detects: ['grants-on-registry-error'],
    mutate: answering('status 500', 'status 503', 'status 404', 'status 401'),
  },
  {
    id: 'registry-transport.reset',
    title: 'a client when the connection to the registry breaks',
    requirements: ['REGISTRY-FAIL-CLOSED'],
    cases: ['RGT-03'],
    roles: lookingUp,
    detects: ['grants-on-registry-reset'],
    mutate: answering('reset before the answer', 'reset in the body', 'closed in the body'),
  },
  {
    id: 'registry-transport.nonsense',
    title: 'a client when the registry answers nonsense',
    requirements: ['REGISTRY-FAIL-CLOSED'],
    cases: ['RGT-06'],
    roles: lookingUp,
    detects: ['grants-on-registry-nonsense'],
    mutate: answering('empty body', 'HTML', 'truncated JSON', 'JSON array', 'JSON null'),
  },
  {
    id: 'registry-transport.redirect',
    title: 'a client when the registry redirects its look-up to a record without a signature',
    requirements: ['REGISTRY-REDIRECT'],
    cases: ['RGT-07'],
    roles: lookingUp,
    mutate: answering('redirect to a plain record'),
  },
]

export const followed: Row = {
  id: 'registry-transport.redirect-followed',
  title: 'whether it follows a redirect of the registry to a signed answer',
  requirements: ['REGISTRY-REDIRECT'],
  cases: ['RGT-07'],
  roles: lookingUp,
  mutate: answering('redirect to a signed answer'),
}

export const flooded: Row = {
  id: 'registry-transport.endless',
  title: 'the next client after an answer of the registry that never ends or unpacks to a gigabyte',
  requirements: ['ROBUST-SIZE'],
  cases: ['RGT-08'],
  roles: lookingUp,
  mutate: answering('gzip bomb', 'endless body'),
}

export const expired: Row = {
  id: 'registry-transport.token-expired',
  title: "a client when the registry calls the target's access token expired at first",
  requirements: ['REGISTRY-REAUTHENTICATE'],
  cases: ['RGT-09'],
  roles: lookingUp,
  mutate: answering('status 401 at first'),
}

export const withoutToken: Coverage = {
  id: 'registry-transport.no-token',
  requirements: ['REGISTRY-FAIL-CLOSED'],
  cases: ['RGT-01'],
  roles: lookingUp,
  exclusive: true,
  detects: ['grants-when-registry-token-fails'],
}

export const unreachable: Coverage = {
  id: 'registry-transport.unreachable',
  requirements: ['REGISTRY-FAIL-CLOSED'],
  cases: ['RGT-03'],
  roles: lookingUp,
  exclusive: true,
  detects: ['grants-on-registry-reset'],
}

export const recovered: Coverage = {
  id: 'registry-transport.recovery',
  requirements: ['REGISTRY-RECOVERY'],
  cases: ['RGT-10'],
  roles: lookingUp,
}

export const late: Coverage = {
  id: 'registry-transport.late',
  requirements: ['REGISTRY-SLOW'],
  cases: ['RGT-05'],
  roles: lookingUp,
  profile: 'deep',
  waits: 35,
}
