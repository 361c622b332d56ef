import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { assign } from '../../harness/mutations/form-parameters.js'
import { authorization } from '../../harness/mutations/mutation.js'
import type { ContextWith, Form, Need } from '../../harness/mutations/types.js'
import { signers } from '../../harness/wire/jws.js'
import type { Coverage } from '../support/row.js'
import { type Asked, atLogin } from './rows.js'

/** A request object (OpenID Connect Core §6, RFC 9101), as it may be changed. */
interface RequestObject {
  readonly header: JsonObject
  readonly claims: JsonObject
  /** From the signing input to the signature part. */
  sign: (input: string) => string
}

/** The state that only the request object carries: where it comes back, the object was heeded. */
export const stateInside = 'of-the-request-object'

const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** An ordinary authorization request with a request object beside it, which says the same but for `state`. */
const withObject = <N extends Need = never>(
  name: string,
  change: (object: RequestObject, context: ContextWith<N>) => void,
  ...needs: readonly N[]
): Asked =>
  authorization(
    name,
    (parameters: Form, context: ContextWith<N>) => {
      const { party, target, now } = context
      const object: RequestObject = {
        header: { alg: 'RS256', typ: 'JWT', x5c: party.certified.chain.map((der) => der.toString('base64')) },
        claims: {
          ...Object.fromEntries(parameters),
          state: stateInside,
          iss: party.partyId,
          sub: target.requestSubject ?? party.partyId,
          aud: target.partyId,
          jti: `${party.scope}-${now}-${name.length}`,
          iat: now - 2,
          exp: now + 28,
        },
        sign: (input) => signers.RS256(Buffer.from(input), party.certified.key).toString('base64url'),
      }
      change(object, context)
      const input = `${encode(object.header)}.${encode(object.claims)}`
      assign(parameters, 'request', `${input}.${object.sign(input)}`)
    },
    { needs },
  )

/** Request objects that nobody may heed. */
export interface ObjectRow extends Coverage {
  readonly title: string
  readonly mutate: readonly Asked[]
}

const row = (its: Omit<ObjectRow, 'requirements' | 'cases' | 'roles'>): ObjectRow =>
  atLogin({ ...its, requirements: ['LOGIN-REQUEST-OBJECT'], cases: ['OID-12'] })

export const refused: readonly ObjectRow[] = [
  row({
    id: 'login.request-object-unsigned',
    title: 'an unsigned request object',
    detects: ['accepts-unsigned-request-object'],
    mutate: [
      withObject('request object with alg none', (object) => {
        object.header.alg = 'none'
        object.sign = () => ''
      }),
      withObject('request object without a signature', (object) => {
        object.sign = () => ''
      }),
    ],
  }),
  row({
    id: 'login.request-object-forged',
    title: 'a request object that another signed, was changed, is for another party or has expired',
    detects: ['accepts-unverified-request-object'],
    mutate: [
      withObject('request object signed by a foreign key', (object, { foreignKey }) => {
        object.sign = (input) => signers.RS256(Buffer.from(input), foreignKey).toString('base64url')
      }),
      withObject('request object with a signature of something else', (object) => {
        const { sign } = object
        object.sign = (input) => sign(`${input}x`)
      }),
      withObject(
        'request object for another audience',
        (object, { other }) => {
          object.claims.aud = other.partyId
        },
        'other',
      ),
      withObject('request object that expired 670 s ago', (object, { now }) => {
        Object.assign(object.claims, { iat: now - 700, exp: now - 670 })
      }),
    ],
  }),
]

const signed = 'assay-value-that-was-signed'
const inTheAddress = 'assay-value-of-the-address'

/** What was signed, and what stands where the browser is sent then; a provider may not go by the latter. */
export const inAddress: Coverage & {
  readonly says: string
  readonly signing: (name: 'state' | 'nonce') => Asked
  readonly swap: NonNullable<AskOptions['swap']>
  readonly heeded: (redirect: string) => boolean
} = atLogin({
  id: 'login.request-in-address',
  requirements: ['LOGIN-REQUEST-OBJECT'],
  cases: ['OID-12'],
  level: 'should',
  says: inTheAddress,
  signing: (name) => authorization(`a ${name} that is known`, (parameters) => assign(parameters, name, signed)),
  swap: { from: signed, to: inTheAddress, at: 0 },
  heeded: (redirect: string) => redirect.includes(`state=${inTheAddress}`),
})

/** Who wants a signed request refuses a client that asks as OpenID Connect does (ruling 31). */
export const inQuery: Coverage = atLogin({
  id: 'login.request-in-query',
  requirements: ['LOGIN-OIDC'],
  cases: [],
  level: 'should',
})

export const sound: Coverage & { readonly mutate: Asked } = atLogin({
  id: 'login.request-object',
  requirements: ['LOGIN-REQUEST-OBJECT'],
  cases: ['OID-12'],
  mutate: withObject('sound request object', () => undefined),
})
