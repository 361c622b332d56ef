import type { Json, JsonObject } from '../../../contracts/json.js'
import { party } from '../../engine/fault.js'
import { instead, only, removed, ruleAbout } from '../../engine/rule.js'
import { conditionsHold } from '../conditions.js'
import type { Candidate } from '../request.js'

const rule = ruleAbout<Candidate, 'policy'>()

/** Who evaluates the conditions of a policy that has any (L16). */
const isHandedOut = ({ policy }: Candidate): boolean => policy.evaluatedBy === 'ServiceProvider'

const readContext = (candidate: Candidate, context: JsonObject = {}): true => {
  candidate.context = context
  return true
}

const handOut = (candidate: Candidate, conditions: JsonObject | undefined): true => {
  candidate.handedOut = conditions
  return true
}

function evaluate({ policy, context, request }: Candidate): boolean {
  return conditionsHold(policy.conditions ?? {}, context, request.partRules.conditions)
}

/** Whether some leaf of a tree is about a key. */
const names = (tree: Json, key: string): boolean =>
  JSON.stringify(tree).includes(`"leftOperand":${JSON.stringify(key)}`)

/** When a policy permits what is asked (L16, L185, L186). */
export const candidateRules = [
  rule('policy', 'a policy without conditions needs no context', () => true, {
    'requires-context': party(
      'refuses an unconditional policy when there is no context',
      only(({ policy, asked }) => policy.conditions !== undefined || asked.context !== undefined),
    ),
    'refuses-context': party(
      'permits nothing in a request that has a context',
      only(({ asked }) => asked.context === undefined),
    ),
  }),
  rule('policy', 'the context counts, no matter who supplies it', (each) => readContext(each, each.asked.context), {
    'ignores-consumer-context': party(
      'reads the context only when somebody else than the consumer sends it',
      (right) => (each) => (each.request.caller === each.request.subject ? readContext(each) : right(each)),
    ),
    'takes-first-context-for-all': party(
      'holds all policies of a request against the context of the first',
      instead((each) => readContext(each, each.request.asked[0]?.[0]?.context)),
    ),
  }),
  rule('policy', 'other keys of the context do no harm', () => true, {
    'refuses-extra-context': party(
      'refuses context keys that no condition names',
      only(({ policy: { conditions }, context }) =>
        conditions === undefined ? true : Object.keys(context).every((key) => names(conditions, key)),
      ),
    ),
  }),
  rule(
    'policy',
    'evidence carries the conditions that the ServiceProvider evaluates',
    (each) => handOut(each, isHandedOut(each) ? each.policy.conditions : undefined),
    { 'strips-conditions': party('hands out evidence without the conditions that the service evaluates', removed) },
  ),
  rule(
    'policy',
    'conditions that are not handed out hold',
    (each) => each.policy.conditions === undefined || isHandedOut(each) || evaluate(each),
    {
      'ignores-conditions': party('does not evaluate conditions', removed),
      'holds-no-conditions': party(
        'passes policies with conditions over',
        only(({ policy }) => policy.conditions === undefined),
      ),
    },
  ),
]
