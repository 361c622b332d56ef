import { isObject, type Json } from '../../../contracts/json.js'
import type { FaultName } from '../../../faults/faults.js'
import type { Answer, Received } from '../../engine/received.js'
import { Refusal } from '../../engine/refusal.js'
import { obey, withFaults } from '../../engine/rule.js'
import { namedVariants } from '../../engine/variants.js'
import type { KitParty } from '../../kit.js'
import type { Resource, ResourceTools } from '../../token-endpoint/resource.js'
import { withMadeMembers } from './made-members.js'
import { readingRules } from './reading.js'
import { servedClaimRules } from './served-claims.js'
import { servedCredentialRules } from './served-credential.js'
import { submittedClaimRules } from './submitted-claims.js'

/** Every rule about documents. */
export const documentRules = [...readingRules, ...servedClaimRules, ...servedCredentialRules, ...submittedClaimRules]

/** The caller's own claims, and where claims are sent to; the text shows no path (L214). */
export const claimsPath = '/claims'
/** The caller's own credential. */
export const credentialPath = '/credential'

/**
 * Other conforming conduct (L214): claims are looked at some time after they came, those of a party are taken once, or
 * some members are the registry's to make.
 */
export const documentVariants = ['queues-claims', 'takes-claims-once', 'makes-claim-members'] as const

/** The documents of a ParticipantRegistry. Faults are those of the assertion on which the caller's token was issued. */
export function documentsResource({ participant, plan, tokens, variants }: ResourceTools): Resource {
  const chosen = namedVariants(documentVariants, variants)
  const taken = new Set<string>()
  const { kit, ownChain, roots } = participant
  const issuers = [...roots, ...ownChain.slice(1)]
  const answerTo = async (received: Received): Promise<Answer> => {
    const issued = await tokens.of(received)
    const owner = kit.parties.find(({ partyId }) => partyId === issued?.partyId)
    const isOwner = issued !== undefined && owner !== undefined && issued.expiresAt >= Date.now()
    const faults = issued?.faults ?? plan.everywhere
    if (received.method === 'POST' && received.path === claimsPath) {
      if (chosen.has('queues-claims') && isOwner) return { status: 202, headers: {}, body: {} }
      if (isOwner && taken.has(owner.partyId)) return { status: 409, headers: {}, body: {} }
      const body = parsed(received.body)
      const made = chosen.has('makes-claim-members') ? withMadeMembers(body) : undefined
      const submitted = { body: made ?? body, issuers, byParticipant: isOwner }
      await obey(withFaults(submittedClaimRules, faults), submitted)
      if (isOwner && chosen.has('takes-claims-once')) taken.add(owner.partyId)
      return { status: 201, headers: {}, body: isObject(made) ? made : { stored: true } }
    }
    const reading = { owner: isOwner ? owner : undefined, parties: kit.parties }
    await obey(withFaults(readingRules, faults), reading)
    if (received.method !== 'GET' || reading.owner === undefined) return { status: 405, headers: {}, body: {} }
    return ok(await (received.path === claimsPath ? claims : credential)(reading.owner, kit.partyId, faults))
  }
  return {
    serves: (path) => path === claimsPath || path === credentialPath,
    answer: (received) => answerTo(received).catch(refusalOf),
  }
}

const ok = (body: Answer['body']): Answer => ({ status: 200, headers: { 'cache-control': 'no-store' }, body })

async function claims(owner: KitParty, registrarId: string, faults: ReadonlySet<FaultName>): Promise<Answer['body']> {
  const served = { owner, registrarId, claims: [] }
  await obey(withFaults(servedClaimRules, faults), served)
  return { party_id: owner.partyId, claims: served.claims }
}

async function credential(owner: KitParty, issuerId: string, faults: ReadonlySet<FaultName>): Promise<Answer['body']> {
  const served = { owner, issuerId, credential: {}, framework: {} }
  await obey(withFaults(servedCredentialRules, faults), served)
  return served.credential
}

function refusalOf(error: unknown): Answer {
  if (!(error instanceof Refusal))
    process.stderr.write(`refused because of an error: ${error instanceof Error ? error.stack : String(error)}\n`)
  const says = error instanceof Refusal ? error.message : 'the request cannot be read'
  const status = error instanceof Refusal ? error.status : 400
  return status === 401
    ? { status, headers: { 'www-authenticate': 'Bearer' }, body: { error: 'invalid_token', error_description: says } }
    : { status, headers: {}, body: { error: 'invalid_request', error_description: says } }
}

function parsed(body: Buffer): Json | undefined {
  try {
    return JSON.parse(body.toString()) as Json
  } catch {
    return undefined
  }
}
