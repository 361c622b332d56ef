import type { Json } from '../contracts/json.js'
import { memberOf } from '../wire/decode.js'

/** How the members of a condition tree are spelled. */
export interface ConditionNames {
  readonly anyOf: string
  readonly allOf: string
  readonly leftOperand: string
  readonly operator: string
  readonly rightOperand: string
}

/** As in the interface text (L186). */
const asInText: ConditionNames = {
  anyOf: 'anyOf',
  allOf: 'allOf',
  leftOperand: 'leftOperand',
  operator: 'operator',
  rightOperand: 'rightOperand',
}

/** A node on its way to a value: an inner node starts as it is without children. */
interface Node {
  readonly children: readonly Json[]
  readonly joins: (one: boolean, other: boolean) => boolean
  readonly parent: Node | undefined
  holds: boolean
}

const or = (one: boolean, other: boolean): boolean => one || other
const and = (one: boolean, other: boolean): boolean => one && other

/**
 * Whether a condition tree holds in the context of a request (L185, L186). A node is exactly one of `anyOf`, `allOf`
 * and a leaf; other nodes, operators other than `equal`, and keys that the context lacks do not hold. Trees may be of
 * any depth.
 * @param context `target.context` of the request; absent like an empty one.
 */
export function conditionsHold(tree: Json, context: Json | undefined, names: ConditionNames = asInText): boolean {
  const root = nodeOf(tree, undefined, context, names)
  const nodes = [root]
  // Grows while it is walked: parents stand before their children, so that walked backwards each child is known before its parent.
  for (const node of nodes) for (const child of node.children) nodes.push(nodeOf(child, node, context, names))
  for (const { parent, holds } of nodes.reverse()) if (parent) parent.holds = parent.joins(parent.holds, holds)
  return root.holds
}

function nodeOf(json: Json, parent: Node | undefined, context: Json | undefined, names: ConditionNames): Node {
  const anyOf = memberOf(json, names.anyOf)
  const allOf = memberOf(json, names.allOf)
  const isLeaf = [names.leftOperand, names.operator, names.rightOperand].some(
    (name) => memberOf(json, name) !== undefined,
  )
  const kinds = [anyOf !== undefined, allOf !== undefined, isLeaf].filter((is) => is).length
  const leaf = (holds: boolean): Node => ({ children: [], joins: or, parent, holds })
  if (kinds !== 1 || Array.isArray(json)) return leaf(false)
  if (isLeaf) return leaf(leafHolds(json, context, names))
  const children = anyOf ?? allOf
  if (!Array.isArray(children)) return leaf(false)
  return anyOf === undefined
    ? { children, joins: and, parent, holds: true }
    : { children, joins: or, parent, holds: false }
}

function leafHolds(leaf: Json, context: Json | undefined, names: ConditionNames): boolean {
  const key = memberOf(leaf, names.leftOperand)
  const right = memberOf(leaf, names.rightOperand)
  if (typeof key !== 'string' || memberOf(leaf, names.operator) !== 'equal' || Array.isArray(context)) return false
  const left = memberOf(context, key)
  return left !== undefined && left === right
}
