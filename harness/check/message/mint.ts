import type { KeyObject } from 'node:crypto'
import { NotTestable } from '../../contracts/errors.js'
import type { InterfaceSettings } from '../../contracts/interface.js'
import type {
  Claims,
  ContextWith,
  Form,
  Header,
  Identity,
  Mutation,
  Need,
  Parts,
  Signing,
  Text,
} from '../../mutations/types.js'
import { type Algorithm, signers } from '../../wire/jws.js'
import type { Exchange, HttpRequest } from '../../wire/types.js'
import type { Redeemed } from '../code-source.js'
import type { Carried } from '../types.js'

/** What a token request is made from. */
export interface Blueprint {
  /** Conforming changes of a guise first, then that of the message; a conforming message has none of its own. */
  readonly changes: readonly Mutation[]
  /** That of the message among them, where it has to change something. */
  readonly mutation?: Mutation
  /** Seconds that `iat` lies in the past. */
  readonly ageSeconds: number
  readonly jti: string
}

/** What all that is minted can look at. */
type Context = ContextWith<Need>

/** A request that is ready to be sent. */
export interface Minted {
  readonly request: HttpRequest
  /** The JWT that it carries (compact serialization, or whatever an `encoding` mutation made of it); absent where it carries none. */
  readonly assertion?: string
  /** What had to go before, oldest first: the token request of a call that needs an access token. */
  readonly before?: readonly Exchange[]
  /** The access token for which `before` was; present where it carries one, or another in its place. */
  readonly carried?: Carried
  /** Access tokens in it, which are never written anywhere. */
  readonly secrets?: readonly string[]
}

/** Lifetime of every JWT, seconds (L259, L301). */
const lifetime = 30

/**
 * Carries out the changes of one entry.
 * @param mutation That of the message.
 * @throws NotTestable where that leaves everything as it is: in some forms of a message it finds nothing to change, and
 * what nothing is wrong with has to be granted.
 */
function carryOut<E extends Mutation['entry']>(
  entry: E,
  { changes, mutation }: Pick<Blueprint, 'changes' | 'mutation'>,
  what: object,
  carry: (change: Extract<Mutation, { readonly entry: E }>) => void,
): void {
  for (const change of of(entry, changes)) {
    const before = change === mutation ? JSON.stringify(what) : undefined
    carry(change)
    if (before !== undefined && JSON.stringify(what) === before) throw new NotTestable(noChange)
  }
}

const noChange = 'In this form the message holds nothing of what the check changes.'

/** Mints a client assertion (L242–263) with a token request around it for each code (L196–201); at most one entry is changed, and its guise. */
export async function mintCopies(
  blueprint: Blueprint,
  context: Context,
  settings: InterfaceSettings,
  codes: readonly (Redeemed | undefined)[],
): Promise<readonly Minted[]> {
  const { changes } = blueprint
  const identity = identityOf(changes, context)
  const { key } = identity.certified
  const misused = of('certificate', changes)
    .map((each) => each.misused)
    .find((each) => each !== undefined)
  const alg = misused?.alg ?? algorithmOf(key)
  const header: Header = {
    alg,
    typ: 'JWT',
    x5c: identity.certified.chain.map((der) => der.toString('base64')),
  }
  carryOut('header', blueprint, header, ({ change }) => change(header, context))
  const claims = claimsOf(blueprint, identity, context, settings.token.claims)
  const signing: Signing = { header, key, sign: misused?.sign ?? signers[alg] }
  for (const { change } of of('signature', changes)) change(signing, context)
  const text: Text = { header: JSON.stringify(signing.header), payload: JSON.stringify(claims) }
  carryOut('text', blueprint, text, ({ change }) => change(text, context))
  const parts = signParts(text, signing)
  const [encoding] = of('encoding', changes)
  const assertion = encoding ? await encoding.change(parts, context) : compact(parts)
  if (encoding && encoding === blueprint.mutation && assertion === compact(parts)) throw new NotTestable(noChange)
  return codes.map((redeemed) =>
    tokenRequest({ ...blueprint, assertion, clientId: identity.client_id, redeemed }, context, settings),
  )
}

/** The changes of one entry, in order. */
const of = <E extends Mutation['entry']>(
  entry: E,
  changes: readonly Mutation[],
): readonly Extract<Mutation, { readonly entry: E }>[] =>
  changes.filter((each): each is Extract<Mutation, { readonly entry: E }> => each.entry === entry)

/** What a key honestly signs: RS256 with every RSA key, as controls do; kinds of key that L246 rules out by their own algorithm. */
const algorithmOf = ({ asymmetricKeyType }: KeyObject): Algorithm =>
  asymmetricKeyType === 'ec'
    ? 'ES256'
    : asymmetricKeyType === 'ed25519'
      ? 'EdDSA'
      : asymmetricKeyType === 'rsa-pss'
        ? 'PS256'
        : 'RS256'

/** What stands in a token request. */
export interface TokenRequestParts extends Pick<Blueprint, 'changes' | 'mutation'> {
  readonly assertion: string
  readonly clientId: string | undefined
  readonly redeemed: Redeemed | undefined
}

/** The token request around an assertion that exists already. */
export function tokenRequest(
  { assertion, clientId, redeemed, ...changing }: TokenRequestParts,
  context: Context,
  settings: InterfaceSettings,
): Minted {
  const form = formOf(assertion, clientId, settings, redeemed)
  carryOut('form', changing, form, ({ change }) => change(form, context))
  const json = settings.token.encoding === 'json'
  const request: HttpRequest = {
    method: 'POST',
    url: context.target.tokenUrl,
    headers: [['content-type', json ? 'application/json' : 'application/x-www-form-urlencoded']],
    body: json ? JSON.stringify(Object.fromEntries(form)) : new URLSearchParams(form).toString(),
  }
  const sent = { request }
  carryOut('request', changing, sent, ({ change }) => {
    sent.request = change(sent.request, context)
  })
  return {
    assertion,
    ...sent,
    ...(redeemed && { before: redeemed.before, secrets: redeemed.secrets }),
  }
}

/** Who a message says that it is from. */
export function identityOf(changes: readonly Mutation[], context: Context): Identity {
  const { partyId, certified } = context.party
  const identity: Identity = { iss: partyId, sub: partyId, client_id: partyId, certified }
  for (const { change } of of('identity', changes)) change(identity, context)
  return identity
}

function claimsOf(
  blueprint: Blueprint,
  identity: Identity,
  context: Context,
  further: InterfaceSettings['token']['claims'],
): Claims {
  const { ageSeconds, jti } = blueprint
  const iat = context.now - ageSeconds
  const claims: Claims = {
    ...(identity.iss !== undefined && { iss: identity.iss }),
    ...(identity.sub !== undefined && { sub: identity.sub }),
    aud: context.target.partyId,
    jti,
    iat,
    exp: iat + lifetime,
    ...Object.fromEntries(Object.entries(further).map(([name, value]) => [name, value === '{iat}' ? iat : value])),
  }
  carryOut('claims', blueprint, claims, ({ change }) => change(claims, context))
  return claims
}

function signParts(text: Text, signing: Signing): Parts {
  const header = encode(text.header)
  const payload = encode(text.payload)
  return { header, payload, signature: encode(signing.sign(Buffer.from(`${header}.${payload}`), signing.key)) }
}

function formOf(
  assertion: string,
  clientId: string | undefined,
  settings: InterfaceSettings,
  redeemed: Redeemed | undefined,
): Form {
  const { parameterNames, parameters } = settings.token
  return [
    ...(clientId === undefined ? [] : ([[parameterNames.clientId, clientId]] as Form)),
    [parameterNames.clientAssertion, assertion],
    ...Object.entries(parameters),
    ...(redeemed ? redeeming(redeemed) : []),
  ]
}

const redeeming = ({ code, redirectUri, verifier }: Redeemed): Form => [
  ['code', code],
  ['redirect_uri', redirectUri],
  ...(verifier === undefined ? [] : ([['code_verifier', verifier]] as Form)),
]

const compact = ({ header, payload, signature }: Parts): string => `${header}.${payload}.${signature}`
const encode = (data: string | Buffer): string => Buffer.from(data as string).toString('base64url')
