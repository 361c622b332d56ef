import type { Change, Rule } from './rule.js'

/** Other conforming conduct: changes of checks, by the name of the rule that they concern, one of `N`. */
export type RuleChanges<S, N extends string> = { readonly [Name in N]?: Change<S> }

/** The names in a value of `ASSAY_REFERENCE_VARIANT`: separated by commas. */
export const variantNames = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Those of some variants that a value of `ASSAY_REFERENCE_VARIANT` names; what else it names concerns other parts of a reference. */
export const chosenVariants = <V>(variants: Readonly<Record<string, V>>, text: string | undefined): readonly V[] =>
  variantNames(text).flatMap((name) => (Object.hasOwn(variants, name) ? [variants[name] as V] : []))

/** The same where the variants are names alone. */
export function namedVariants<N extends string>(variants: readonly N[], text: string | undefined): ReadonlySet<N> {
  const names = variantNames(text)
  return new Set(variants.filter((name) => names.includes(name)))
}

/** Rules with changes worked in, in their order. */
export const varied = <S, N extends string>(
  rules: readonly Rule<S, N>[],
  changes: readonly (RuleChanges<S, NoInfer<N>> | undefined)[],
): readonly Rule<S, N>[] =>
  rules.map((rule) => ({
    ...rule,
    check: changes.reduce((check, each) => each?.[rule.name]?.(check) ?? check, rule.check),
  }))
