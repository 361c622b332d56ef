// Writes a page for each requirement, and an index, into docs/requirements/, which goes into the package and not into the repository.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { requirements } from '../dist/requirements/index.js'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const folder = at('docs/requirements')
const main = at('dist/harness/cli/main.js')

const { checks } = JSON.parse(
  execFileSync(process.execPath, [main, 'list', '--json'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
)

/** Each check once, whatever the roles that it is played at. */
const checksOf = (id) => {
  const own = checks.filter((check) => check.requirements.includes(id))
  return [...new Map(own.map((check) => [check.id, check])).values()]
}

const rolesOf = (binds, side) => [...new Set(binds.filter(({ as }) => as === side).map(({ role }) => role))].join(', ')

const untested = ({ untested: why }) =>
  why === undefined ? 'Its checks belong to requirements that it is part of.' : why.reason

const page = (rule) => {
  const own = checksOf(rule.id)
  const sides = ['receiver', 'sender']
    .map((side) => [side, rolesOf(rule.binds, side)])
    .filter(([, roles]) => roles !== '')
  return [
    `# ${rule.id}`,
    '',
    rule.text,
    '',
    `- Level: ${rule.level}; the text: ${rule.status}`,
    `- Clauses: ${rule.clauses.join(', ')}`,
    ...sides.map(([side, roles]) => `- As ${side}: ${roles}`),
    '',
    '## What to do',
    '',
    rule.remedy,
    '',
    '## Checks',
    '',
    ...(own.length === 0
      ? [untested(rule)]
      : ['| check | what | level | cases |', '|---|---|---|---|', ...own.map(row)]),
    '',
  ].join('\n')
}

const row = ({ id, title, level, cases }) =>
  `| \`${id}\` | ${title.replaceAll('|', '\\|')} | ${level} | ${cases.join(', ')} |`

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const rule of requirements) writeFileSync(`${folder}/${rule.id}.md`, page(rule))
writeFileSync(
  `${folder}/index.md`,
  [
    '# Requirements',
    '',
    '| requirement | level | rule | checks |',
    '|---|---|---|--:|',
    ...requirements.map(
      ({ id, level, text }) =>
        `| [${id}](${id}.md) | ${level} | ${text.replaceAll('|', '\\|')} | ${checksOf(id).length} |`,
    ),
    '',
  ].join('\n'),
)
console.log(`docs/requirements: ${requirements.length} pages written`)
