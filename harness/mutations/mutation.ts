import type { RegistryAnswer } from '../lab/protocol.js'
import type { Mutation } from './types.js'

type Of<E extends Mutation['entry']> = Extract<Mutation, { entry: E }>
type Change<E extends Mutation['entry']> = Of<E> extends { change: infer C } ? C : never

const changing =
  <E extends 'header' | 'claims' | 'text' | 'signature' | 'form' | 'request' | 'identity'>(entry: E) =>
  (name: string, change: Change<E>): Mutation =>
    ({ name, entry, change }) as Mutation

/** A certificate of the given kind (row of `ca/profiles.ts` or `ca/defects/`) in place of the conforming eSeal. */
export const certificate = (kind: string): Mutation => ({ name: kind, entry: 'certificate', kind })
/** The party signs with a further certificate of its own, of the given kind; the registry holds another, conforming one. */
export const unregistered = (kind = 'conforming'): Of<'certificate'> => ({
  name: `${kind}, not registered`,
  entry: 'certificate',
  kind,
  registered: false,
})
/** The same, and it shares something with the one that a ParticipantRegistry holds. */
export const resemblingRegistered = (shares: 'key' | 'serial number', kind?: string): Mutation => ({
  ...unregistered(kind),
  name: `another certificate of the same ${shares}`,
  shares,
})
/** Another form of Party Identifier; `unique` has to be part of it. */
export const partyId = (name: string, form: (unique: string) => string): Mutation => ({ name, entry: 'party id', form })
/** Another answer of the lab's registry about this party. */
export const registry = (name: string, answer: RegistryAnswer): Mutation => ({ name, entry: 'registry', answer })
/** Another record of this party in the lab's registry. */
export const record = (name: string, rewrite: Of<'record'>['rewrite']): Mutation => ({ name, entry: 'record', rewrite })
/** Another protected header (`x5c` included). */
export const header = changing('header')
/** Other claims. */
export const claims = changing('claims')
/** Another spelling of the JSON of header or payload. */
export const text = changing('text')
/** Another signature or signing key. */
export const signature = changing('signature')
/** Other form parameters. */
export const form = changing('form')
/** Another HTTP request around the same parameters. */
export const request = changing('request')
/** Somebody else's identity. */
export const identity = changing('identity')
/** Another authorization request; `verifier: false` leaves `code_verifier` out of the token request. */
export const authorization = (
  name: string,
  change: Change<'authorization'>,
  pkce?: Pick<Of<'authorization'>, 'verifier'>,
): Of<'authorization'> => ({ name, entry: 'authorization', change, ...pkce })
/** Another serialization of the signed parts. */
export const encoding = (name: string, encode: Of<'encoding'>['encode']): Mutation => ({
  name,
  entry: 'encoding',
  encode,
})
