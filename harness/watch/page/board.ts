import { checkWords } from '../../../reports/index.js'
import { requirements } from '../../../requirements/index.js'
import type { Requirement, Role } from '../../../requirements/types.js'
import { judgeRequirement } from '../../judge/verdict.js'
import { type Desk, isGreen, keyOf, type Laid, nameFor } from '../desk.js'
import type { PageEvent, State } from './events.js'

/** One requirement with its checks, at one role of one target. */
export interface Rule {
  readonly key: string
  readonly target: string
  readonly role: Role
  readonly requirement: Requirement
  readonly checks: readonly Laid[]
}

const open: State = { word: 'Not run', tone: 'none' }

/** How a check stands. */
export const stateOf = ({ result }: Laid): State => (result ? wordsOf(result.verdict) : open)

const wordsOf = (verdict: keyof typeof checkWords): State => {
  const { word, tone } = checkWords[verdict]
  return { word, tone }
}

/** How a requirement stands: as the gravest of its checks. */
export function stateOfRule({ checks }: Pick<Rule, 'checks'>): State {
  const results = checks.flatMap(({ result }) => result ?? [])
  return results.length === 0 ? open : wordsOf(judgeRequirement(results.map(({ verdict }) => verdict)))
}

/** The requirements that the checks of a desk are about, as they stand now, in the order of the list of requirements. */
export function rulesOf(desk: Desk): readonly Rule[] {
  const rules = new Map<string, Rule & { readonly checks: Laid[] }>()
  for (const laid of desk.all()) {
    const { target, role, check } = laid.planned
    for (const id of check.requirements) {
      const requirement = requirements.find((one) => one.id === id)
      if (!requirement) continue
      const key = nameFor(target, role, id)
      const rule = rules.get(key) ?? { key, target, role, requirement, checks: [] }
      rule.checks.push(laid)
      rules.set(key, rule)
    }
  }
  const place = ({ requirement }: Rule): number => requirements.indexOf(requirement)
  return [...rules.values()].sort((one, other) => place(one) - place(other))
}

/** How these checks stand, and the requirements that they are about; all of them without keys. */
export function standing(desk: Desk, keys?: ReadonlySet<string>): Extract<PageEvent, { readonly kind: 'checks' }> {
  const isMeant = ({ planned }: Laid): boolean => keys === undefined || keys.has(keyOf(planned))
  return {
    kind: 'checks',
    checks: desk
      .all()
      .filter(isMeant)
      .map((laid) => ({ key: keyOf(laid.planned), ...stateOf(laid) })),
    rules: rulesOf(desk)
      .filter(({ checks }) => checks.some(isMeant))
      .map((rule) => ({
        key: rule.key,
        ...stateOfRule(rule),
        settled: rule.checks.every(({ result }) => result !== undefined && isGreen(result)),
      })),
  }
}
