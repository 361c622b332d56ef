// Every check of the project; the last line counts them: `N passed, N failed`, and `N skipped` where the machine lacks
// something. Without an argument the static checks and the fast part of the self-test; `--rest` is the rest, `--both`
// all.
import { selfTest } from './check/self-test.mjs'
import { staticChecks } from './check/static.mjs'
import { bringPrograms } from './programs.mjs'

const say = (line) => process.stdout.write(`${line}\n`)
const choices = { '': ['fast'], '--rest': ['rest'], '--both': ['fast', 'rest'] }

const chosen = process.argv.slice(2).join(' ')
const parts = choices[chosen]
if (parts === undefined) {
  say(`There is no check ${chosen}: name none, --rest or --both.`)
  process.exit(3)
}

const total = { passed: 0, failed: 0, skipped: 0 }
const add = (counts) => {
  for (const key of Object.keys(total)) total[key] += counts[key]
}

if (parts.includes('fast')) add(await staticChecks(say))
const without = await bringPrograms(say)
const tests = selfTest(parts, without)
add(tests)
for (const [reason, times] of tests.reasons) say(`${times} skipped: ${reason}`)
if (process.env.CI && without.length > 0) {
  say(`FAILED  in CI nothing may be missing: ${without.join(', ')}`)
  add({ passed: 0, failed: without.length, skipped: 0 })
}
process.exitCode = total.failed === 0 ? 0 : 1
say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`)
