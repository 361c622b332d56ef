import type { Json } from '../../../contracts/json.js'
import { Refusal } from '../../engine/refusal.js'
import { type Change, instead, unless } from '../../engine/rule.js'
import { obeying } from '../../token-endpoint/obeying.js'
import { certificateRules } from '../../token-endpoint/rules/certificate.js'
import { chainRules } from '../../token-endpoint/rules/chain.js'
import { formRules, uniquenessRules } from '../../token-endpoint/rules/form/form.js'
import { lookupRules } from '../../token-endpoint/rules/registry/lookup.js'
import { partiesTokenRules, tokenRecordRules } from '../../token-endpoint/rules/registry/parties-token.js'
import { jtiRules } from '../../token-endpoint/rules/replay.js'
import { keyRules, signatureRules } from '../../token-endpoint/rules/signature.js'
import { timeRules } from '../../token-endpoint/rules/time.js'
import type { Forwarded } from '../forwarded.js'

/** A claim of the JWT. */
export const claim = ({ jwt }: Forwarded, name: string): Json | undefined => jwt.claim(name)
/** The party that forwards it. */
export const caller = ({ request }: Forwarded): string => request.caller
/** Party Identifier of this server. */
export const own = ({ request }: Forwarded): string => request.participant.kit.partyId
/** Whether a value is a list. */
export const isTexts = (value: Json | undefined): value is readonly string[] => Array.isArray(value)

/** The client of the assertion is its stated issuer; a later rule asks whose it has to be. */
export function takeIssuer(forwarded: Forwarded): true {
  forwarded.jwt.clientId = String(claim(forwarded, 'iss'))
  return true
}

/** Where there is no `iss`, `sub` says who made it. */
export const readingSubForIssuer: Change<Forwarded> = (right) => (forwarded) => {
  const { jwt } = forwarded
  if (claim(forwarded, 'iss') === undefined) jwt.claims = jwt.claims.with('iss', jwt.claim('sub'))
  return right(forwarded)
}

/** Addressed to neither end of the request, and nowhere in it. */
export function isElsewhere(forwarded: Forwarded): boolean {
  const aud = claim(forwarded, 'aud')
  return typeof aud === 'string' && aud !== own(forwarded) && !isNamed(forwarded)
}

/** Addressed to somebody whom the request names beside the parties of the policy. */
export function isNamed(forwarded: Forwarded): boolean {
  const { body, policyIssuer, subject } = forwarded.request
  const aud = claim(forwarded, 'aud')
  if (typeof aud !== 'string' || aud === subject || aud === policyIssuer) return false
  return JSON.stringify(body).includes(JSON.stringify(aud))
}

/** Tells apart by the refusal what a rule says and what an error is. */
const refused = async (check: () => boolean | Promise<boolean>): Promise<boolean> => {
  try {
    return !(await check())
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

/** A chain that is let in is let in whether its leaf is registered or not. */
export const lettingIn: Change<Forwarded> = (right) => async (forwarded) =>
  (await refused(() => right(forwarded))) ? forwarded.jwt.excuse('matching') : true

/** A status that is not asked for does not matter, a party that nobody knows has no certificates. */
export const knowingNobody: Change<Forwarded> = (right) => async (forwarded) =>
  (await refused(() => right(forwarded))) && !forwarded.jwt.record ? forwarded.jwt.excuse('matching') : true

/** A JWT with the `iss` and `jti` of one whose signature held needs none. */
export const verifyingOnce: Change<Forwarded> = (right) => async (forwarded) => {
  const { verified } = forwarded.request.participant.memory
  const name = JSON.stringify([claim(forwarded, 'iss'), claim(forwarded, 'jti')])
  const held = verified.has(name) || (await right(forwarded))
  if (held) verified.add(name)
  return held
}

/** Fills in the times and asks nothing of them. */
export function readTimes({ jwt }: Forwarded): true {
  const number = (value: Json | undefined) => (typeof value === 'number' ? value : undefined)
  jwt.iat = number(jwt.claim('iat'))
  jwt.exp = number(jwt.claim('exp'))
  return true
}

/** Who signed is read from `iss`, who is meant from `sub`. */
export const readingSub: Change<Forwarded> = (right) => (forwarded) => {
  const { jwt } = forwarded
  const [iss, sub] = [claim(forwarded, 'iss'), claim(forwarded, 'sub')]
  if (typeof sub !== 'string' || sub === iss) return right(forwarded)
  jwt.lookedUp = String(iss)
  jwt.claims = jwt.claims.with('iss', sub)
  jwt.clientId = sub
  return right(forwarded)
}

/** Addressed to somebody whose id is nearly that of the client. */
export const nearly = (resembles: (aud: string, id: string) => boolean): Change<Forwarded> =>
  unless((forwarded) => {
    const aud = claim(forwarded, 'aud')
    return typeof aud === 'string' && resembles(aud, caller(forwarded))
  })

/** Made by somebody whose id is nearly that of the party that is asked about. */
export const nearlyAbout = (resembles: (iss: string, subject: string) => boolean): Change<Forwarded> =>
  unless((forwarded) => {
    const iss = claim(forwarded, 'iss')
    return typeof iss === 'string' && resembles(iss, forwarded.request.subject)
  })

/** Addressed to nobody. */
export const isAddressedToNobody = (forwarded: Forwarded): boolean => {
  const aud = claim(forwarded, 'aud') ?? ''
  return aud === '' || (isTexts(aud) && aud.length === 0)
}

/** Names the client in another claim than `aud`. */
export const namesElsewhere = (forwarded: Forwarded): boolean =>
  ['audience', 'azp', 'resource', 'recipient'].some((name) => claim(forwarded, name) === caller(forwarded))

/** Holds the client somewhere in an `aud` that is neither a text nor a list of texts. */
export function holdsSomewhere(forwarded: Forwarded): boolean {
  const aud = claim(forwarded, 'aud')
  const isOdd = typeof aud === 'object' && !(isTexts(aud) && aud.every((each) => typeof each === 'string'))
  return isOdd && JSON.stringify(aud).includes(JSON.stringify(caller(forwarded)))
}

/** The rules about its form. */
export const form = [...formRules, ...uniquenessRules]
/** The rules about its claims, names and audience apart. */
export const claims = [...timeRules, ...jtiRules]
/** The rules about its signature. */
export const signing = [...signatureRules, ...keyRules]
/** The rules about its chain. */
export const path = [...chainRules, ...certificateRules]

/** How the registry is asked about the issuer of a forwarded JWT. */
export const askingRegistry = [...lookupRules, ...partiesTokenRules, ...tokenRecordRules]

/** Some faults ask the registry before it is its turn. */
export function consultingRegistry(forwarded: Forwarded): void {
  forwarded.jwt.consultRegistry = async () => void (await obeying(askingRegistry)(forwarded))
}

/** The key of the registered certificate may have made the signature, whatever chain stands beside it. */
export const verifyingAsRegistered: Change<Forwarded> = instead((forwarded) => {
  consultingRegistry(forwarded)
  return obeying(signing, 'verifies-with-registered-key')(forwarded)
})
