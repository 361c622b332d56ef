import type { DelegationSettings } from '../contracts/interface.js'
import type { Json } from '../contracts/json.js'
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
export const readEvidence = (exchange: Exchange, settings: DelegationSettings, question: EvidenceQuestion): Answer =>
  readOutcome(exchange, ({ status, json }: ReadResponse) => {
    const evidence = status >= 200 && status < 300 ? evidenceIn(json, settings) : undefined
    return evidence !== undefined && permits(evidence, question, settings.memberCase)
  })

/** Whether evidence permits what was asked. Members that it lacks beside effect and conditions say nothing against it (L188). */
export function permits(
  evidence: Json,
  question: EvidenceQuestion,
  memberCase: DelegationSettings['memberCase'] = 'camel',
): boolean {
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
  const effects = items(at(evidence, 'policySets'))
    .flatMap((set) => items(at(set, 'policies')))
    .filter((policy) => covers(at(policy, 'target')))
    .flatMap((policy) => items(at(policy, 'rules')))
    .filter((rule) => covers(at(rule, 'target')))
    .filter((rule) => {
      const conditions = at(rule, 'conditions')
      // Some serializers write an absent member as null.
      return conditions === undefined || conditions === null || conditionsHold(conditions, question.context, names)
    })
    .map((rule) => String(at(rule, 'effect')).toLowerCase())
  return (
    saysNothingElse(at(evidence, 'policyIssuer'), question.policyIssuer) &&
    saysNothingElse(at(evidence, 'target', 'accessSubject'), question.accessSubject) &&
    effects.includes('permit') &&
    !effects.includes('deny')
  )
}

const items = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : [])

const saysNothingElse = (value: Json | undefined, asked: string): boolean =>
  value === undefined || value === null || value === asked

/** Whether a list holds each value that was asked for, or `*`; a list that is not there restricts nothing. */
const includesAll = (list: Json | undefined, asked: readonly string[]): boolean =>
  list === undefined || list === null || items(list).includes('*') || asked.every((one) => items(list).includes(one))
