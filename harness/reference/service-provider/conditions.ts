import type { Json } from '../../contracts/json.js'
import { fitsWildcard } from '../delegation/conditions.js'
import { isListed, spelledAlike } from '../encoding/slips.js'
import { party } from '../engine/fault.js'
import { ruleAbout } from '../engine/rule.js'

/** Joins what the children of a node are. */
type Join = (values: readonly boolean[]) => boolean

/** What a condition tree means (L186); the rules fill it in. */
export interface Semantics {
  anyOf: Join
  allOf: Join
  /** Whether nodes below the first are joined by themselves. */
  nests: boolean
  /** How many nodes of a list are read. */
  nodes: number
  /** Whether nodes of a list count that cannot be understood; only a fault leaves them out. */
  countsUnread: boolean
  /** How many levels are read. */
  levels: number
  /** What a node is that lies deeper than that. */
  below: boolean
  /** What a leaf with another operator than `equal` is. */
  unknownOperator: boolean
  /** Whether an operator that holds the word is taken for `equal`, which only a fault sees to. */
  findsOperator?: boolean
  /** What something is that is no node. */
  malformed: boolean
  operand: (context: Context, name: string) => Json | undefined
  equal: (left: Json, right: Json) => boolean
}

type Context = { readonly [key: string]: Json }
type Members = { readonly [name: string]: Json }

const rule = ruleAbout<Semantics, 'conditions'>()
const set = (semantics: Semantics, part: Partial<Semantics>): boolean => Object.assign(semantics, part) === semantics
const part = (its: Partial<Semantics>) => () => (semantics: Semantics) => set(semantics, its)

const some: Join = (values) => values.includes(true)
const every: Join = (values) => values.length > 0 && !values.includes(false)
const first: Join = (values) => values[0] === true
const folded = (value: Json): Json => (typeof value === 'string' ? value.trim().toLowerCase() : value)

/** Values are equal where they are texts that are so to each other: that of the context, and that of the condition. */
const whereTexts = (are: (left: string, right: string) => boolean) =>
  part({ equal: (left, right) => typeof left === 'string' && typeof right === 'string' && are(left, right) })

/** What holds for condition trees. */
export const conditionRules = [
  rule('conditions', 'anyOf holds when one of its nodes holds', (semantics) => set(semantics, { anyOf: some }), {
    'any-of-needs-all-at-service': party('wants every child of anyOf to hold', part({ anyOf: every })),
    'any-of-reads-first-at-service': party('reads the first child of anyOf only', part({ anyOf: first })),
  }),
  rule('conditions', 'allOf holds when each of its nodes holds', (semantics) => set(semantics, { allOf: every }), {
    'all-of-needs-one-at-service': party('wants any child of allOf to hold', part({ allOf: some })),
    'all-of-reads-first-at-service': party('reads the first child of allOf only', part({ allOf: first })),
    'all-of-reads-last-at-service': party(
      'reads the last child of allOf only',
      part({ allOf: (values) => values.at(-1) === true }),
    ),
  }),
  rule('conditions', 'nodes nest', (semantics) => set(semantics, { nests: true }), {
    'flattens-nesting-at-service': party('joins all leaves by the outermost node', part({ nests: false })),
  }),
  rule(
    'conditions',
    'each node of a list counts',
    (semantics) => set(semantics, { nodes: Infinity, countsUnread: true }),
    {
      'reads-few-nodes-at-service': party(
        'reads the first eight nodes of a list only',
        part({ nodes: 8, countsUnread: true }),
      ),
      'leaves-out-unread-nodes-at-service': party(
        'leaves nodes of a list out that it does not understand',
        part({ nodes: Infinity, countsUnread: false }),
      ),
    },
  ),
  rule(
    'conditions',
    'what lies deeper than 500 levels is not met',
    (semantics) => set(semantics, { levels: 500, below: false }),
    {
      'permits-deep-nodes-at-service': party(
        'takes a condition deeper than four levels as satisfied',
        part({ levels: 4, below: true }),
      ),
    },
  ),
  rule(
    'conditions',
    'an operator that is not known is not met',
    (semantics) => set(semantics, { unknownOperator: false }),
    {
      'permits-unknown-operator-at-service': party(
        'takes an unknown operator as satisfied',
        part({ unknownOperator: true }),
      ),
      'finds-operator-within-at-service': party(
        'takes an operator that holds the word equal for it',
        part({ findsOperator: true }),
      ),
    },
  ),
  rule('conditions', 'what is no node is not met', (semantics) => set(semantics, { malformed: false }), {
    'permits-malformed-node-at-service': party('takes a malformed condition as satisfied', part({ malformed: true })),
  }),
  rule(
    'conditions',
    'the left operand names a key of the context',
    (semantics) =>
      set(semantics, { operand: (context, name) => (Object.hasOwn(context, name) ? context[name] : undefined) }),
    {
      'ignores-operand-at-service': party(
        'reads every leftOperand as serviceProvider',
        part({ operand: ({ serviceProvider }) => serviceProvider }),
      ),
    },
  ),
  rule(
    'conditions',
    'equal values are of one type and one spelling',
    (semantics) => set(semantics, { equal: (left, right) => left === right }),
    {
      'folds-values-at-service': party(
        'trims values and ignores their letter case',
        part({ equal: (left, right) => folded(left) === folded(right) }),
      ),
      'ignores-letter-case-at-service': party(
        'ignores the letter case of values',
        whereTexts((left, right) => left.toLowerCase() === right.toLowerCase()),
      ),
      'spells-values-alike-at-service': party(
        'decodes, folds and trims values before it compares them',
        whereTexts(spelledAlike),
      ),
      'takes-value-for-list-at-service': party(
        'takes the value that a condition names for a list',
        whereTexts((left, right) => isListed(right, left)),
      ),
      'takes-longer-value-at-service': party(
        'takes its identifier where it begins with the one that a condition names',
        whereTexts((left, right) => left.startsWith(right)),
      ),
      'takes-shorter-value-at-service': party(
        'takes its identifier where the one that a condition names begins with it',
        whereTexts((left, right) => right.startsWith(left)),
      ),
      'compares-ends-at-service': party(
        'takes a condition that names the end of its identifier, or one that ends with it',
        whereTexts((left, right) => left.endsWith(right) || right.endsWith(left)),
      ),
      'takes-value-for-pattern-at-service': party(
        'takes the value that a condition names for a pattern',
        whereTexts((left, right) => fitsWildcard(right, left)),
      ),
      'finds-value-within-at-service': party(
        'takes a condition that names a part of its identifier, or one that holds it',
        whereTexts((left, right) => left.includes(right) || right.includes(left)),
      ),
      'loose-equality-at-service': party(
        'compares values of different JSON types',
        part({ equal: (left, right) => String(left) === String(right) }),
      ),
    },
  ),
]

/** Whether conditions hold in a context. */
export const holds = (tree: Json, context: Context, semantics: Semantics, level = 0): boolean => {
  if (level >= semantics.levels) return semantics.below
  const kind = kindOf(tree)
  if (kind === undefined) return semantics.malformed
  if (kind === 'leaf') return leafHolds(tree as Members, context, semantics)
  const children = (tree as { readonly [name: string]: readonly Json[] })[kind] ?? []
  const nodes = semantics.nests ? children : children.flatMap(leavesOf)
  const counting = semantics.countsUnread ? nodes : nodes.filter((node) => isUnderstood(node, context))
  return semantics[kind](counting.slice(0, semantics.nodes).map((node) => holds(node, context, semantics, level + 1)))
}

function kindOf(node: Json): 'anyOf' | 'allOf' | 'leaf' | undefined {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return undefined
  const members = node as Members
  const isLeaf = ['leftOperand', 'operator', 'rightOperand'].some((name) => Object.hasOwn(members, name))
  const lists = (['anyOf', 'allOf'] as const).filter((name) => Object.hasOwn(members, name))
  if (lists.length + (isLeaf ? 1 : 0) !== 1) return undefined
  const [list] = lists
  if (list === undefined) return 'leaf'
  return Array.isArray(members[list]) ? list : undefined
}

function leafHolds(leaf: Members, context: Context, semantics: Semantics): boolean {
  const { leftOperand, operator, rightOperand } = leaf
  if (typeof leftOperand !== 'string' || typeof operator !== 'string' || rightOperand === undefined)
    return semantics.malformed
  const isEqual = operator === 'equal' || (semantics.findsOperator && /equal/i.test(String(operator)))
  if (!isEqual) return semantics.unknownOperator
  const left = semantics.operand(context, leftOperand)
  return left !== undefined && semantics.equal(left, rightOperand)
}

/** Whether a node is a list, or a leaf of known members; read by a fault alone. */
function isUnderstood(node: Json, context: Context): boolean {
  const kind = kindOf(node)
  if (kind !== 'leaf') return kind !== undefined
  const { leftOperand, operator, rightOperand } = node as Members
  return operator === 'equal' && rightOperand !== undefined && Object.hasOwn(context, String(leftOperand))
}

/** The leaves of a tree, whatever joins them. */
function leavesOf(node: Json): readonly Json[] {
  const kind = kindOf(node)
  if (kind !== 'anyOf' && kind !== 'allOf') return [node]
  return ((node as { readonly [name: string]: readonly Json[] })[kind] ?? []).flatMap(leavesOf)
}
