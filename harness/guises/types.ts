import type { LongKey } from '../../ca/index.js'
import type { Json, JsonObject } from '../contracts/json.js'
import type { CertifiedOtherwise } from '../contracts/kit-consumers.js'
import type { AnswerGuise } from '../contracts/lab-protocol.js'
import type { EvidenceContext } from '../mutations/evidence.js'
import type { Form, Mutation } from '../mutations/types.js'
import type { HttpRequest } from '../wire/types.js'

/** In what a conforming message, or the world around it, can differ from the default one. */
export const dimensions = [
  'alg',
  'key',
  'chain',
  'header',
  'payload',
  'claims',
  'jti',
  'aud',
  'age',
  'form',
  'connection',
  'record',
  'further-members',
  'revocation',
  'history',
  'party-id',
  'answer',
  'answer-order',
  'answer-age',
  'answer-certificate',
  'transfer',
  'header-names',
  'access-token',
  'token-answer',
  'id-token',
  'evidence',
  'question',
  'call',
  'consumer',
  'login-request',
  'login-scope',
  'login-provider',
] as const
export type Dimension = (typeof dimensions)[number]

/** What is not usual about the certificate of a party, whose kind stays what it is. */
export interface Certified {
  /** Who issues it. */
  readonly under?: 'root-a' | 'intermediate-a2'
  /** Length of its key. */
  readonly bits?: LongKey
  /** The only revocation source that it names. */
  readonly source?: 'crl' | 'ocsp'
}

/** What the target sees of clients beside a message that is judged: nothing of its own; a bad one of it before; a good one of another client just before; a good one of another at the same moment. */
export type History = 'never seen' | 'refused before' | 'after another client' | 'beside another client'

/** A message as it was sent, as far as it can be read. */
export interface Seen {
  /** How the messages before it were called, and whether they came from the same party; the last one last. */
  readonly before: readonly { readonly label: string; readonly ofParty: boolean }[]
  readonly header?: JsonObject
  readonly payload?: JsonObject
  readonly request: HttpRequest
  /** What stood in each entry of it. */
  readonly recipe: Readonly<Record<string, string>>
}

/** One conforming form of a message or of the world around it, other than the default. */
export interface GuiseValue {
  /** `<dimension>=<value>`, for example `alg=RS512`. */
  readonly name: `${Dimension}=${string}`
  readonly dimension: Dimension
  /** How heavily it weighs that it is granted (ruling 28); `open`: the interface text leaves it to the target. */
  readonly level: 'must' | 'strict' | 'open'
  /** A conforming change of the message or of what the registry holds. */
  readonly mutation?: Mutation
  /** It dresses what a row has made of the same entry, too, so that both stand in the message. */
  readonly dresses?: true
  readonly certified?: Certified
  /** Form of what the lab answers. */
  readonly answered?: AnswerGuise
  /** Form of the evidence about the consumer of a service, whatever is wrong with it. */
  readonly evidence?: (own: Json, context: EvidenceContext) => Json
  /** The policy sets of a request for evidence: its own policy, and another one that the same consumer may have. */
  readonly question?: (own: Json, other: Json) => readonly Json[]
  /** Changes a request that carries an access token. */
  readonly calls?: (request: HttpRequest) => HttpRequest
  /** Each request of a client in a check carries the same access token, as long as that is fresh. */
  readonly keepsToken?: true
  /** Whose JWT is forwarded in a request for evidence, in place of the usual consumer. */
  readonly consumer?: CertifiedOtherwise
  /** Changes the parameters of an authorization request. */
  readonly authorization?: (parameters: Form) => void
  /** The authorization request is a form that is posted (OpenID Connect Core §3.1.2.1). */
  readonly posted?: true
  /** The human logs in for the authorization request, in a browser in which nobody is logged in. */
  readonly loggingIn?: true
  /** The human of a broker logs in at the IdentityProvider of `login.otherSteps`, in a browser in which nobody is logged in. */
  readonly elsewhere?: true
  /** What of the client the target has seen before. */
  readonly history?: History
  /** The consumer about whom evidence is wrong has called the service before, with a Permit. */
  readonly servedBefore?: true
  /** Played in the deep profile alone, since it takes messages of its own. */
  readonly deep?: true
  /** Seconds that `iat` lies in the past. */
  readonly ageSeconds?: number
  /** Whether a message still has it, whose other entry was changed; where absent, each message has. */
  readonly carried?: (seen: Seen) => boolean
}

/**
 * Whether a message has a value of a guise although another entry of it was changed. What rewrites the text of header
 * and payload finds it as usual, since it might find nothing in another spelling, and change nothing.
 */
export const meets = ({ mutation }: GuiseValue, changed: Mutation['entry'] | undefined): boolean =>
  mutation?.entry !== 'text' || (changed !== 'text' && changed !== 'encoding')

/** Values of different dimensions that a message has together. */
export interface Guise {
  /** The names of its values, with commas between them. */
  readonly name: string
  readonly values: readonly GuiseValue[]
}

/** A guise of these values. */
export const guiseOf = (values: readonly GuiseValue[]): Guise => ({
  name: values.map(({ name }) => name).join(', '),
  values,
})
