import { document, h, type Markup, partOf } from '../../../reports/index.js'
import { type Desk, keyOf } from '../desk.js'
import { type Rule, rulesOf, stateOf, stateOfRule } from './board.js'
import type { State } from './events.js'
import { script } from './script.js'
import { style } from './style.js'
import { noWorkbench, workbench } from './workbench.js'

/** The page of a watch: every requirement with its checks, and a place beside them for what is opened. */
export function listPage(desk: Desk, title: string, hasBench: boolean): string {
  const rules = rulesOf(desk)
  const several = new Set(rules.map(({ target, role }) => JSON.stringify([target, role]))).size > 1
  return document({
    title: `Assay watches ${title}`,
    script,
    style,
    policy: ["connect-src 'self'", "frame-src 'self'"],
    body: [
      h`<a class="skip" href="#list">Skip to the requirements</a><main class="desk">
<header><h1>${title}</h1>
<p id="now" role="status"></p>
<div class="bar-of-buttons"><button type="button" data-run="failing">Run what is not green</button><button type="button" data-run="all">Run everything</button>
<label><span>Find</span><input type="search" id="find" autocomplete="off" placeholder="id or words"></label>
<label class="choice"><input type="checkbox" id="open-only" checked>only what is not green</label></div></header>
<section id="list" class="list" aria-labelledby="list-title" tabindex="-1"><h2 id="list-title">Requirements <output id="count"></output></h2>
${parts(rules).map(
  ([part, own]) => h`<div data-part><h3>${part}</h3>${own.map((rule) => ruleDetails(rule, several))}</div>
`,
)}</section>
<section id="opened" class="opened" aria-labelledby="opened-title" tabindex="-1"><h2 id="opened-title">Check</h2>
<p id="opened-none" class="muted">Choose a check in the list: here stands what it sent, what came, and what to do.</p>
<div id="opened-one" hidden><div class="bar-of-buttons"><button type="button" data-run="check">Replay this check</button><button type="button" data-run="topic">Run its topic</button>${hasBench && h`<button type="button" data-bench>Its message to the workbench</button>`}<a href="#list" class="to-list">To the list</a></div>
<iframe id="frame" title="The check that is opened" sandbox=""></iframe></div>
<h2 id="calls-title">What the target asks of the lab</h2>
<div class="scroll" role="region" aria-labelledby="calls-title" tabindex="0"><table><thead><tr><th scope="col">Time</th><th scope="col">Who</th><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">What</th></tr></thead><tbody id="calls"></tbody></table></div>
<p id="calls-none" class="muted">Nothing so far.</p>
${hasBench ? workbench() : noWorkbench}
<div id="jwt" role="region" aria-labelledby="jwt-title" hidden><h3 id="jwt-title">The JWT, decoded</h3><button type="button" id="jwt-close">Close</button><pre id="jwt-text" tabindex="0"></pre></div></section>
</main>`,
    ],
  })
}

/** In the order of the interface text. */
function parts(rules: readonly Rule[]): readonly (readonly [string, readonly Rule[]])[] {
  const found = new Map<string, Rule[]>()
  for (const rule of rules) {
    const { id, level, text, clauses, remedy } = rule.requirement
    const part = partOf({ ...rule, id, level, text, clauses, remedy, verdict: 'pass', checks: [] })
    found.set(part, [...(found.get(part) ?? []), rule])
  }
  return [...found]
}

const pill = ({ word, tone }: State): Markup => h`<span class="verdict v-${tone}" data-state>${word}</span>`

const ruleDetails = (rule: Rule, several: boolean): Markup => {
  const { key, target, role, requirement, checks } = rule
  const state = stateOfRule(rule)
  return h`<details class="rule" data-rule="${key}"><summary>${pill(state)}<span class="title">${requirement.text} <span class="id muted">${requirement.id} · ${requirement.level}${several && ` · ${target}, ${role}`}</span></span></summary><div><p class="remedy">${requirement.remedy}</p>
<ul>${checks.map(
    (
      laid,
    ) => h`<li data-check="${keyOf(laid.planned)}">${pill(stateOf(laid))}<button type="button" class="open" data-open="${laid.planned.check.id}">${laid.planned.check.title} <span class="id muted">${laid.planned.check.id} · ${laid.planned.check.level}</span></button></li>
`,
  )}</ul></div></details>
`
}
