// Writes docs/state.md from `suites/state/cells.ts`; with `--check` it only says whether the page is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cells, kept, shared } from '../dist/suites/state/cells.js'

const page = fileURLToPath(new URL('../docs/state.md', import.meta.url))

const tried = Object.values(cells)
  .flatMap((row) => Object.values(row))
  .filter((cell) => typeof cell !== 'string').length
const all = Object.keys(kept).length * Object.keys(shared).length

const said = (cell) => (typeof cell === 'string' ? cell : cell.map((id) => `\`${id}\``).join(', '))

const wanted = [
  '# What a server remembers',
  '',
  'Servers keep what they found, so as not to find it again, and a key that is too wide lets something in that only shares it with what was sound. Each table is about one thing that is kept. A line says by which checks a wrong message is sent after a sound one that shares this with it, or why it cannot come to that.',
  '',
  `${tried} of ${all} lines have a check. Where the party stays the same and the registry changes its mind, a check is strict, and waits for the cache that the target file declares (\`clock.registryCacheSeconds\`). The page is made from \`suites/state/cells.ts\` by \`npm run docs\`.`,
  '',
  ...Object.entries(kept).flatMap(([name, what]) => [
    `## ${what[0].toUpperCase()}${what.slice(1)}`,
    '',
    '| what is shared | checks, or why there is none |',
    '|---|---|',
    ...Object.entries(shared).map(([key, words]) => `| ${words} | ${said(cells[name][key])} |`),
    '',
  ]),
].join('\n')

if (existsSync(page) && readFileSync(page, 'utf8') === wanted) console.log('docs/state.md is up to date')
else if (process.argv.includes('--check')) {
  console.error('docs/state.md is out of date: run `npm run docs`.')
  process.exitCode = 1
} else {
  writeFileSync(page, wanted)
  console.log(`docs/state.md: ${tried} of ${all} cells have a check`)
}
