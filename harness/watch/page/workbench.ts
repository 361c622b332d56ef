import { h, type Markup } from '../../../reports/index.js'
import { namedMutations } from '../../../suites/support/named-mutations.js'
import { benchGuises } from '../bench/forms.js'

/** Where one message is made by hand: conforming, or with one change of the suite's tables, in one of its forms. */
export function workbench(): Markup {
  const seen = new Map<string, number>()
  const options = namedMutations.map(({ check, name }) => {
    const number = (seen.get(check) ?? 0) + 1
    seen.set(check, number)
    return h`<option value="${number === 1 ? check : `${check}#${number}`}">${name}</option>`
  })
  return h`<h2 id="bench-title">Workbench</h2>
<form id="bench" aria-labelledby="bench-title"><p class="muted">One token request of a party that nobody has seen yet: as it should be, or with one thing changed. It counts for no check.</p>
<div class="bar-of-buttons"><label><span>Changed</span><input type="search" id="bench-mutation" list="bench-mutations" autocomplete="off" placeholder="nothing"></label><datalist id="bench-mutations">${options}</datalist>
<span><label for="bench-guise"><span>Form</span></label><select id="bench-guise"><option value="">the usual one</option>${benchGuises.map(({ name }) => h`<option>${name}</option>`)}</select></span>
<button type="button" data-act="mint">Mint</button><button type="button" data-act="send">Send</button></div></form>
<p id="bench-says" role="status"></p><iframe id="made" title="The message made by hand" sandbox="" hidden></iframe>`
}

/** In its place where nothing takes a token request. */
export const noWorkbench: Markup = h`<h2>Workbench</h2><p class="muted">A consumer takes no token request: there is nothing to send it by hand.</p>`
