import type { Change, Rule } from './rule.js'

/** Other conforming conduct: changes of checks, by the name of the rule that they concern. */
export type RuleChanges<S> = Readonly<Record<string, Change<S>>>

/** The names in a value of `ASSAY_REFERENCE_VARIANT`: separated by commas. */
export const variantNames = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Those of some variants that a value of `ASSAY_REFERENCE_VARIANT` names; what else it names concerns other parts of a reference. */
export const chosenVariants = <V>(variants: Readonly<Record<string, V>>, text: string | undefined): readonly V[] =>
  variantNames(text).flatMap((name) => (Object.hasOwn(variants, name) ? [variants[name] as V] : []))

/** Rules with changes worked in, in their order. */
export const varied = <S>(
  rules: readonly Rule<S>[],
  changes: readonly (RuleChanges<S> | undefined)[],
): readonly Rule<S>[] =>
  rules.map((rule) => ({
    ...rule,
    check: changes.reduce((check, each) => each?.[rule.name]?.(check) ?? check, rule.check),
  }))
