// Writes the table of roles in README.md from `assay list --json`; with `--check` it only says whether the table is up to date.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { roles } from '../dist/requirements/types.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const readme = at('README.md')

const { checks, requirements } = JSON.parse(
  execFileSync(process.execPath, [at('dist/harness/cli/main.js'), 'list', '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }),
)

/** Topics of checks about what a target sends of its own accord; all others are about what it answers. */
const asClient = ({ id }) => /^(client|asking|consumer)\./.test(id)
const count = (list, holds) => list.filter(holds).length

const row = (role) => {
  const own = checks.filter((check) => check.role === role)
  const rules = requirements.filter(({ binds }) => binds.some((binding) => binding.role === role))
  const checked = new Set(own.flatMap((check) => check.requirements))
  const open = rules.filter(({ id }) => !checked.has(id))
  const elsewhere = count(open, ({ reason }) => reason === undefined)
  const clients = count(own, asClient)
  const cells = [role, own.length - clients, clients, rules.length - open.length, elsewhere, open.length - elsewhere]
  return `| ${cells.join(' | ')} |`
}

const table = [
  '| role | checks as server | checks as client | its rules: checked | checked at other roles | not testable |',
  '|---|--:|--:|--:|--:|--:|',
  ...roles.map(row),
].join('\n')

const written = readFileSync(readme, 'utf8')
const place = /(<!-- roles[^>]*-->\n)[\s\S]*?(<!-- \/roles -->)/
const wanted = written.replace(place, (_, before, after) => `${before}${table}\n${after}`)
if (!wanted.includes(table)) throw new Error('README.md has no place for the table: <!-- roles --> … <!-- /roles -->')
if (wanted === written) console.log('README.md is up to date')
else if (process.argv.includes('--check')) {
  console.error('The table of roles in README.md is out of date: run `npm run docs`.')
  process.exitCode = 1
} else {
  writeFileSync(readme, wanted)
  console.log('README.md: table of roles written')
}
