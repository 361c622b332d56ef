// Writes the table of floors in ARCHITECTURE.md from `.dependency-cruiser.cjs`; with `--check` it only says whether the table is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { floors, walls } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const page = fileURLToPath(new URL('../ARCHITECTURE.md', import.meta.url))

const named = (room) => (room.endsWith('.ts') ? `\`${room}\`` : `\`${room}/\``)
const list = (rooms) => rooms.map(named).join(', ')

const table = [
  `Floors, the lowest first: ${floors.map(list).join(' → ')}.`,
  '',
  '| room | imports only |',
  '|---|---|',
  ...Object.entries(walls).map(([room, allowed]) => `| ${named(room)} | ${list(allowed)} |`),
  '',
].join('\n')

const written = readFileSync(page, 'utf8')
const wanted = written.replace(/^Floors, the lowest first: .*\n\n(?:\|.*\n)+/m, () => table)
if (!wanted.includes(table))
  throw new Error('ARCHITECTURE.md has no place for the table: “Floors, the lowest first: …”')
if (wanted === written) console.log('ARCHITECTURE.md is up to date')
else if (process.argv.includes('--check')) {
  console.error('The table of floors in ARCHITECTURE.md is out of date: run `npm run docs`.')
  process.exitCode = 1
} else {
  writeFileSync(page, wanted)
  console.log('ARCHITECTURE.md: table of floors written')
}
