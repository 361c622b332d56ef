import { randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import type { JsonObject } from '../../harness/contracts/json.js'
import { fixturePolicies, type Policy, policyAction, resourceType } from '../../harness/target/kit/policies.js'
import type { RunningLab } from './lab-fixture.js'
import {
  assertionOf,
  type Client,
  newClient,
  openLab,
  type RunningReference,
  send,
  startReference,
  writeReferenceKit,
} from './reference-fixture.js'

/** Who takes part in requests for evidence. */
export interface Cast {
  readonly issuer: Client
  readonly subject: Client
  readonly provider: Client
  readonly otherProvider: Client
  readonly spare: Client
  /** Spare consumers of whom the registry, or the authority that certified them, has nothing good to say. */
  readonly suspended: Client
  readonly revoked: Client
  /** Spare consumers with an unsound certificate that is the registered one. */
  readonly expired: Client
  readonly issuedByLeaf: Client
  readonly ofOtherUsage: Client
  readonly ofTomorrow: Client
  readonly ofExpiredIntermediate: Client
  readonly ofLongPath: Client
  readonly ofIntermediateWithoutRight: Client
  readonly ofItself: Client
  readonly ofAnyRoot: Client
  readonly ofEcKey: Client
  readonly ofShortKey: Client
  /** Spare consumers about whom the registry answers with an error, unsigned, or under no signature of its own. */
  readonly unanswered: Client
  readonly unsigned: Client
  readonly forged: Client
}

/** A lab, a kit with the fixture policies, and references that serve from it. */
export interface EvidenceStage {
  readonly lab: RunningLab
  readonly cast: Cast
  readonly policies: readonly Policy[]
  readonly start: (environment?: Readonly<Record<string, string>>) => Promise<Asking>
  readonly close: () => Promise<void>
}

/** How a request for evidence differs from a sound one: of the provider, with a JWT of the subject, about an unconditional policy. */
export interface Differences {
  readonly caller?: Client
  readonly subject?: Client
  readonly policy?: string
  /** A policy that the same request asks about before. */
  readonly before?: string
  /** The actions that it asks for there, where they are others. */
  readonly actionsBefore?: readonly string[]
  /** How often; once by default. */
  readonly times?: number
  /** The context in which it asks about that policy, where it is another. */
  readonly contextBefore?: unknown
  /** That policy stands in a policy set before. */
  readonly inSetBefore?: true
  readonly identifiers?: readonly string[]
  readonly attributes?: readonly string[]
  readonly actions?: readonly string[]
  readonly type?: string
  /** Who is said to have issued the policies. */
  readonly policyIssuer?: string
  readonly path?: string
  /** `null` = none. */
  readonly context?: unknown
  /** Text of the context instead. */
  readonly contextText?: string
  /** Compact JWTs. */
  readonly forwarded?: unknown
  /** `Authorization` instead of that of the caller; `null` = none. */
  readonly authorization?: string | null
  readonly body?: string | Buffer
  readonly method?: string
}

/** What came of a request for evidence: `permit`, `permit with conditions`, `deny`, `nothing`, or a status. */
export type Outcome = string | number

/** Requests to one reference. The name goes before the `jti` of whatever is asked, so that a fault is on for it. */
export interface Asking {
  readonly reference: RunningReference
  readonly ask: (differences?: Differences, name?: string) => Promise<Outcome>
  /** The evidence that a plain request is answered with. */
  readonly evidence: (name?: string) => Promise<JsonObject>
  readonly forwarded: (maker: Client, claims?: object, header?: object) => string
}

/** Opens a stage. */
export async function openStage(): Promise<EvidenceStage> {
  const lab = await openLab()
  const folder = join(lab.folder, 'kit')
  await writeReferenceKit(lab, folder)
  const cast: Cast = {
    issuer: await newClient(lab),
    subject: await newClient(lab),
    provider: await newClient(lab),
    otherProvider: await newClient(lab),
    spare: await newClient(lab),
    suspended: await newClient(lab, { record: { status: 'Suspended' } }),
    revoked: await newClient(lab),
    expired: await newClient(lab, { kind: 'expired-leaf' }),
    issuedByLeaf: await newClient(lab, { kind: 'issued-by-leaf' }),
    ofOtherUsage: await newClient(lab, { kind: 'key-usage-digital-signature' }),
    ofTomorrow: await newClient(lab, { kind: 'not-yet-valid-leaf' }),
    ofExpiredIntermediate: await newClient(lab, { kind: 'expired-intermediate' }),
    ofLongPath: await newClient(lab, { kind: 'path-length-exceeded' }),
    ofIntermediateWithoutRight: await newClient(lab, { kind: 'intermediate-without-key-cert-sign' }),
    ofItself: await newClient(lab, { kind: 'self-signed-leaf' }),
    ofAnyRoot: await newClient(lab, { kind: 'untrusted-chain' }),
    ofEcKey: await newClient(lab, { kind: 'ec-key' }),
    ofShortKey: await newClient(lab, { kind: 'rsa-1024' }),
    unanswered: await newClient(lab, { answer: { transport: 'status 500' } }),
    unsigned: await newClient(lab, { answer: { token: 'alg none' } }),
    forged: await newClient(lab, { answer: { token: 'signature corrupted' } }),
  }
  await revoke(lab, cast.revoked)
  const { issuer, subject, provider, otherProvider, ...spares } = cast
  const policies = fixturePolicies({
    policyIssuer: issuer.partyId,
    subject: subject.partyId,
    provider: provider.partyId,
    otherProvider: otherProvider.partyId,
    otherIssuer: otherProvider.partyId,
    spares: Object.values(spares).map(({ partyId }) => partyId),
  })
  const file = join(folder, 'kit.json')
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), policies }))
  const started: RunningReference[] = []
  return {
    lab,
    cast,
    policies,
    async start(environment = {}) {
      const reference = await startReference(folder, 'AuthorisationRegistry', { ASSAY_STATE: folder, ...environment })
      started.push(reference)
      return asking(lab, cast, reference)
    },
    async close() {
      await Promise.all(started.map(({ stop }) => stop()))
      await lab.close()
    },
  }
}

/** Puts the certificate of a client on the list of its issuer. */
async function revoke({ lab }: RunningLab, { certified }: Client): Promise<void> {
  const leaf = new X509Certificate(certified.chain[0] as Buffer)
  const scope = /\/([^/]+)\.crl/.exec(leaf.raw.toString('latin1'))?.[1] ?? ''
  await lab.revocation({ scope, revoked: [leaf.serialNumber.toLowerCase()] })
}

function asking(lab: RunningLab, cast: Cast, reference: RunningReference): Asking {
  const tokens = new Map<string, Promise<string>>()
  const tokenOf = async (client: Client, name: string): Promise<string> => {
    const { json } = await send(lab, reference, client.partyId, assertionOf(client, { jti: `${name}.${randomUUID()}` }))
    return String(json.access_token)
  }
  const cached = (client: Client, name: string): Promise<string> => {
    const key = `${name} ${client.partyId}`
    const token = tokens.get(key) ?? tokenOf(client, name)
    tokens.set(key, token)
    return token
  }
  const forwarded = (maker: Client, claims: object = {}, header: object = {}): string =>
    assertionOf(maker, { aud: cast.provider.partyId, ...claims }, header as Record<string, unknown>)
  const answerTo = async (differences: Differences, name: string) => {
    const { caller = cast.provider, subject = cast.subject, authorization } = differences
    const bearer = authorization === undefined ? `Bearer ${await cached(caller, name)}` : authorization
    const exchange = await lab.http.exchange(
      {
        method: differences.method ?? 'POST',
        url: `${reference.baseUrl}${differences.path ?? '/delegation'}`,
        headers: [
          ['content-type', 'application/json'],
          ...(bearer === null ? [] : [['authorization', bearer] as const]),
        ],
        body:
          differences.body ??
          bodyOf(cast, differences, differences.forwarded ?? [forwarded(subject, { aud: caller.partyId })]),
      },
      { timeoutMs: 60_000 },
    )
    if (!exchange.response) throw new Error(`no answer: ${exchange.noAnswer?.message}`)
    return exchange.response
  }
  return {
    reference,
    forwarded,
    async ask(differences = {}, name = 'sound') {
      const { status, body } = await answerTo(differences, name)
      return outcomeOf(status, body)
    },
    async evidence(name = 'sound') {
      const { body } = await answerTo({}, name)
      return (JSON.parse(body) as { delegationEvidence: JsonObject }).delegationEvidence
    },
  }
}

/** The body of a request. */
export function bodyOf(
  { issuer, subject: usual, provider }: Cast,
  differences: Differences,
  forwarded: unknown,
): string {
  const { subject = usual, policy = 'unconditional', context = { serviceProvider: provider.partyId } } = differences
  const {
    before,
    times = 1,
    contextBefore,
    actionsBefore,
    identifiers = [policy],
    actions = [policyAction],
    type = resourceType,
    attributes = ['*'],
  } = differences
  const asked = (ids: readonly string[], within: unknown = context, named: readonly string[] = actions) => ({
    target: {
      resource: { type, identifiers: ids, attributes },
      actions: named,
      ...(within !== null && { context: differences.contextText === undefined ? within : 'CONTEXT' }),
    },
    rules: [{ effect: 'Permit' }],
  })
  const own = asked(identifiers)
  const first =
    before === undefined ? [] : Array.from({ length: times }, () => asked([before], contextBefore, actionsBefore))
  const body = {
    delegationRequest: {
      policyIssuer: differences.policyIssuer ?? issuer.partyId,
      target: { accessSubject: subject.partyId },
      policySets: differences.inSetBefore
        ? [...first, own].map((one) => ({ policies: [one] }))
        : [{ policies: [...first, own] }],
    },
    previous_steps: forwarded,
  }
  return JSON.stringify(body).replace('"CONTEXT"', differences.contextText ?? '')
}

function outcomeOf(status: number, body: string): Outcome {
  if (status !== 200) return status
  const { delegation_token: token, ...plain } = JSON.parse(body) as Record<string, unknown>
  const { delegationEvidence } = (typeof token === 'string' ? decodeJwt(token) : plain) as {
    delegationEvidence: { policySets?: { policies: { rules: { effect: string; conditions?: unknown }[] }[] }[] }
  }
  const [rule] = delegationEvidence.policySets?.[0]?.policies[0]?.rules ?? []
  if (!rule) return 'nothing'
  return rule.conditions ? `${rule.effect.toLowerCase()} with conditions` : rule.effect.toLowerCase()
}
