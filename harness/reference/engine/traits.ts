import { X509Certificate } from 'node:crypto'

/** What of a token request its conforming form can be read from, without judging it. */
export interface Seen {
  /** Header of the assertion; empty where it cannot be read. */
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  /** Names of its parameters, in order. */
  readonly parameters: readonly string[]
  readonly body: string
  /** `client_id`; empty where there is none. */
  readonly client: string
}

const certificates = ({ header: { x5c } }: Seen): readonly unknown[] => (Array.isArray(x5c) ? x5c : [])

/** Bits of the key of the first certificate. */
function keyLength(seen: Seen): number | undefined {
  try {
    const leaf = new X509Certificate(Buffer.from(String(certificates(seen)[0]), 'base64'))
    return leaf.publicKey.asymmetricKeyDetails?.modulusLength
  } catch {
    return undefined
  }
}

const jti = ({ payload }: Seen): string => String(payload.jti ?? '')
const age = ({ payload }: Seen): number => Date.now() / 1000 - Number(payload.iat)
const comesBefore = (names: readonly string[], one: string, other: string): boolean =>
  names.includes(one) && names.indexOf(one) < names.indexOf(other)

/**
 * The conforming forms of a token request that can be seen in it, by the names that `ASSAY_FAULT` takes in brackets;
 * those of the suite (`harness/guises`). What cannot be seen is known by the party.
 */
export const traits: Readonly<Record<string, (seen: Seen) => boolean>> = {
  'alg=RS384': ({ header }) => header.alg === 'RS384',
  'alg=RS512': ({ header }) => header.alg === 'RS512',
  'key=3072': (seen) => keyLength(seen) === 3072,
  'key=4096': (seen) => keyLength(seen) === 4096,
  'chain=2': (seen) => certificates(seen).length === 2,
  'chain=4': (seen) => certificates(seen).length === 4,
  'header=in another order': ({ header }) => comesBefore(Object.keys(header), 'x5c', 'alg'),
  'header=without typ': ({ header }) => Object.hasOwn(header, 'alg') && !Object.hasOwn(header, 'typ'),
  'payload=in another order': ({ payload }) => comesBefore(Object.keys(payload), 'exp', 'iss'),
  'claims=nbf': ({ payload }) => Object.hasOwn(payload, 'nbf'),
  'claims=foo': ({ payload }) => Object.hasOwn(payload, 'foo'),
  'jti=short': (seen) => /^\d{1,12}$/.test(jti(seen)),
  'jti=200 characters': (seen) => jti(seen).length === 200,
  'jti=with punctuation': (seen) => jti(seen).startsWith('-._~'),
  'aud=in a list': ({ payload }) => Array.isArray(payload.aud),
  'age=10': (seen) => age(seen) >= 9 && age(seen) < 19,
  'age=20': (seen) => age(seen) >= 19 && age(seen) <= 30,
  'party-id=a URN': ({ client }) => client.startsWith('urn:x-party:'),
  'party-id=a URL': ({ client }) => client.startsWith('https://parties.example/'),
  'party-id=with dots': ({ client }) => client.startsWith('EU.EORI.NL.'),
  'form=in another order': ({ parameters }) => comesBefore(parameters, 'grant_type', 'client_id'),
  'form=one unknown parameter': ({ parameters }) => parameters.includes('foo'),
  'form=percent-encoded': ({ body }) => body.includes('%2D'),
  'form=as JSON': ({ body }) => body.startsWith('{'),
  'form=as multipart': ({ body }) => body.startsWith('--'),
  'form=without client_id': ({ parameters }) => parameters.length > 0 && !parameters.includes('client_id'),
  'form=without client_assertion_type': ({ parameters }) =>
    parameters.length > 0 && !parameters.includes('client_assertion_type'),
}

/** Those of some traits, in brackets, that a request shows. */
export const traitsOf = (seen: Seen, asked: readonly string[]): readonly string[] =>
  asked.filter((trait) => traits[trait.slice(1, -1)]?.(seen))
