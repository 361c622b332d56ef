import { isObject, type Json, type JsonObject } from '../../contracts/json.js'
import { isListed, spelledAlike } from '../encoding/slips.js'
import { party } from '../engine/fault.js'
import { type Change, type Rulebook, removed, ruleAbout, unless } from '../engine/rule.js'

/** A node of a condition tree (L186) while it is judged; its children are judged before it. */
export interface Node {
  readonly kind: 'any of' | 'all of' | 'leaf' | 'malformed'
  readonly value: JsonObject
  readonly context: JsonObject
  /** How many nodes lie above it. */
  readonly level: number
  readonly children: Node[]
  /** What this node joins: whether each child holds. */
  results: readonly boolean[]
  /** Nothing more is asked of this leaf. */
  settled: boolean
  holds: boolean
}

function nodeOf(json: Json, context: JsonObject, level = 0): Node {
  const value = isObject(json) ? json : {}
  return { kind: kindOf(value), value, context, level, children: [], results: [], settled: false, holds: false }
}

/** A node is one of three things; what is none of them, or two, is malformed. */
function kindOf(value: JsonObject): Node['kind'] {
  const names = Object.keys(value).sort().join()
  if (names === 'anyOf' && Array.isArray(value.anyOf)) return 'any of'
  if (names === 'allOf' && Array.isArray(value.allOf)) return 'all of'
  const isLeaf = names === 'leftOperand,operator,rightOperand' && typeof value.leftOperand === 'string'
  return isLeaf && typeof value.operator === 'string' ? 'leaf' : 'malformed'
}

const childrenOf = ({ kind, value }: Node): readonly Json[] => {
  if (kind === 'any of') return value.anyOf as readonly Json[]
  return kind === 'all of' ? (value.allOf as readonly Json[]) : []
}

/** Whether a condition tree holds in a context. Neither depth nor width of the tree matters to the stack. */
export function conditionsHold(tree: Json, context: JsonObject, book: Rulebook<Node>): boolean {
  const root = nodeOf(tree, context)
  const nodes = [root]
  for (const node of nodes)
    for (const child of childrenOf(node)) {
      const below = nodeOf(child, context, node.level + 1)
      node.children.push(below)
      nodes.push(below)
    }
  for (const node of nodes.reverse()) node.holds = book.every(({ check }) => check(node) === true)
  return root.holds
}

const leftOperand = ({ value }: Node): string => value.leftOperand as string
const given = (node: Node): Json | undefined => node.context[leftOperand(node)]
const isIn = (node: Node): boolean => Object.hasOwn(node.context, leftOperand(node))

/** Whether a node is a list, or a leaf of a known operator and a key that is there; read by a fault alone. */
const isUnderstood = (node: Node): boolean =>
  node.kind === 'leaf' ? node.value.operator === 'equal' && isIn(node) : node.kind !== 'malformed'

/** Leaves are judged by a rule, unless an earlier one settled them; other nodes pass. */
const leaf =
  (holds: (node: Node) => boolean) =>
  (node: Node): boolean =>
    node.kind !== 'leaf' || node.settled || holds(node)

const settle = (node: Node): true => {
  node.settled = true
  return true
}

/** A leaf of which `holds` is true counts as satisfied. */
const satisfiedWhere = (holds: (node: Node) => boolean): Change<Node> =>
  unless((node) => node.kind === 'leaf' && !node.settled && holds(node) && settle(node))

const joins =
  (kind: Node['kind'], join: (results: readonly boolean[]) => boolean) =>
  (node: Node): boolean =>
    node.kind !== kind || join(node.results)

const first = (results: readonly boolean[]): boolean => results[0] === true
const last = (results: readonly boolean[]): boolean => results.at(-1) === true
const any = (results: readonly boolean[]): boolean => results.includes(true)
const every = (results: readonly boolean[]): boolean => results.length > 0 && !results.includes(false)

const join = (node: Node, results: readonly boolean[]): true => {
  node.results = results
  return true
}

const leavesBelow = (node: Node): readonly boolean[] =>
  node.children.length === 0 ? [node.holds] : node.children.flatMap(leavesBelow)

/** A text without white space around it, in small letters; read by faults alone. */
export const folded = (value: Json | undefined): string => String(value).trim().toLowerCase()

/** As `==` has it, more or less: by text or by number. */
const equalsLoosely = (left: Json | undefined, right: Json | undefined): boolean =>
  String(left) === String(right) || Number(left) === Number(right)

/** A leaf counts as satisfied where both of its values are texts that are so to each other. */
const satisfiedByTexts = (are: (given: string, demanded: string) => boolean): Change<Node> =>
  satisfiedWhere((node) => {
    const [value, demanded] = [given(node), node.value.rightOperand]
    return typeof value === 'string' && typeof demanded === 'string' && are(value, demanded)
  })

/** Whether a text fits a pattern with one place that stands for anything; read by faults alone. */
export const fitsWildcard = (pattern: string, text: string): boolean => {
  const [beginning = '', end] = pattern.split(/\.?[*%]/)
  return end !== undefined && text.startsWith(beginning) && text.endsWith(end)
}

const rule = ruleAbout<Node, 'conditions'>()

/** What a condition tree says (L186). A node that cannot be understood does not hold. */
export const conditionRules = [
  rule('conditions', 'a node is anyOf, allOf or a leaf', ({ kind }) => kind !== 'malformed', {
    'permits-malformed-node': party('takes a malformed condition as satisfied', removed),
  }),
  rule(
    'conditions',
    'a node joins its own children',
    (node) =>
      join(
        node,
        node.children.map(({ holds }) => holds),
      ),
    {
      'flattens-nesting': party(
        'joins all leaves by the outermost node',
        () => (node) => join(node, node.children.flatMap(leavesBelow)),
      ),
      'reads-few-children': party(
        'reads the first eight children of a condition only',
        () => (node) =>
          join(
            node,
            node.children.slice(0, 8).map(({ holds }) => holds),
          ),
      ),
      'leaves-out-unread-nodes': party(
        'leaves nodes of a list out that it does not understand',
        () => (node) =>
          join(
            node,
            node.children.filter(isUnderstood).map(({ holds }) => holds),
          ),
      ),
      'permits-deep-nodes': party(
        'takes a condition deeper than four levels as satisfied',
        () => (node) =>
          join(
            node,
            node.children.map(({ level, holds }) => level >= 4 || holds),
          ),
      ),
    },
  ),
  rule('conditions', 'some child of anyOf holds', joins('any of', any), {
    'any-of-needs-all': party('wants every child of anyOf to hold', () => joins('any of', every)),
    'any-of-reads-first': party('reads the first child of anyOf only', () => joins('any of', first)),
    'permits-empty-any-of': party(
      'takes an empty anyOf as satisfied',
      unless(({ kind, children }) => kind === 'any of' && children.length === 0),
    ),
  }),
  rule('conditions', 'every child of allOf holds', joins('all of', every), {
    'all-of-needs-one': party('wants any child of allOf to hold', () => joins('all of', any)),
    'all-of-reads-first': party('reads the first child of allOf only', () => joins('all of', first)),
    'all-of-reads-last': party('reads the last child of allOf only', () => joins('all of', last)),
  }),
  rule(
    'conditions',
    'the operator is known',
    leaf(({ value }) => value.operator === 'equal'),
    {
      'permits-unknown-operator': party(
        'takes a condition with an unknown operator as satisfied',
        satisfiedWhere(({ value }) => value.operator !== 'equal'),
      ),
      'compares-beginning-of-operator': party(
        'takes an operator with which equal begins, or that begins with it',
        satisfiedWhere(
          ({ value: { operator } }) =>
            typeof operator === 'string' &&
            operator !== 'equal' &&
            (operator.startsWith('equal') || 'equal'.startsWith(operator)),
        ),
      ),
    },
  ),
  rule('conditions', 'the context has the key', leaf(isIn), {
    'assumes-context': party(
      'takes a condition as satisfied when the context lacks its key',
      satisfiedWhere((node) => leftOperand(node) === 'serviceProvider' && !isIn(node)),
    ),
    'permits-unknown-operand': party(
      'takes a condition on an operand that it does not know as satisfied',
      satisfiedWhere((node) => leftOperand(node) !== 'serviceProvider' && !isIn(node)),
    ),
    'takes-any-context-key': party(
      'looks for the value under any key of the context',
      satisfiedWhere(({ context, value }) => Object.values(context).includes(value.rightOperand as Json)),
    ),
    'folds-context-keys': party(
      'trims the keys of the context and ignores their letter case',
      satisfiedWhere((node) =>
        Object.entries(node.context).some(
          ([key, value]) => folded(key) === folded(leftOperand(node)) && value === node.value.rightOperand,
        ),
      ),
    ),
    'takes-longer-context-key': party(
      'finds a key of the context that begins as the demanded one does',
      satisfiedWhere((node) =>
        Object.entries(node.context).some(
          ([key, value]) =>
            key !== leftOperand(node) && key.startsWith(leftOperand(node)) && value === node.value.rightOperand,
        ),
      ),
    ),
    'finds-inherited-keys': party(
      'finds keys in the prototype of the context',
      satisfiedWhere((node) => !isIn(node) && leftOperand(node) in node.context),
    ),
  }),
  rule(
    'conditions',
    'the value of the context is the one that the condition names',
    leaf((node) => given(node) === node.value.rightOperand),
    {
      'ignores-context-value': party('asks only whether the context has the key', removed),
      'folds-context': party(
        'trims the values of the context and ignores their letter case',
        satisfiedWhere(
          (node) => typeof given(node) === 'string' && folded(given(node)) === folded(node.value.rightOperand),
        ),
      ),
      'ignores-letter-case-of-context': party(
        'ignores the letter case of the values of the context',
        satisfiedByTexts((one, other) => one.toLowerCase() === other.toLowerCase()),
      ),
      'spells-context-alike': party(
        'decodes, folds and trims the values of the context before it compares them',
        satisfiedByTexts(spelledAlike),
      ),
      'takes-context-for-list': party('takes a value of the context for a list', satisfiedByTexts(isListed)),
      'takes-longer-context': party(
        'takes a value of the context that begins with the demanded one',
        satisfiedByTexts((one, demanded) => one.startsWith(demanded)),
      ),
      'takes-shorter-context': party(
        'takes a value of the context with which the demanded one begins',
        satisfiedByTexts((one, demanded) => demanded.startsWith(one)),
      ),
      'compares-ends-of-context': party(
        'takes a value of the context that ends as the demanded one does',
        satisfiedByTexts((one, other) => one.endsWith(other) || other.endsWith(one)),
      ),
      'takes-context-for-pattern': party(
        'takes a value of the context for a pattern that the demanded one fits',
        satisfiedByTexts(fitsWildcard),
      ),
      'finds-context-within': party(
        'takes a value of the context that holds the demanded one or stands in it',
        satisfiedByTexts((one, other) => one.includes(other) || other.includes(one)),
      ),
      'loose-equality': party(
        'compares values of different JSON types',
        satisfiedWhere((node) => equalsLoosely(given(node), node.value.rightOperand)),
      ),
    },
  ),
]
