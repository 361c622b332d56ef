import { party } from '../../engine/fault.js'
import { type Asked, type Decided, type EvidenceRequest, rule } from '../request.js'
import { ofSubject } from './selections.js'

/** Each resource with each action. */
const partsOf = ({ resource, actions, ...more }: Asked): readonly Asked[] =>
  resource.identifiers.flatMap((identifier) =>
    actions.map((action) => ({ ...more, resource: { ...resource, identifiers: [identifier] }, actions: [action] })),
  )

/** What several names stand in and no policy names as a whole. */
const splitting =
  (put: (parts: readonly Decided[], whole: Decided) => readonly Decided[]) =>
  (request: EvidenceRequest): boolean => {
    const split = (whole: Decided): readonly Decided[] => {
      const parts = whole.policies.length > 0 ? [] : partsOf(whole.asked)
      if (parts.length < 2) return [whole]
      return put(
        parts.map((asked) => ({ asked, policies: ofSubject(request, asked) })),
        whole,
      )
    }
    request.decided = request.decided.map((set) => set.flatMap(split))
    return true
  }

/** What one part is decided by, for the whole, where policies name each part. */
const byOneOf = (one: (parts: readonly Decided[]) => Decided | undefined) =>
  splitting((parts, { asked }) => {
    const isNamed = parts.every(({ policies }) => policies.length > 0)
    return isNamed ? [{ asked, policies: one(parts)?.policies ?? [] }] : parts
  })

/** What is asked for of several resources or actions at once. */
export const partRules = [
  rule(
    'policy',
    'what no policy names as a whole is decided part by part',
    splitting((parts) => parts),
    {
      'takes-first-decision-for-all': party(
        'decides about several resources or actions of one policy as about the first',
        () => byOneOf(([first]) => first),
      ),
      'takes-last-decision-for-all': party(
        'decides about several resources or actions of one policy as about the last',
        () => byOneOf((parts) => parts.at(-1)),
      ),
    },
  ),
]
