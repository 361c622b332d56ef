import type { DelegationSettings } from '../contracts/interface.js'
import { isObject, type Json } from '../contracts/json.js'
import { decodeJwt, memberOf } from '../wire/decode.js'
import type { Exchange } from '../wire/types.js'
import { type ConditionNames, conditionsHold } from './conditions.js'
import { type Answer, type ReadResponse, readOutcome } from './outcome.js'

/** What evidence was asked for. */
export interface EvidenceQuestion {
  readonly policyIssuer: string
  readonly accessSubject: string
  readonly resource: {
    readonly type: string
    readonly identifiers: readonly string[]
    /** Absent where it does not matter which. */
    readonly attributes?: readonly string[]
  }
  readonly actions: readonly string[]
  /** Context that the request carried, as its last reader sees it; absent where it carried none. */
  readonly context?: Json
}

/** A member name of the interface text in the spelling of the preset. */
export const spelledIn =
  (memberCase: DelegationSettings['memberCase']) =>
  (name: string): string =>
    memberCase === 'camel' ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Names of a condition tree in the spelling of the preset. */
export const conditionNames = (memberCase: DelegationSettings['memberCase']): ConditionNames => {
  const spell = spelledIn(memberCase)
  return {
    anyOf: spell('anyOf'),
    allOf: spell('allOf'),
    leftOperand: spell('leftOperand'),
    operator: spell('operator'),
    rightOperand: spell('rightOperand'),
  }
}

/** The evidence in the JSON of an answer: plain, or as a claim of a signed token; undefined where there is none. */
export function evidenceIn(json: Json | undefined, settings: DelegationSettings): Json | undefined {
  const token = memberOf(json, settings.tokenField)
  return (
    memberOf(json, settings.evidenceField) ??
    (typeof token === 'string' ? memberOf(decodeJwt(token).payload, settings.evidenceField) : undefined)
  )
}

/**
 * Reads an answer of `POST /delegation`. Granted means permitted: an answer 2xx whose evidence has the effect `Permit`
 * for the asked resource and actions, with conditions that hold in the request's context, and no `Deny` that applies
 * as well. All other complete answers do not permit: a `Deny`, an empty list, 4xx, no evidence (L223–224, ruling 17).
 */
export function readEvidence(exchange: Exchange, settings: DelegationSettings, question: EvidenceQuestion): Answer {
  const isGood = (status: number): boolean => status >= 200 && status < 300
  const answer = readOutcome(exchange, ({ status, json }: ReadResponse) => {
    const evidence = isGood(status) ? evidenceIn(json, settings) : undefined
    return evidence !== undefined && permits(evidence, question, settings.memberCase)
  })
  const { outcome, json } = answer
  if (outcome.kind !== 'refused' || !isGood(outcome.status)) return answer
  const evidence = evidenceIn(json, settings)
  const why = evidence === undefined ? whyNone(json, settings) : objection(evidence, question, settings.memberCase)
  return { ...answer, outcome: { ...outcome, ...(why !== undefined && { why }) } }
}

/** Why there is no evidence in an answer, in words. */
function whyNone(json: Json | undefined, { evidenceField, tokenField }: DelegationSettings): string {
  const token = memberOf(json, tokenField)
  if (typeof token !== 'string')
    return `no ${evidenceField} and no JWT in ${tokenField}, but ${json === undefined ? 'no JSON' : membersOf(json)}`
  return `the JWT in ${tokenField} has no ${evidenceField}, but ${membersOf(decodeJwt(token).payload)}`
}

const membersOf = (json: Json): string =>
  isObject(json) ? shown(`the members ${Object.keys(json).join(', ') || 'of an empty object'}`) : shown(json)

/** Characters of what a target wrote that a sentence shows. */
const shownLength = 80

const shown = (value: Json): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}

/** Whether evidence, in the names of the interface text, says of its policies or of their rules which resources they are about. */
export function saysWhatAbout(evidence: Json | undefined): boolean {
  const policies = items(memberOf(evidence, 'policySets')).flatMap((set) => items(memberOf(set, 'policies')))
  const rules = policies.flatMap((policy) => items(memberOf(policy, 'rules')))
  return [...policies, ...rules].some((one) =>
    Array.isArray(memberOf(memberOf(memberOf(one, 'target'), 'resource'), 'identifiers')),
  )
}

/** Whether evidence permits what was asked. Members that it lacks beside effect and conditions say nothing against it (L188). */
export const permits = (
  evidence: Json,
  question: EvidenceQuestion,
  memberCase: DelegationSettings['memberCase'] = 'camel',
): boolean => objection(evidence, question, memberCase) === undefined

/** What in evidence is no permit for what was asked, in words; nothing where it permits. */
function objection(
  evidence: Json,
  question: EvidenceQuestion,
  memberCase: DelegationSettings['memberCase'],
): string | undefined {
  const spell = spelledIn(memberCase)
  const names = conditionNames(memberCase)
  const at = (value: Json | undefined, ...path: string[]): Json | undefined =>
    path.reduce<Json | undefined>((inner, name) => memberOf(inner, spell(name)), value)
  const covers = (target: Json | undefined): boolean => {
    const type = at(target, 'resource', 'type')
    return (
      (type === undefined || type === null || type === question.resource.type) &&
      includesAll(at(target, 'resource', 'identifiers'), question.resource.identifiers) &&
      includesAll(at(target, 'resource', 'attributes'), question.resource.attributes ?? []) &&
      includesAll(at(target, 'actions'), question.actions)
    )
  }
  const issuer = at(evidence, 'policyIssuer')
  if (!saysNothingElse(issuer, question.policyIssuer)) return `its evidence is issued by ${shown(issuer ?? null)}`
  const subject = at(evidence, 'target', 'accessSubject')
  if (!saysNothingElse(subject, question.accessSubject)) return `its evidence is about ${shown(subject ?? null)}`
  const policies = items(at(evidence, 'policySets')).flatMap((set) => items(at(set, 'policies')))
  if (policies.length === 0) return `its evidence has no policies in ${spell('policySets')}`
  const covering = policies.filter((policy) => covers(at(policy, 'target')))
  if (covering.length === 0)
    return `its evidence is about something else than was asked: ${shown(at(policies[0], 'target') ?? null)}`
  const rules = covering.flatMap((policy) => items(at(policy, 'rules'))).filter((rule) => covers(at(rule, 'target')))
  if (rules.length === 0) return 'its evidence has no rule about what was asked'
  const holding = rules.filter((rule) => {
    const conditions = at(rule, 'conditions')
    // Some serializers write an absent member as null.
    return conditions === undefined || conditions === null || conditionsHold(conditions, question.context, names)
  })
  if (holding.length === 0) return 'the conditions in its evidence do not hold'
  const effects = holding.map((rule) => String(at(rule, 'effect')))
  const denied = effects.find((effect) => effect.toLowerCase() !== 'permit')
  const isDenied = effects.some((effect) => effect.toLowerCase() === 'deny')
  const isPermitted = effects.some((effect) => effect.toLowerCase() === 'permit')
  return isPermitted && !isDenied
    ? undefined
    : `its evidence has the effect ${shown(isDenied ? 'Deny' : (denied ?? ''))}`
}

const items = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const saysNothingElse = (value: Json | undefined, asked: string): boolean =>
  value === undefined || value === null || value === asked

/** Whether a list holds each value that was asked for, or `*`; a list that is not there restricts nothing. */
const includesAll = (list: Json | undefined, asked: readonly string[]): boolean =>
  list === undefined || list === null || items(list).includes('*') || asked.every((one) => items(list).includes(one))
