import type { Json } from '../contracts/json.js'
import { type EvidenceContext, evidence, evidenceBody, type ServiceMutation, withRules } from './evidence.js'

/** A condition tree that is written once it is known for whom. */
export interface Tree {
  /** In words, for example `anyOf[T, F]`. */
  readonly label: string
  readonly json: (context: EvidenceContext) => Json
}

/** A leaf on `serviceProvider` (L186). */
const leaf = (label: string, provider: (context: EvidenceContext) => Json): Tree => ({
  label,
  json: (context) => ({ leftOperand: 'serviceProvider', operator: 'equal', rightOperand: provider(context) }),
})

/** Names the ServiceProvider under test, so it holds. */
export const T: Tree = leaf('T', ({ provider }) => provider)
/** Names another ServiceProvider, so it does not hold. */
export const F: Tree = leaf('F', ({ otherProvider }) => otherProvider)
/** Names a ServiceProvider whose identifier begins like that of the one under test; does not hold. */
export const nearly: Tree = leaf("F'", ({ provider }) => `${provider}2`)

const node =
  (kind: 'anyOf' | 'allOf') =>
  (...children: readonly Tree[]): Tree => ({
    label: `${kind}[${children.map(({ label }) => label).join(', ')}]`,
    json: (context) => ({ [kind]: children.map((child) => child.json(context)) }),
  })

/** Holds when one of its nodes does. */
export const anyOf = node('anyOf')
/** Holds when each of its nodes does. */
export const allOf = node('allOf')

/** Anything in the place of a tree. */
export const odd = (label: string, json: (context: EvidenceContext) => Json): Tree => ({ label, json })

/** A leaf with some members changed; `undefined` leaves one out. */
export const oddLeaf = (
  label: string,
  change: (context: EvidenceContext) => { readonly [name: string]: Json | undefined },
): Tree =>
  odd(label, (context) => {
    const members = { ...(T.json(context) as Record<string, Json>), ...change(context) }
    return Object.fromEntries(
      Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined),
    )
  })

/** Evidence whose one Permit has these conditions. */
export const conditions = (tree: Tree): ServiceMutation =>
  evidence(
    tree.label,
    withRules((context) => [{ effect: 'Permit', conditions: tree.json(context) }]),
  )

const placeholder = '\u2039conditions\u203a'

/** The same, with conditions that are written as text, since no serializer goes so deep. */
export const conditionsAsText = (name: string, text: (context: EvidenceContext) => string): ServiceMutation =>
  evidenceBody(name, (own, context) =>
    JSON.stringify({
      delegationEvidence: withRules(() => [{ effect: 'Permit', conditions: placeholder }])(own, context),
    }).replace(JSON.stringify(placeholder), () => text(context)),
  )
