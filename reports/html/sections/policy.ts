import type { Policy } from '../../../harness/contracts/results.js'
import { ruleWords } from '../../policy.js'
import { cut } from '../../text.js'
import type { Unit } from '../../units.js'
import type { Anchors } from '../anchors.js'
import { cell, requirementLinks } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { section } from '../navigation.js'

/** What the policy says by which the verdicts stand; nothing where they are the suite's own. */
export function policySection(
  units: readonly Unit[],
  policy: Policy | undefined,
  anchors: Anchors,
): Markup | undefined {
  if (!policy) return undefined
  const { name, digest, strict, requirements } = policy
  const link = (id: string) => {
    const unit = units.find((one) => one.requirement(id) !== undefined)
    return unit ? requirementLinks(unit, [id], anchors) : h`<span class="id">${id}</span>`
  }
  const rows = requirements.map(
    (
      rule,
    ) => h`<tr>${cell('', h`${link(rule.id)}`, 'name')}${cell('Says', ruleWords(rule))}${cell('Why', cut(rule.reason, 600))}</tr>
`,
  )
  return section(
    'policy',
    'Verdicts and gate stand by this policy of an operator; the facts are those of the run.',
    h`<p><b>${cut(name, 200)}</b>, <span class="mono">sha256 ${digest}</span>${strict !== undefined && h`; strict rules ${strict ? 'decide' : 'inform'}`}.</p>
${rows.length > 0 && h`<table class="fold"><thead><tr><th scope="col">Requirement</th><th scope="col">Says</th><th scope="col">Why</th></tr></thead><tbody>${rows}</tbody></table>`}`,
  )
}
