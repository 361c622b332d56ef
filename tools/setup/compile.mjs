// Compiles the sources into dist/, with the data beside them that the compiler leaves alone.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { command } from './command.mjs'
import { SetUpFailed, say } from './say.mjs'

export const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** Every folder and file below a folder. */
const walk = (folder) =>
  readdirSync(folder, { withFileTypes: true }).reduce(
    (found, entry) => {
      const path = join(folder, entry.name)
      return found.concat(entry.isDirectory() ? [path, ...walk(path)] : path)
    },
    [folder],
  )

const foldersOf = (root) =>
  JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).include.filter(
    (name) => existsSync(join(root, name)) && statSync(join(root, name)).isDirectory(),
  )

/** Written when a build is whole. Ours alone: what the compiler keeps there changes with a mere look at the types too. */
export const markOf = (root) => join(root, 'dist', '.built')

/** Whether dist/ is that of the sources. Folders count too: a file that was removed leaves only their time behind. */
export function isCompiled(root) {
  const newest = Math.max(
    changedAt(join(root, 'tsconfig.json')),
    ...foldersOf(root).map((folder) => Math.max(...walk(join(root, folder)).map(changedAt))),
  )
  return changedAt(markOf(root)) > newest && staleData(root).length === 0
}

const compiler = (root) => join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** Compiles what changed; all of it when the last time did not come to an end. Throws when it cannot. */
export async function compile(root) {
  const mark = markOf(root)
  const leave = (time) => {
    writeFileSync(mark, '')
    utimesSync(mark, time, time)
  }
  // Without a mark the last build was cut off, and what the compiler remembers of it may not be there.
  if (!existsSync(mark)) rmSync(join(root, 'dist', '.tsbuildinfo'), { force: true })
  rmSync(mark, { force: true })
  const start = new Date()
  // One thread: more of them save a second where cores are idle, and cost two of processor time.
  const { code, error, output } = await command(process.execPath, [compiler(root), '-p', root, '--singleThreaded'], {
    cwd: root,
  })
  if (code !== 0) {
    if (existsSync(dirname(mark))) leave(new Date(0))
    say(`${output.trimEnd()}${error ? error.message : ''}`)
    throw new SetUpFailed('tsc failed; what it said stands above.', 4)
  }
  removeOrphans(root)
  copyData(root)
  const main = join(root, 'dist', 'harness', 'cli', 'main.js')
  if (existsSync(main)) chmodSync(main, 0o755)
  // The time of the mark says what is compiled, so that a change during the build is taken up next time.
  leave(start)
}

/** Output of sources that are gone; the runner would still find it. */
const removeOrphans = (root) => {
  const dist = join(root, 'dist')
  for (const folder of foldersOf(root).filter((name) => existsSync(join(dist, name)))) {
    for (const path of walk(join(dist, folder)).filter((name) => /\.(js|js\.map|d\.ts)$/.test(name))) {
      const source = join(root, path.slice(dist.length + 1).replace(/\.(js|js\.map|d\.ts)$/, '.ts'))
      if (!existsSync(source)) rmSync(path)
    }
  }
}

const copyOf = (root, path) => join(root, 'dist', path.slice(root.length + 1))

const staleData = (root) =>
  foldersOf(root)
    .flatMap((folder) => walk(join(root, folder)))
    .filter((path) => path.endsWith('.json') && changedAt(copyOf(root, path)) < changedAt(path))

const copyData = (root) => {
  for (const path of staleData(root)) {
    mkdirSync(dirname(copyOf(root, path)), { recursive: true })
    copyFileSync(path, copyOf(root, path))
  }
}
