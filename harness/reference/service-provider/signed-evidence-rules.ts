import { isObject } from '../../contracts/json.js'
import { isPart } from '../encoding/slips.js'
import { party } from '../engine/fault.js'
import { type Change, removed, unless } from '../engine/rule.js'
import { tolerance } from '../token-endpoint/rules/time.js'
import { parsed, rule } from './rule.js'
import type { ServiceCall } from './service-call.js'
import { isChain } from './signed-evidence.js'

/** Believes a token without verifying it, and what stands in its place or beside it. */
const unsigned: Change<ServiceCall> = (right) => (call) => {
  if (!call.world.signed) return right(call)
  const { delegation_token: token } = call.json
  const claims = typeof token === 'string' ? parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url')) : token
  if (isObject(claims)) call.json = claims
  return true
}

/** Believes a token as it stands where its header holds no chain that can be read. */
const uncertified: Change<ServiceCall> = (right) => async (call) => {
  const { delegation_token: token } = call.json
  if ((await right(call)) || typeof token !== 'string') return true
  const [header, claims] = token.split('.').map((part) => parsed(Buffer.from(part, 'base64url')))
  if (!isObject(header) || !isObject(claims) || isChain(header.x5c)) return false
  call.json = claims
  return true
}

/** What holds for the token around evidence where that is signed, as in the older form. */
export const signedEvidenceRules = [
  rule(
    'evidence',
    'evidence is signed where that is the form',
    (call) => {
      const { signed } = call.world
      if (!signed) return true
      call.token = signed(call.json)
      if (call.token) call.json = call.token.claims
      return call.token !== undefined
    },
    {
      'accepts-unsigned-evidence': party('takes evidence without verifying the token around it', unsigned),
      'believes-evidence-without-certificate': party(
        'takes evidence as it stands where the token around it has no certificates that can be read',
        uncertified,
      ),
    },
  ),
  rule(
    'evidence',
    'the AuthorisationRegistry signed it',
    ({ token, world }) =>
      !token || (token.claims.iss === world.registryId && token.leaf.names('serialNumber', world.registryId)),
    {
      'takes-evidence-token-of-another': party(
        'takes evidence that another participant signed in its own name',
        unless(({ token }) => token?.leaf.names('serialNumber', String(token.claims.iss)) === true),
      ),
      'takes-part-of-evidence-token-certificate': party(
        'takes evidence signed with a certificate whose subject holds the id of the AuthorisationRegistry or is part of it',
        unless(
          ({ token, world }) =>
            token?.claims.iss === world.registryId && token.leaf.names('serialNumber', world.registryId, isPart),
        ),
      ),
    },
  ),
  rule(
    'evidence',
    'the token around it is for this ServiceProvider',
    ({ token, world }) => !token || token.claims.aud === world.partyId,
    { 'takes-evidence-token-for-another': party('takes signed evidence that is addressed to another party', removed) },
  ),
  rule(
    'evidence',
    'the token around it lives',
    ({ token, now }) => !token || (typeof token.claims.exp === 'number' && token.claims.exp + tolerance > now),
    { 'takes-expired-evidence-token': party('takes evidence whose token has expired', removed) },
  ),
  rule(
    'evidence',
    'the certificate of the token around it is not revoked',
    ({ token }) => !token || token.isUnrevoked(),
    {
      'takes-revoked-evidence-token': party(
        'does not ask whether the certificate under signed evidence is revoked',
        removed,
      ),
    },
  ),
]
