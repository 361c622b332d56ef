import type { FaultName } from '../../harness/faults/faults.js'
import type { CaseId } from '../../requirements/cases/index.js'
import type { RequirementId } from '../../requirements/list.js'
import { evidenceRoles } from '../support/roles.js'
import type { Coverage } from '../support/row.js'

/** A fixture policy whose condition tree the text settles. Whether it holds is computed, not written here. */
export interface TreeRow extends Coverage {
  /** Completes the sentence "decides by …". */
  readonly title: string
  readonly policy: string
}

const row =
  (cases: readonly CaseId[], requirements: readonly RequirementId[]) =>
  (id: string, title: string, ...detects: readonly FaultName[]): TreeRow => ({
    id,
    title,
    policy: id.replace('delegation.', ''),
    cases,
    requirements,
    detects,
    roles: evidenceRoles,
  })

const anyOf = row(['DLG-08'], ['DELEGATION-ANY-OF'])
const allOf = row(['DLG-07'], ['DELEGATION-ALL-OF'])
const nested = row(['DLG-09'], ['DELEGATION-NESTING'])
const handedOut = row(['DLG-01'], ['DELEGATION-CONDITIONS'])

/** `first`, `last` and so on: where the leaf stands that is not as the others. */
export const trees: readonly TreeRow[] = [
  row(['DLG-06'], ['DELEGATION-ANY-OF'])(
    'delegation.any-of-false',
    'anyOf of which no child holds for the ServiceProvider',
    'ignores-conditions',
  ),
  anyOf('delegation.any-of-first-true', 'anyOf of which the first child holds', 'any-of-needs-all'),
  anyOf(
    'delegation.any-of-middle-true',
    'anyOf of which the middle child holds',
    'any-of-needs-all',
    'any-of-reads-first',
  ),
  anyOf('delegation.any-of-last-true', 'anyOf of which the last child holds', 'any-of-needs-all', 'any-of-reads-first'),
  anyOf('delegation.any-of-one', 'anyOf of a single child', 'ignores-conditions'),
  allOf('delegation.all-of-true', 'allOf of which every child holds', 'ignores-conditions'),
  allOf('delegation.all-of-one', 'allOf of a single child', 'ignores-conditions'),
  allOf(
    'delegation.all-of-first-false',
    'allOf of which the first child does not hold',
    'all-of-needs-one',
    'all-of-reads-last',
  ),
  allOf(
    'delegation.all-of-middle-false',
    'allOf of which the middle child does not hold',
    'all-of-needs-one',
    'all-of-reads-first',
    'all-of-reads-last',
  ),
  allOf(
    'delegation.all-of-last-false',
    'allOf of which the last child does not hold',
    'all-of-needs-one',
    'all-of-reads-first',
  ),
  nested('delegation.all-of-any-FT-all-TT', 'allOf over anyOf[F,T] and allOf[T,T]', 'flattens-nesting'),
  nested('delegation.all-of-any-FF-leaf-T', 'allOf over anyOf[F,F] and a leaf that holds', 'all-of-needs-one'),
  nested('delegation.any-of-all-TF-all-FT', 'anyOf over allOf[T,F] and allOf[F,T]', 'flattens-nesting'),
  nested('delegation.all-of-any-FT-any-TF', 'allOf over anyOf[F,T] and anyOf[T,F]', 'flattens-nesting'),
  nested('delegation.all-of-any-TF-any-FF', 'allOf over anyOf[T,F] and anyOf[F,F]', 'flattens-nesting'),
  nested('delegation.any-of-all-TF-all-TT', 'anyOf over allOf[T,F] and allOf[T,T]', 'flattens-nesting'),
  nested('delegation.any-of-all-FF-any-FT', 'anyOf over allOf[F,F] and anyOf[F,T]', 'any-of-reads-first'),
  nested('delegation.any-of-leaf-F-all-TF', 'anyOf over a leaf that does not hold and allOf[T,F]', 'flattens-nesting'),
  nested('delegation.any-of-all-of-any-FT-T-F', 'anyOf over a leaf and allOf over anyOf[F,T]', 'any-of-needs-all'),
  nested('delegation.all-of-any-of-all-TF-F-T', 'allOf over a leaf and anyOf over allOf[T,F]', 'all-of-needs-one'),
  nested('delegation.all-of-any-of-all-TT-F-T', 'allOf over a leaf and anyOf over allOf[T,T]', 'flattens-nesting'),
  nested('delegation.eight-levels-T', 'eight levels of which the lowest leaf holds', 'flattens-nesting'),
  nested(
    'delegation.eight-levels-F',
    'eight levels of which the lowest leaf does not hold',
    'permits-deep-nodes',
    'flattens-nesting',
  ),
  anyOf(
    'delegation.any-of-twenty',
    'anyOf of twenty of which the last holds',
    'reads-few-children',
    'any-of-reads-first',
  ),
  allOf(
    'delegation.all-of-twenty',
    'allOf of twenty of which the last does not hold',
    'reads-few-children',
    'all-of-reads-first',
  ),
  handedOut(
    'delegation.handed-out-true',
    'a condition that the ServiceProvider evaluates and that holds',
    'strips-conditions',
  ),
  handedOut(
    'delegation.handed-out-false',
    'a condition that the ServiceProvider evaluates and that does not hold',
    'strips-conditions',
  ),
  handedOut(
    'delegation.handed-out-nested',
    'nested conditions that the ServiceProvider evaluates',
    'strips-conditions',
  ),
  {
    ...row(['DLG-23'], ['DELEGATION-ALL-OF'])(
      'delegation.contradiction',
      'conditions that contradict each other',
      'all-of-needs-one',
    ),
    level: 'should',
  },
]
