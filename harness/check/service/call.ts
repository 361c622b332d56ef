import type { JsonObject } from '../../contracts/json.js'
import type { EvidenceProgram } from '../../contracts/lab-protocol.js'
import type { ServiceUnderTest } from '../../contracts/service.js'
import type { Guise } from '../../guises/types.js'
import type { Answer } from '../../judge/outcome.js'
import { readOutcome } from '../../judge/outcome.js'
import { type EvidenceContext, type ServiceMutation, soundEvidence, type Whose } from '../../mutations/evidence.js'
import type { Exchange, HttpRequest } from '../../wire/types.js'
import { placedContext } from '../delegation/context.js'
import type { World } from '../world.js'

const resourceOf = ({ resource }: Pick<ServiceUnderTest, 'resource'>): JsonObject => ({
  type: resource.type,
  identifiers: [...resource.identifiers],
  attributes: [...resource.attributes],
})

/** What evidence about a consumer is made of. */
export const evidenceContext = (world: World, service: ServiceUnderTest, subject: string): EvidenceContext => ({
  subject,
  known: subject,
  provider: world.target.partyId,
  otherProvider: world.counterparties.serviceProvider.partyId,
  policyIssuer: service.policyIssuer,
  consumedAt: (serviceProvider) => placedContext(world.settings.delegation.context, { serviceProvider }),
  members: world.settings.delegation.members,
  resource: resourceOf(service),
  ...(service.other && { otherResource: resourceOf(service.other) }),
  actions: service.actions,
  now: Math.floor(Date.now() / 1000),
})

/** What the AuthorisationRegistry is to say about a consumer: a sound Permit but for the mutation, in the form of a guise. */
export function evidenceProgram(context: EvidenceContext, mutation?: ServiceMutation, guise?: Guise): EvidenceProgram {
  const { evidence, ...program } = plainProgram(context, mutation)
  const forms = guise?.values.flatMap(({ evidence: form }) => form ?? []) ?? []
  return { ...program, evidence: forms.reduce((own, form) => form(own, context), evidence) }
}

function plainProgram(context: EvidenceContext, mutation: ServiceMutation | undefined): EvidenceProgram {
  const { subject } = context
  const sound = soundEvidence(context)
  if (mutation?.entry === 'authorisation registry') return { subject, evidence: sound, transport: mutation.transport }
  if (mutation?.entry !== 'evidence') return { subject, evidence: sound }
  if ('permitted' in mutation) return programFor(mutation.permitted, context)
  if ('token' in mutation) return { subject, evidence: sound, token: mutation.token }
  if ('body' in mutation) return { subject, evidence: sound, body: mutation.body(sound, context) }
  return { subject, evidence: mutation.rewrite(sound, context) }
}

/** A Permit for each resource in a policy set of its own, told as it is asked for. */
function programFor(permitted: readonly Whose[], context: EvidenceContext): EvidenceProgram {
  const { resource: own, otherResource = own } = context
  const resources = permitted.map((whose) => (whose === 'the other one' ? otherResource : own))
  const policySets = resources.flatMap((resource) => soundEvidence({ ...context, resource }).policySets ?? [])
  return { subject: context.subject, evidence: { ...soundEvidence(context), policySets }, asAsked: true }
}

/** The HTTP request of a call. */
export const serviceRequest = (
  baseUrl: string,
  { method, path, body }: ServiceUnderTest,
  accessToken: string | undefined,
): HttpRequest => ({
  method,
  url: `${baseUrl}${path}`,
  headers: [
    ...(accessToken === undefined ? [] : [['authorization', `Bearer ${accessToken}`] as const]),
    ...(body === undefined ? [] : [['content-type', body.contentType] as const]),
  ],
  ...(body !== undefined && { body: body.text }),
})

/** Reads an answer of the service: granted means 2xx, with the text of `service.granted.bodyContains` in the body where that is set. */
export const readService = (exchange: Exchange, { bodyContains = '' }: ServiceUnderTest): Answer =>
  readOutcome(exchange, ({ status, body }) => status >= 200 && status < 300 && body.includes(bodyContains))
