// The checks that start nothing of Assay, side by side. Types need no look of their own: the build that everything runs from checked them.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../setup/command.mjs'
import { isCompiled } from '../setup/compile.mjs'

/** Share of the modules that the check of boundaries has to have read: a tool that reads nothing finds nothing. */
const leastRead = 0.9
const folders = ['requirements', 'ca', 'harness', 'suites', 'reports', 'selftest', 'bench']
const bin = (name) => join('tools', 'node_modules', '.bin', name)

const succeeds = async (name, args) => {
  const { code, error, output } = await command(bin(name), args)
  return { ok: code === 0, output: error ? error.message : output }
}

const modules = () =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
  )

async function boundaries() {
  const { error, output } = await command(bin('depcruise'), [
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'json',
    ...folders,
  ])
  if (error || !output.startsWith('{')) return { ok: false, output: error ? error.message : output }
  const found = JSON.parse(output)
  const read = new Set(found.modules.map(({ source }) => source))
  const there = modules()
  const unread = there.filter((path) => !read.has(path))
  const broken = found.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  if (there.length === 0 || unread.length > there.length * (1 - leastRead))
    broken.push(`Only ${there.length - unread.length} of ${there.length} modules were read.`)
  return { ok: broken.length === 0, output: broken.join('\n') }
}

async function longFunctions() {
  const { code, error, output } = await command(process.execPath, [join('tools', 'size.mjs'), '--functions'])
  return { ok: code === 0, output: error ? error.message : output }
}

const built = async () => ({
  ok: isCompiled(process.cwd()),
  output: 'What is compiled is not of these sources: run `npm run setup`, or save less while the check starts.',
})

const steps = {
  'types (checked by the build)': built,
  'format and lint': () => succeeds('biome', ['check', '--error-on-warnings', '.']),
  boundaries,
  'unused code and dependencies': () => succeeds('knip', []),
  'long functions': longFunctions,
}

/** Runs them all; says a line for each, with what it found if it failed, and counts. */
export async function staticChecks(say) {
  const ended = await Promise.all(
    Object.entries(steps).map(async ([name, step]) => {
      const started = Date.now()
      const { ok, output } = await step()
      say(`${ok ? 'ok' : 'FAILED'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
      if (!ok) say(output)
      return ok
    }),
  )
  const passed = ended.filter(Boolean).length
  return { passed, failed: ended.length - passed, skipped: 0 }
}
