// Writes harness/faults/faults.ts: the name, scope and sentence of each fault, as its rule in harness/reference has
// them. Everything may import that file, and nothing a reference. A fault that this misses, or finds without a rule, does
// not compile (harness/reference/every-rule.ts).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry `'name': party('sentence', …)`, as the formatter spells it: in one line or in several. */
const entry = /'([a-z0-9-]+)': (party|global)\(\s*('[^'\n]*'|"[^"\n]*")/g

const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((each) => (each.isDirectory() ? sources(join(folder, each.name)) : join(folder, each.name)))
    .filter((path) => path.endsWith('.ts'))
    .sort()

const head = `// Made by the build from the rules of harness/reference (tools/setup/faults.mjs). Not in git: change the rule.
import type { Fault } from './fault.js'

/** Every fault of a reference, by name. Each removes or replaces exactly one rule; the checks that name it must then fail. */
export const faults = {
`
const foot = `} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
`

const textOf = (root) =>
  [
    head,
    ...sources(join(root, 'harness', 'reference'))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(entry)])
      .map(([, name, scope, sentence]) => `  '${name}': { scope: '${scope}', does: ${sentence} },\n`),
    foot,
  ].join('')

const fileOf = (root) => join(root, 'harness', 'faults', 'faults.ts')

/** Whether the file is that of the rules, where there are any. */
export const areListed = (root) =>
  !existsSync(join(root, 'harness', 'reference')) ||
  (existsSync(fileOf(root)) && readFileSync(fileOf(root), 'utf8') === textOf(root))

/** Writes the file anew. */
export const listFaults = (root) => writeFileSync(fileOf(root), textOf(root))
