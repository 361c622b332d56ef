import type { LookupForm, Lookups } from '../../harness/check/lookup/types.js'
import type { Fixtures } from '../support/test.js'

/** The setting that says that a form does not exist. */
export const settingOf = ({ answer }: LookupForm): string => `interface.registry.${answer}`

/** Whether the target file leaves room for a form. */
export const isThere = ({ forms }: Lookups, { answer }: LookupForm): boolean =>
  forms.some((form) => form.answer === answer)

/** Ends a check of one form that does not exist by the target file: that it has to is for the check of the form itself. */
export function needsForm({ lookups, judge }: Pick<Fixtures, 'lookups' | 'judge'>, form: LookupForm): void {
  if (!isThere(lookups, form)) judge.notApplicable(`There is no such look-up: ${settingOf(form)} is null.`)
}
