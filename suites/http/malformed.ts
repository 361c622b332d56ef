import { assertionOf } from '../../harness/mutations/form-parameters.js'
import { claims, encoding, form, header, request, signature, text } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'

/** One of each kind of bad input: no JWS, no JSON, wrong types, numbers beyond range, odd signatures, no parameters. */
export const malformed: readonly Mutation[] = [
  form('client_assertion is no JWS', (parameters) => {
    const assertion = assertionOf(parameters)
    if (assertion) assertion[1] = 'nonsense'
  }),
  request('empty body', (whole) => ({ ...whole, body: '' })),
  encoding('two parts', ({ header, payload }) => `${header}.${payload}`),
  encoding('three empty parts', () => '..'),
  encoding('parts that are no base64url', ({ payload, signature }) => `%%%.${payload}.${signature}`),
  text('header is null', (parts) => {
    parts.header = 'null'
  }),
  text('header is no JSON', (parts) => {
    parts.header = '{"alg":'
  }),
  text('payload is null', (parts) => {
    parts.payload = 'null'
  }),
  text('payload is an array', (parts) => {
    parts.payload = '[]'
  }),
  text('payload is no JSON', (parts) => {
    parts.payload = '{"iss":'
  }),
  text('exp beyond the range of numbers', (parts) => {
    parts.payload = String(parts.payload).replace(/"exp":\d+/, '"exp":1e400')
  }),
  header('x5c holds null', (members) => {
    members.x5c = [null]
  }),
  header('x5c holds no certificate', (members) => {
    members.x5c = ['AAAA']
  }),
  header('alg is an object', (members) => {
    members.alg = { RS256: true }
  }),
  claims('aud is an object', (members) => {
    members.aud = { id: 1 }
  }),
  claims('jti is an object', (members) => {
    members.jti = {}
  }),
  signature('signature of one byte', (signing) => {
    signing.sign = () => Buffer.of(1)
  }),
  signature('signature is zero', (signing) => {
    signing.sign = () => Buffer.alloc(256)
  }),
]
