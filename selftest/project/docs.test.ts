import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { targetFileJsonSchema } from '../../harness/contracts/target-file/json-schema.js'
import { presets } from '../../harness/target/presets.js'

const read = (file: string): string => readFileSync(file, 'utf8')
const filesIn = (folder: string, suffix: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => join(folder, name))

const adrs = filesIn('docs/adr', '.md').sort()
const documents = [...filesIn('.', '.md'), ...filesIn('docs', '.md'), ...adrs]
/** Those that say how the command is used. */
const pages = ['README.md', ...['implementer', 'ci', 'operator', 'auditor'].map((reader) => `docs/${reader}.md`)]
const fenced = /^```[\s\S]*?^```$/gm
const prose = (file: string): string => read(file).replace(fenced, '')
const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)
const squeezed = (text: string): string => text.replace(/\s+/g, ' ')

/** Finds of every document that are wrong, each behind the name of its document. */
const wrong = (files: readonly string[], find: (file: string) => readonly string[]): string[] =>
  files.flatMap((file) => find(file).map((found) => `${file}: ${found}`))

test('every link to a file leads somewhere', () => {
  const links = (file: string): string[] => matches(prose(file), /\]\(([^)#]+)[^)]*\)/g)
  assert.ok(links('README.md').length > 5)
  assert.deepEqual(
    wrong(documents, (file) =>
      links(file).filter((link) => !/^https?:/.test(link) && !existsSync(join(dirname(file), link))),
    ),
    [],
  )
})

test('every npm script that is named exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = (file: string): string[] => matches(read(file), /npm run ([\w-]+)/g)
  assert.ok(named('CONTRIBUTING.md').includes('kill-matrix'))
  assert.deepEqual(
    wrong(documents, (file) => named(file).filter((name) => !(name in scripts))),
    [],
  )
})

test('CONTRIBUTING.md has a line for each direct dependency, and for nothing else', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  const [, section = ''] = /^## Dependencies$([\s\S]*?)^## /m.exec(read('CONTRIBUTING.md')) ?? []
  const listed = matches(section, /^\| (`.*?) \|/gm).flatMap((cell) => matches(cell, /`([^`]+)`/g))
  assert.deepEqual(listed.sort(), Object.keys({ ...dependencies, ...devDependencies }).sort())
})

test('every file and folder of the project that is named exists', () => {
  const ours = /^(requirements|ca|harness|suites|reports|selftest|bench|tools|docs|examples)\/|^\.[\w-]+\.cjs$/
  const named = (file: string): string[] =>
    matches(prose(file), /`([^`\s]+)`/g).filter((path) => ours.test(path) && !/[<>*]/.test(path))
  assert.ok(named('docs/how-it-works.md').length > 40)
  assert.deepEqual(
    wrong(documents, (file) => named(file).filter((path) => !existsSync(path))),
    [],
  )
})

test('the code that CONTRIBUTING.md shows stands in the sources', () => {
  const blocks = [...read('CONTRIBUTING.md').matchAll(/^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)]
  assert.equal(blocks.length, 2)
  for (const [, file = '', code = ''] of blocks) assert.ok(squeezed(read(file)).includes(squeezed(code).trim()), file)
})

test('the sentences of preflight that the page for implementers explains are said by the code', () => {
  const section =
    read('docs/implementer.md')
      .split(/^## /m)
      .find((one) => one.startsWith('When preflight says no')) ?? ''
  const told = matches(section, /^\| (?!it says|---)(.+?) \|/gm).flatMap((cell) => cell.split(/\s*[…;,]\s*/))
  const fragments = told.filter((fragment) => fragment !== '')
  assert.ok(fragments.length > 15)
  const sources = [
    'run/preflight/preflight',
    'run/preflight/refused',
    'run/preflight/astray',
    'run/preflight/service',
    'run/preflight/delegation',
    'run/preflight/identity-provider',
    'run/preflight/login-relatives',
    'run/preflight/lookup',
    'target/process/launch',
    'lab/http/listener',
  ]
    .map((name) => read(`harness/${name}.ts`))
    .join('\n')
    .replaceAll("\\'", "'")
  assert.deepEqual(
    fragments.filter((fragment) => !sources.includes(fragment)),
    [],
  )
})

test('the page for implementers names every preset, and says of each what it is', () => {
  const rows = [...read('docs/implementer.md').matchAll(/^\| `([\w-]+)` \| (.+) \|$/gm)].map(([, name, title]) => [
    name,
    title,
  ])
  for (const [name, { title }] of Object.entries(presets))
    assert.ok(
      rows.some((row) => row[0] === name && row[1] === title),
      name,
    )
})

test('every piece of a target file that a page shows is one', () => {
  const fits = new Ajv2020({ allowUnionTypes: true }).compile(targetFileJsonSchema())
  const whole = { target: { name: 'Acme', baseUrl: 'https://127.0.0.1:4711', roles: ['ServiceProvider'] } }
  const pieces = ['README.md', 'docs/implementer.md'].flatMap((file) =>
    matches(read(file), /^```yaml\n([\s\S]*?)^```/gm).map((text) => parse(text) as object),
  )
  assert.ok(pieces.length > 8, `${pieces.length} pieces`)
  for (const piece of pieces) assert.equal(fits({ ...whole, ...piece }), true, JSON.stringify([piece, fits.errors]))
})

test('every flag that a page for users names is one of the command', () => {
  const known = matches(read('harness/cli/main.ts'), /'--([a-z-]+)/g)
  const named = (file: string): string[] => matches(read(file), /[ `]--([a-z-]+)/g)
  assert.ok(known.length > 10 && named('docs/ci.md').length > 5)
  assert.deepEqual(
    wrong(pages, (file) => named(file).filter((flag) => flag !== 'help' && !known.includes(flag))),
    [],
  )
})

test('decisions are numbered without gaps and at most 40 lines long', () => {
  assert.deepEqual(
    adrs.map((file) => Number(/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1])),
    adrs.map((_, index) => index + 1),
  )
  assert.deepEqual(
    adrs.filter((file) => read(file).trimEnd().split('\n').length > 40),
    [],
  )
})

test('the package hands out what a TypeScript target file imports', async () => {
  const itself = 'trust-assay'
  const { defineTarget } = (await import(itself)) as { defineTarget: (target: object) => object }
  const target = { target: { name: 'Acme', roles: ['ServiceProvider'] } }
  assert.equal(defineTarget(target), target)
})

test('the package hands out the schemas that its pages name', () => {
  for (const name of ['target-file', 'credential']) {
    const schema = JSON.parse(read(fileURLToPath(import.meta.resolve(`trust-assay/${name}.schema.json`)))) as object
    assert.ok(new Ajv2020({ allowUnionTypes: true, strict: false, validateFormats: false }).compile(schema), name)
  }
})
