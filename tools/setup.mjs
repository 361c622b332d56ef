// Makes a fresh clone ready: packages, compiled code, data. Run by npm's `pre` scripts; prints only when it does something.
// Plain JavaScript without dependencies, in a syntax that old versions of Node read too, so that they can be told what is missing.
import { spawnSync } from 'node:child_process'
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
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)
const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : 0)
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))

const fail = (sentence) => {
  console.error(sentence)
  process.exit(3)
}

const requireNode = () => {
  const [major, minor, patch] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1))))
    fail(`Assay needs Node 20.18.1 or newer; this is Node ${process.versions.node}.`)
}

const run = (what, command, args) => {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) console.error(`${what} failed${error ? `: ${error.message}` : ''}; what it said stands above.`)
  return status === 0
}

/** Whether a package of the lock is there in its version; those for other platforms need not be. */
const isInstalled = (wanted, found) =>
  found === undefined ? wanted.optional === true : found.version === wanted.version

const install = () => {
  const lock = at('package-lock.json')
  const installed = at('node_modules', '.package-lock.json')
  if (changedAt(installed) >= changedAt(lock) && existsSync(installed)) return
  if (existsSync(installed)) {
    const { packages } = readJson(installed)
    const wanted = Object.entries(readJson(lock).packages).filter(([path]) => path !== '')
    if (wanted.every(([path, one]) => isInstalled(one, packages[path])))
      return utimesSync(installed, new Date(), new Date())
  }
  console.log('Installing packages (npm ci) …')
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund']
  const done = npm ? run('npm ci', process.execPath, [npm, ...args]) : run('npm ci', 'npm', args)
  if (!done) process.exit(3)
}

/** Every folder and file below a folder. */
const walk = (folder) =>
  readdirSync(folder, { withFileTypes: true }).reduce(
    (found, entry) => {
      const path = join(folder, entry.name)
      return found.concat(entry.isDirectory() ? [path, ...walk(path)] : path)
    },
    [folder],
  )

/** Ours alone: what `tsc` keeps there changes with a mere look at the types too. */
const buildMark = at('dist', '.built')

const compile = (folders) => {
  // Folders count too: a file that was removed leaves only their time behind.
  const newest = Math.max(
    changedAt(at('tsconfig.json')),
    ...folders.map((folder) => Math.max(...walk(at(folder)).map(changedAt))),
  )
  if (changedAt(buildMark) > newest) return
  console.log('Compiling …')
  const start = new Date()
  const done = run('tsc', process.execPath, [at('node_modules', 'typescript', 'bin', 'tsc'), '-p', root])
  // The time of the mark says what is compiled, so that a change during the build, or a build that failed, is taken up next time.
  if (!done) process.exit(4)
  writeFileSync(buildMark, '')
  utimesSync(buildMark, start, start)
  removeOrphans(folders)
  if (existsSync(at('dist', 'harness', 'cli', 'main.js'))) chmodSync(at('dist', 'harness', 'cli', 'main.js'), 0o755)
}

/** Output of sources that are gone; the runner would still find it. */
const removeOrphans = (folders) => {
  for (const folder of folders.filter((name) => existsSync(at('dist', name)))) {
    for (const path of walk(at('dist', folder)).filter((name) => /\.(js|js\.map|d\.ts)$/.test(name))) {
      const source = at(path.slice(at('dist').length + 1).replace(/\.(js|js\.map|d\.ts)$/, '.ts'))
      if (!existsSync(source)) rmSync(path)
    }
  }
}

/** Data that the compiled code reads and the compiler leaves alone. */
const copyData = (folders) => {
  for (const path of folders.flatMap((folder) => walk(at(folder))).filter((name) => name.endsWith('.json'))) {
    const copy = at('dist', path.slice(root.length + 1))
    if (changedAt(copy) >= changedAt(path)) continue
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(path, copy)
  }
}

const isOnPath = (names) =>
  (process.env.PATH || '').split(delimiter).some((folder) => names.some((name) => existsSync(join(folder, name))))

/** Programs that only the self-test needs, so that only it names them. */
const nameMissingPrograms = () => {
  if (!/^(setup|pretest|precheck)$/.test(process.env.npm_lifecycle_event || 'setup')) return
  if (!isOnPath(['openssl'])) console.log('openssl is needed for the self-test: apt-get install openssl')
  if (!isOnPath(['chromium', 'chromium-browser', 'google-chrome']))
    console.log('chromium is needed for the self-test of the report: apt-get install chromium')
}

requireNode()
install()
const folders = readJson(at('tsconfig.json')).include.filter(
  (name) => existsSync(at(name)) && statSync(at(name)).isDirectory(),
)
compile(folders)
copyData(folders)
nameMissingPrograms()
