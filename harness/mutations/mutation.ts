import type { RegistryAnswer } from '../contracts/lab-protocol.js'
import type {
  AuthorizationSecrets,
  Changes,
  ContextWith,
  Form,
  Likeness,
  MintContext,
  Mutation,
  Need,
  PartyNames,
} from './types.js'

type Of<E extends Mutation['entry']> = Extract<Mutation, { entry: E }>

/** A mutation of an entry that comes about while a message is minted; what it looks at beside the usual is named last. */
const changing =
  <E extends keyof Changes<MintContext>>(entry: E) =>
  <N extends Need = never>(name: string, change: Changes<ContextWith<N>>[E], ...needs: readonly N[]): Mutation =>
    ({ name, entry, change, ...(needs.length > 0 && { needs }) }) as unknown as Mutation

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
/** The same, of a party of which a ParticipantRegistry holds two others. */
export const unregisteredBesideTwo: Mutation = {
  ...unregistered(),
  name: 'a third certificate of a party with two, not registered',
  of: 'first certificate',
}
/** The party of the control with a further certificate, of that kind, that shares something with the one of the control. */
export const further = (
  shares: Likeness['shares'],
  kind = 'conforming',
  { registered, ...more }: Pick<Of<'certificate'>, 'registered'> & Pick<Likeness, 'signedByControl'> = {},
): Mutation => ({
  name: [
    `a further certificate of the same ${shares}: ${kind}`,
    ...(more.signedByControl ? ['signed by the key of the first'] : []),
    ...(registered === false ? ['not registered'] : []),
  ].join(', '),
  entry: 'certificate',
  kind,
  like: { holder: 'itself', shares, ...more },
  ...(registered === false && { registered }),
})
/** Another party, with that record, whose certificate shares something with the one of the control. */
export const neighbour = (shares: Likeness['shares'], { name, ...rest }: Mutation): Mutation => ({
  ...rest,
  name: `${name}, ${shares === 'certificate' ? 'of the same certificate' : `of a certificate of the same ${shares}`}`,
  like: { holder: 'another', shares },
})
/** Another form of Party Identifier; `unique` has to be part of it. */
export const partyId = (name: string, form: (own: PartyNames) => string): Mutation => ({
  name,
  entry: 'party id',
  form,
})
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
/** Another serialization of the signed parts. */
export const encoding = changing('encoding')
/** Another authorization request; `verifier: false` leaves `code_verifier` out of the token request. */
export const authorization = <N extends Need = never>(
  name: string,
  change: (parameters: Form, context: ContextWith<N>, own: AuthorizationSecrets) => void,
  { needs = [], ...pkce }: Pick<Of<'authorization'>, 'verifier'> & { readonly needs?: readonly N[] } = {},
): Of<'authorization'> =>
  ({ name, entry: 'authorization', change, ...pkce, ...(needs.length > 0 && { needs }) }) as Of<'authorization'>
