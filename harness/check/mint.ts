import type { KeyObject } from 'node:crypto'
import type { Claims, Form, Header, Identity, MintContext, Mutation, Parts, Signing, Text } from '../mutations/types.js'
import type { InterfaceSettings } from '../target/interface.js'
import { type Algorithm, signers } from '../wire/jws.js'
import type { HttpRequest } from '../wire/types.js'

/** What a token request is made from. */
export interface Blueprint {
  readonly mutation?: Mutation
  /** Seconds that `iat` lies in the past. */
  readonly ageSeconds: number
  readonly jti: string
}

/** A token request with the assertion that it carries. */
export interface Minted {
  readonly request: HttpRequest
  /** Compact serialization, or whatever an `encoding` mutation made of it. */
  readonly assertion: string
}

/** Lifetime of every JWT, seconds (L259, L301). */
const lifetime = 30

/** Mints a client assertion and the token request around it (L196–201, L242–263), with at most one entry changed. */
export async function mint(blueprint: Blueprint, context: MintContext, settings: InterfaceSettings): Promise<Minted> {
  const { mutation } = blueprint
  const identity = identityOf(mutation, context)
  const { key } = identity.certified
  const alg = algorithmOf(key)
  const header: Header = {
    alg,
    typ: 'JWT',
    x5c: identity.certified.chain.map((der) => der.toString('base64')),
  }
  if (mutation?.entry === 'header') mutation.change(header, context)
  const claims = claimsOf(blueprint, identity, context)
  const signing: Signing = { header, key, sign: signers[alg] }
  if (mutation?.entry === 'signature') mutation.change(signing, context)
  const text: Text = { header: JSON.stringify(signing.header), payload: JSON.stringify(claims) }
  if (mutation?.entry === 'text') mutation.change(text, context)
  const parts = signParts(text, signing)
  const assertion = mutation?.entry === 'encoding' ? await mutation.encode(parts, context) : compact(parts)
  return { assertion, request: tokenRequest(assertion, identity.client_id, mutation, context, settings) }
}

/** What a key honestly signs: RS256 with every RSA key, as controls do; kinds of key that L246 rules out by their own algorithm. */
const algorithmOf = ({ asymmetricKeyType }: KeyObject): Algorithm =>
  asymmetricKeyType === 'ec'
    ? 'ES256'
    : asymmetricKeyType === 'ed25519'
      ? 'EdDSA'
      : asymmetricKeyType === 'rsa-pss'
        ? 'PS256'
        : 'RS256'

/** The token request around an assertion that exists already. */
export function tokenRequest(
  assertion: string,
  clientId: string | undefined,
  mutation: Mutation | undefined,
  context: MintContext,
  settings: InterfaceSettings,
): HttpRequest {
  const form = formOf(assertion, clientId, settings)
  if (mutation?.entry === 'form') mutation.change(form, context)
  const json = settings.token.encoding === 'json'
  const request: HttpRequest = {
    method: 'POST',
    url: context.target.tokenUrl,
    headers: [['content-type', json ? 'application/json' : 'application/x-www-form-urlencoded']],
    body: json ? JSON.stringify(Object.fromEntries(form)) : new URLSearchParams(form).toString(),
  }
  return mutation?.entry === 'request' ? mutation.change(request, context) : request
}

function identityOf(mutation: Mutation | undefined, context: MintContext): Identity {
  const { partyId, certified } = context.party
  const identity: Identity = { iss: partyId, sub: partyId, client_id: partyId, certified }
  if (mutation?.entry === 'identity') mutation.change(identity, context)
  return identity
}

function claimsOf({ mutation, ageSeconds, jti }: Blueprint, identity: Identity, context: MintContext): Claims {
  const iat = context.now - ageSeconds
  const claims: Claims = {
    ...(identity.iss !== undefined && { iss: identity.iss }),
    ...(identity.sub !== undefined && { sub: identity.sub }),
    aud: context.target.partyId,
    jti,
    iat,
    exp: iat + lifetime,
  }
  if (mutation?.entry === 'claims') mutation.change(claims, context)
  return claims
}

function signParts(text: Text, signing: Signing): Parts {
  const header = encode(text.header)
  const payload = encode(text.payload)
  return { header, payload, signature: encode(signing.sign(Buffer.from(`${header}.${payload}`), signing.key)) }
}

function formOf(assertion: string, clientId: string | undefined, settings: InterfaceSettings): Form {
  const { parameterNames, parameters } = settings.token
  return [
    ...(clientId === undefined ? [] : ([[parameterNames.clientId, clientId]] as Form)),
    [parameterNames.clientAssertion, assertion],
    ...Object.entries(parameters),
  ]
}

const compact = ({ header, payload, signature }: Parts): string => `${header}.${payload}.${signature}`
const encode = (data: string | Buffer): string => Buffer.from(data as string).toString('base64url')
