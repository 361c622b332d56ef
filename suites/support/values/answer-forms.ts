import { isOfTokenAnswers } from '../../../harness/guises/concerns.js'
import type { GuiseValue } from '../../../harness/guises/types.js'
import { guiseValues } from '../../../harness/guises/values.js'

const answeredAs = (concerns: (value: GuiseValue) => boolean): readonly GuiseValue[] =>
  guiseValues.filter((value) => value.answered && concerns(value))

/** Forms of an access token, and of what stands beside it (RFC 6749 §1.4, §5.1). */
export const tokenForms = answeredAs(isOfTokenAnswers)

/** Forms in which any answer is transferred (RFC 9110 §5.1, §8.4; RFC 9112 §6, §7.1, §9.6). */
export const transferForms = answeredAs(({ dimension }) => dimension === 'transfer' || dimension === 'header-names')
