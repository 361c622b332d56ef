import { isPart, spelledAlike } from '../../../encoding/slips.js'
import { party } from '../../../engine/fault.js'
import { only, removed, unless } from '../../../engine/rule.js'
import { isLinked } from '../../../pki/path.js'
import { isInTime, isSoundPath, mayIssue } from '../../../pki/sound-path.js'
import { rule } from '../../token-request.js'
import { digests } from '../../verifiers.js'
import { keeping, keptBy } from '../keeping.js'
import { tolerance } from '../time.js'
import {
  addressedNearly,
  believeHmac,
  believePss,
  believeUncertified,
  believeUnsigned,
  byAnyDigest,
  byAnyKey,
  byPss,
  certifiedNearly,
  endsTrusted,
  honouring,
  isByRsa,
  isJwt,
  isOfRegistry,
  isSelfSigned,
  isSignedByRegistry,
  issuedNearly,
  isUnrevoked,
  isUnsigned,
  leadsToRoot,
  member,
  namesTrusted,
  read,
  takePlain,
  takeWithout,
  token,
  verifies,
} from './parties-token-changes.js'

/** The signed answer (L276). Every claim that counts is taken from it, nothing from beside it. */
export const partiesTokenRules = [
  rule('parties token', 'the answer holds parties_token', (request) => isJwt(member(request)), {
    'accepts-plain-record': party('takes a record without parties_token', unless(takePlain)),
    'accepts-missing-parties-token': party('takes the client when parties_token is unusable', unless(takeWithout)),
  }),
  rule('parties token', 'parties_token is a JWT', read, {}),
  rule(
    'parties token',
    'parties_token has an algorithm that is allowed',
    (request) => !isUnsigned(token(request)) && Object.hasOwn(digests, String(token(request).header.alg)),
    {
      'accepts-unsigned-parties-token': party('takes an unsigned parties_token', believeUnsigned),
      'accepts-hs256-parties-token': party('verifies an HS256 parties_token with the public key', believeHmac),
      'accepts-ps256-parties-token': party('takes a parties_token with PS256', believePss),
      'refuses-rs384-parties-token': party(
        'takes a parties_token under RS256 only',
        only((request) => token(request).header.alg === 'RS256'),
      ),
    },
  ),
  rule('parties token', 'the signature of parties_token verifies', verifies, {
    'ignores-parties-token-signature': party('does not verify parties_token', removed),
    'grants-known-on-wrong-signature': party(
      'takes a client that the registry vouched for before when the signature of parties_token does not hold',
      keeping('vouched for', keptBy.client, (request) => request.excuse('parties token', 'record', 'matching')),
    ),
    'honours-parties-token-jwk': party('verifies parties_token with the key in its jwk header', honouring('jwk')),
    'honours-parties-token-jku': party(
      'verifies parties_token with a key that it fetches from its jku',
      honouring('jku'),
    ),
    'honours-parties-token-x5u': party('verifies parties_token with a certificate from its x5u', honouring('x5u')),
    'believes-parties-token-without-certificate': party(
      'takes a parties_token without certificates that can be read as it stands',
      believeUncertified,
    ),
    'tries-every-key-of-parties-token': party(
      'verifies parties_token with any certificate of its x5c',
      unless(byAnyKey),
    ),
    'ignores-digest-of-parties-token': party(
      'tries every digest whatever alg of parties_token says',
      unless(byAnyDigest),
    ),
    'ignores-padding-of-parties-token': party(
      'tries both RSA paddings whatever alg of parties_token says',
      unless(byPss),
    ),
  }),
  rule('parties token', 'the key of parties_token is one for its alg', isByRsa, {
    'ignores-key-type-of-parties-token': party('lets the key say how parties_token is verified', removed),
  }),
  rule(
    'parties token',
    'the chain of parties_token ends in a trusted root',
    (request) => isSoundPath(token(request).chain, request.participant.roots),
    {
      'trusts-any-parties-token-chain': party(
        'takes a parties_token of an untrusted chain',
        unless((request) => isLinked(token(request).chain) && !endsTrusted(request)),
      ),
      'trusts-self-signed-parties-token': party(
        'takes a parties_token of a self-signed certificate',
        unless(isSelfSigned),
      ),
      'matches-parties-token-issuer-by-name': party(
        'compares names of issuers in the chain of parties_token, not signatures',
        unless(namesTrusted),
      ),
      'trusts-last-certificate-of-parties-token': party(
        'looks only whether the last certificate of parties_token is a trusted root',
        unless((request) => endsTrusted(request) && !isLinked(token(request).chain)),
      ),
      'accepts-expired-parties-token-certificate': party(
        'takes a parties_token of an expired certificate',
        unless((request) => leadsToRoot(request) && token(request).chain.slice(1).every(mayIssue)),
      ),
      'accepts-parties-token-under-leaf': party(
        'takes a parties_token whose certificate a participant issued',
        unless((request) => leadsToRoot(request) && token(request).chain.slice(0, -1).every(isInTime)),
      ),
    },
  ),
  rule('parties token', 'the certificate of parties_token is not revoked', isUnrevoked, {
    'accepts-revoked-parties-token-certificate': party(
      'does not ask whether the certificate of a parties_token is revoked',
      removed,
    ),
  }),
  rule('parties token', 'the registry issued parties_token', isOfRegistry, {
    'accepts-parties-token-of-another': party('takes a parties_token signed by another participant', removed),
    'ignores-parties-token-issuer': party(
      'does not compare iss of parties_token with the registry',
      unless(isSignedByRegistry),
    ),
    'takes-part-of-parties-token-certificate': party(
      'takes a parties_token of a certificate whose subject holds the id of the registry or is part of it',
      certifiedNearly(isPart),
    ),
    'takes-part-of-parties-token-issuer': party(
      'takes an iss of parties_token that holds the id of the registry or is part of it',
      issuedNearly(isPart),
    ),
    'spells-parties-token-issuer-alike': party(
      'decodes, folds and trims the iss of parties_token before it compares',
      issuedNearly(spelledAlike),
    ),
  }),
  rule(
    'parties token',
    'parties_token is for this participant',
    (request) => token(request).claims.aud === request.participant.kit.partyId,
    {
      'ignores-parties-token-audience': party('does not compare aud of parties_token', removed),
      'takes-part-of-parties-token-audience': party(
        'takes an aud of parties_token that holds its own id or is part of it',
        addressedNearly(isPart),
      ),
      'spells-parties-token-audience-alike': party(
        'decodes, folds and trims the aud of parties_token before it compares',
        addressedNearly(spelledAlike),
      ),
    },
  ),
  rule(
    'parties token',
    'parties_token has not expired',
    (request) => {
      const { exp } = token(request).claims
      return typeof exp === 'number' && exp + tolerance > request.now
    },
    {
      'accepts-expired-parties-token': party('takes an expired parties_token', removed),
      'accepts-parties-token-without-exp': party(
        'takes a parties_token without exp',
        unless((request) => token(request).claims.exp === undefined),
      ),
    },
  ),
]

/** What the registry says is what stands in the token. */
export const tokenRecordRules = [
  rule(
    'lookup',
    'the record is the one in parties_token',
    (request) => {
      if (request.record === undefined) request.record = request.partiesToken?.claims
      return true
    },
    {
      'reads-status-beside-token': party('prefers a status beside parties_token', (right) => (request) => {
        const held = right(request)
        const status = request.answerJson?.status
        if (request.record && status !== undefined) request.record = { ...request.record, status }
        return held
      }),
    },
  ),
]
