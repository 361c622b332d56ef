import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'

let project: string
const at = (...parts: string[]): string => join(project, ...parts)
const write = (name: string, text: string): void => {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
}
const lock = (version: string): string =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/typescript': { version },
      'node_modules/elsewhere': { version: '1', optional: true },
    },
  })

before(() => {
  project = mkdtempSync(join(tmpdir(), 'assay-setup-'))
  mkdirSync(at('tools'))
  mkdirSync(at('node_modules'))
  cpSync('tools/setup.mjs', at('tools', 'setup.mjs'))
  symlinkSync(join(process.cwd(), 'node_modules', 'typescript'), at('node_modules', 'typescript'))
  write('package.json', '{ "type": "module" }')
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        outDir: 'dist',
        rootDir: '.',
        incremental: true,
        tsBuildInfoFile: 'dist/.tsbuildinfo',
        strict: true,
        lib: ['es5'],
        skipLibCheck: true,
        types: [],
      },
      include: ['harness', 'harness/data.json'],
    }),
  )
  write('harness/a.ts', 'export const a = 1\n')
  write('harness/b.ts', 'export const b = 2\n')
  write('harness/x.schema.json', '{}')
  write(
    'npm.mjs',
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('npm-ran', process.argv.slice(2).join(' '))\n",
  )
  write('package-lock.json', lock('1.0.0'))
  write('node_modules/.package-lock.json', lock('1.0.0'))
})
after(() => rmSync(project, { recursive: true }))

const setUp = () => {
  const env = { PATH: process.env.PATH, npm_execpath: at('npm.mjs'), npm_lifecycle_event: 'precertify' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [at('tools', 'setup.mjs')], { env, encoding: 'utf8' })
  return { status, stdout, stderr }
}
const silent = { status: 0, stdout: '', stderr: '' }
/** Sources are compared by time, and a test is quicker than a person. */
const edit = (name: string, text: string): void => {
  write(name, text)
  const later = new Date(Date.now() + 50)
  utimesSync(at(name), later, later)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
}

test('compiles and copies data once, then does nothing and says nothing', () => {
  assert.deepEqual(setUp(), { ...silent, stdout: 'Compiling …\n' })
  assert.match(readFileSync(at('dist/harness/a.js'), 'utf8'), /a = 1/)
  assert.equal(readFileSync(at('dist/harness/x.schema.json'), 'utf8'), '{}')
  assert.deepEqual(setUp(), silent)
})

test('takes up a change, and removes what a removed source left behind', () => {
  edit('harness/a.ts', 'export const a = 3\n')
  assert.equal(setUp().stdout, 'Compiling …\n')
  assert.match(readFileSync(at('dist/harness/a.js'), 'utf8'), /a = 3/)
  rmSync(at('harness/b.ts'))
  assert.equal(setUp().stdout, 'Compiling …\n')
  assert.equal(existsSync(at('dist/harness/b.js')), false)
  assert.deepEqual(setUp(), silent)
})

test('a mere look at the types does not pass for a build', () => {
  edit('harness/a.ts', 'export const a = 5\n')
  const look = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.', '--noEmit'], { cwd: project })
  assert.equal(look.status, 0)
  assert.equal(setUp().stdout, 'Compiling …\n')
  assert.match(readFileSync(at('dist/harness/a.js'), 'utf8'), /a = 5/)
})

test('fails on types that do not fit, every time', () => {
  edit('harness/a.ts', 'export const a: string = 3\n')
  for (const attempt of [1, 2]) {
    const { status, stdout, stderr } = setUp()
    assert.equal(status, 4, `attempt ${attempt}`)
    assert.match(stdout, /harness\/a\.ts\(1,14\): error TS2322/)
    assert.equal(stderr, 'tsc failed; what it said stands above.\n')
  }
  edit('harness/a.ts', 'export const a = 4\n')
  assert.equal(setUp().status, 0)
})

test('installs when packages differ from the lock, not when only its time does', () => {
  edit('package-lock.json', lock('1.0.0'))
  assert.deepEqual(setUp(), silent)
  assert.equal(existsSync(at('npm-ran')), false)
  edit('package-lock.json', lock('2.0.0'))
  assert.equal(setUp().stdout, 'Installing packages (npm ci) …\n')
  assert.equal(readFileSync(at('npm-ran'), 'utf8'), 'ci --no-audit --no-fund')
})
