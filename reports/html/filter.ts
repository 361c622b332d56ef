import { levels } from '../../requirements/types.js'
import type { Unit } from '../units.js'
import { checkWords, verdictOrder } from '../words.js'
import { h, type Markup } from './markup.js'

/** The filter of requirements and checks. Hidden until the script is there to answer it. */
export function filterForm(units: readonly Unit[]): Markup {
  const verdicts = verdictOrder.filter((verdict) =>
    units.some(({ checks, requirements }) => [...checks, ...requirements].some((one) => one.verdict === verdict)),
  )
  return h`<form class="filter" id="filter" aria-label="Filter requirements and checks" hidden>
<fieldset><legend>Verdict</legend>${verdicts.map((verdict) => h`<label class="choice"><input type="checkbox" name="verdict" value="${verdict}">${checkWords[verdict].word}</label>`)}</fieldset>
<label${units.length < 2 && h` hidden`}><span>Role</span><select name="role"><option value="">all</option>${units.map((unit) => h`<option value="${unit.number}">${unit.title}</option>`)}</select></label>
<label><span>Level</span><select name="level"><option value="">all</option>${levels.map((level) => h`<option>${level}</option>`)}</select></label>
<label><span>Text</span><input type="search" name="text" autocomplete="off" placeholder="id, words, clause, case"></label>
<button type="reset">Show all</button>
<output></output></form>
`
}
