// Writes docs/entrances.md from suites/support/entrances; with `--check` it only says whether the page is up to date.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { entranceRules, places } from '../dist/suites/support/entrances/index.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const page = at('docs/entrances.md')

const { checks } = JSON.parse(
  execFileSync(process.execPath, [at('dist/harness/cli/main.js'), 'list', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }),
)
const columns = Object.entries(places)

/** The checks of a cell that concern a role of its place, with the levels that they have there. */
const checksIn = (cell, { roles }) =>
  (cell.reason === undefined ? cell : []).flatMap((id) => {
    const own = checks.filter((check) => check.id === id && roles.includes(check.role))
    const levels = [...new Set(own.map(({ level }) => level))]
    return own.length > 0 ? [`\`${id}\` (${levels.join(', ')})`] : []
  })

const overview = [
  `| clause | rule | ${columns.map(([, { title }]) => title).join(' | ')} |`,
  `|---|---|${'--:|'.repeat(columns.length)}`,
  ...entranceRules.map(({ clauses, says, at: cells }) => {
    const counts = columns.map(([id, place]) => checksIn(cells[id], place).length || '–')
    return `| ${clauses} | ${says} | ${counts.join(' | ')} |`
  }),
]

const section = ({ clauses, says, at: cells }) => [
  `## ${clauses}: ${says}`,
  '',
  '| received as | checks, or why there is none |',
  '|---|---|',
  ...columns.map(([id, place]) => `| ${place.title} | ${checksIn(cells[id], place).join(', ') || cells[id].reason} |`),
  '',
]

const wanted = [
  '# Every rule at every entrance',
  '',
  'A rule of a signed JWT holds wherever a role receives one. This page says for each rule and place which checks try it, or why none does. It is made from `suites/support/entrances` by `npm run docs`.',
  '',
  '| received as | by | requirements | level of a broken rule |',
  '|---|---|---|---|',
  ...columns.map(
    ([, { title, roles, requirements, level }]) =>
      `| ${title} | ${roles.join(', ')} | ${requirements.join(', ')} | ${level} |`,
  ),
  '',
  'How many checks try each rule; `–` where a reason stands below.',
  '',
  ...overview,
  '',
  ...entranceRules.flatMap(section),
]
  .join('\n')
  .trimEnd()
  .concat('\n')

if (existsSync(page) && readFileSync(page, 'utf8') === wanted) console.log('docs/entrances.md is up to date')
else if (process.argv.includes('--check')) {
  console.error('docs/entrances.md is out of date: run `npm run docs`.')
  process.exitCode = 1
} else {
  writeFileSync(page, wanted)
  console.log('docs/entrances.md written')
}
