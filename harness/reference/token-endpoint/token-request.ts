import type { KeyObject } from 'node:crypto'
import type { Json, JsonObject } from '../../contracts/json.js'
import type { FaultName } from '../../faults/faults.js'
import type { Parameters } from '../encoding/form.js'
import type { Received } from '../engine/received.js'
import { ruleAbout } from '../engine/rule.js'
import type { Participant } from '../participant/participant.js'
import type { Certificate } from '../pki/certificate.js'
import type { RegistryAnswer } from '../registry/transport.js'
import type { Members } from './members.js'

/** What the rules about token requests are about. */
export type TokenTopic =
  | 'http'
  | 'form'
  | 'algorithm'
  | 'x5c'
  | 'signature'
  | 'key'
  | 'header'
  | 'client'
  | 'issuer'
  | 'claims'
  | 'chain'
  | 'certificate'
  | 'revocation'
  | 'lookup'
  | 'parties token'
  | 'record'
  | 'matching'
  | 'replay'
  /** Of a role whose grant takes a code. */
  | 'code'

/** The three parts of a compact JWS. */
export interface Parts<T> {
  readonly header: T
  readonly payload: T
  readonly signature: T
}

/** Whether a signature over an input is the one of a key. */
export type Verifier = (input: Buffer, signature: Buffer, signer: Certificate) => boolean

/** A `parties_token` while it is judged. */
export interface PartiesToken {
  readonly text: string
  readonly input: Buffer
  readonly signature: Buffer
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: JsonObject
  /** Certificates of its `x5c`; empty when they cannot be read. */
  readonly chain: readonly Certificate[]
}

/** A token request on its way through the rules; each rule fills in what later ones need. */
export class TokenRequest {
  readonly received: Received
  readonly participant: Participant
  readonly faults: ReadonlySet<FaultName>
  /** Seconds since epoch, with fraction. */
  readonly now = Date.now() / 1000
  /** Topics whose rules are not asked any more. */
  readonly excused = new Set<TokenTopic>()
  /** Consults the registry once; set by the endpoint. */
  consultRegistry: () => Promise<void> = () => Promise.resolve()

  parametersIn: 'body' | 'query' = 'body'
  parameters: Parameters = new Map()
  clientId = ''
  assertion = ''
  parts!: Parts<string>
  bytes!: Parts<Buffer>
  /** JSON texts of header and payload. */
  texts!: Pick<Parts<string>, 'header' | 'payload'>
  header!: Members
  claims!: Members
  verifier!: Verifier
  /** Certificates of `x5c`, as they stand there. */
  presented: readonly Certificate[] = []
  /** From the leaf to the root. */
  chain: readonly Certificate[] = []
  /** Certificates outside `chain` that count like the leaf when the registry is asked for it, which only a fault sees to. */
  beside: readonly Certificate[] = []
  /** Certificate whose key has to have made the signature; the leaf by default. */
  signer: Certificate | undefined
  /** Authorities in `chain` whose right to issue is not asked for. */
  readonly waivedAuthorities = new Set<Certificate>()
  /** Party that is authenticated. */
  issuer = ''
  /** Party that is looked up. */
  lookedUp = ''
  /** Party that the access token is for, where a fault takes another than the one that is authenticated. */
  grantedTo: string | undefined
  iat: number | undefined
  exp: number | undefined
  answer: RegistryAnswer | undefined
  answerJson: JsonObject | undefined
  partiesToken: PartiesToken | undefined
  /** What is granted beside or instead of a random access token. */
  granted: Readonly<Record<string, unknown>> = {}
  /** What goes out before the answer, which only a fault sees to. */
  printed = ''
  /** The scope that was asked for when a code was, which a human login does before it comes here. */
  askedScope = ''
  /** What the registry holds; `null` = unknown party, `undefined` = not looked up yet. */
  record: JsonObject | null | undefined

  constructor(received: Received, participant: Participant, faults: ReadonlySet<FaultName>) {
    this.received = received
    this.participant = participant
    this.faults = faults
  }

  excuse(...topics: readonly TokenTopic[]): true {
    for (const topic of topics) this.excused.add(topic)
    return true
  }

  /** The certificate that speaks for the client. */
  get leaf(): Certificate | undefined {
    return this.chain[0]
  }

  get leafKey(): KeyObject | undefined {
    return this.leaf?.key
  }

  get signingInput(): Buffer {
    return Buffer.from(`${this.parts.header}.${this.parts.payload}`)
  }

  /** The only value of a parameter. */
  parameter(name: string): string | undefined {
    return this.parameters.get(name)?.[0]
  }

  /** Everything that is asked for. */
  get scope(): string {
    return `${this.parameter('scope') ?? ''} ${this.askedScope}`
  }

  claim(name: string): Json | undefined {
    return this.claims.get(name)
  }
}

/** Makes rules about token requests. */
export const rule = ruleAbout<TokenRequest, TokenTopic>()

/** Where a request is, and whose certificate it carries. */
export const sender = ({ participant, leaf }: TokenRequest): readonly [Participant, string] => [
  participant,
  leaf?.serialHex ?? '',
]
