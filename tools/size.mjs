// Lines of source in git per folder; with `--functions` the functions that are too long, and exit code 1 where there is one.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { linesIn, longFunctions } from './size/long-functions.mjs'

/** Folders that are counted by their second level. */
const deep = ['harness']

const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { encoding: 'utf8' }).split('\n').filter(Boolean)

const folderOf = (path) => {
  const parts = path.split('/').slice(0, -1)
  return parts.slice(0, deep.includes(parts[0]) ? 2 : 1).join('/') || '.'
}

function sayLines() {
  const lines = new Map()
  const add = (folder, count) => lines.set(folder, (lines.get(folder) ?? 0) + count)
  for (const path of files) {
    const count = linesIn(readFileSync(path, 'utf8'))
    for (const folder of new Set([folderOf(path), path.split('/')[0].replace(/^.*\..*$/, '.'), 'all']))
      add(folder, count)
  }
  const rows = [...lines].filter(([folder]) => folder !== 'all').sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [folder, count] of [...rows, ['all', lines.get('all')]])
    console.log(`${String(count).padStart(7)}  ${folder}`)
}

/** Folders whose functions are read by those who use them; a group of tests is one function. */
const product = /^(requirements|ca|harness|suites|reports|tools|bench)\//
/** Longer for now: the first has to hold all that it needs, since a page runs it by its source. */
const known = ['enhance', 'watchTraffic', 'plainVisit']

if (process.argv.includes('--functions')) {
  const long = longFunctions(files.filter((path) => product.test(path))).filter(({ name }) => !known.includes(name))
  for (const { place, name, lines } of long) console.log(`${place}: ${name} has ${lines} lines`)
  process.exitCode = long.length === 0 ? 0 : 1
} else sayLines()
