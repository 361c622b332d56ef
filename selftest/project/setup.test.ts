import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
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
import { setTimeout as pause } from 'node:timers/promises'

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
/** An npm that leaves its arguments, does what a test wants, and installs the packages of the lock. */
const npm = (does = '') =>
  write(
    'npm.mjs',
    `import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
writeFileSync('npm-ran', process.argv.slice(2).join(' '))
${does}
mkdirSync('node_modules', { recursive: true })
copyFileSync('package-lock.json', 'node_modules/.package-lock.json')
`,
  )

before(() => {
  project = mkdtempSync(join(tmpdir(), 'assay-setup-'))
  mkdirSync(at('tools'))
  mkdirSync(at('node_modules'))
  for (const name of ['setup.mjs', 'setup']) cpSync(join('tools', name), at('tools', name), { recursive: true })
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
  npm()
  write('package-lock.json', lock('1.0.0'))
  write('node_modules/.package-lock.json', lock('1.0.0'))
})
after(() => rmSync(project, { recursive: true }))

const env = () => ({ PATH: process.env.PATH, npm_execpath: at('npm.mjs') })
const setUp = (...args: string[]) => {
  const command = [at('tools', 'setup.mjs'), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { env: env(), encoding: 'utf8' })
  // How long it took differs from time to time.
  return { status, stdout, stderr: stderr.replace(/\d+\.\d s/g, 'N s') }
}
/** A set-up that runs beside the test. */
const begin = () => {
  const child = spawn(process.execPath, [at('tools', 'setup.mjs')], { env: env() })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return { child, ended, said: () => said }
}
const until = async (holds: () => boolean): Promise<void> => {
  const end = Date.now() + 60_000
  while (!holds()) {
    assert.ok(Date.now() < end, 'what the test waits for did not come within a minute')
    await pause(20)
  }
}
const silent = { status: 0, stdout: '', stderr: '' }
const compiled = { ...silent, stderr: 'Compiling …\nCompiling: done in N s\n' }
const installing = 'Installing packages (npm ci)'
/** Sources are compared by time, and a test is quicker than a person. */
const edit = (name: string, text: string): void => {
  write(name, text)
  const later = new Date(Date.now() + 50)
  utimesSync(at(name), later, later)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
}

test('compiles and copies data once, then does nothing and says nothing', () => {
  assert.deepEqual(setUp(), compiled)
  assert.match(readFileSync(at('dist/harness/a.js'), 'utf8'), /a = 1/)
  assert.equal(readFileSync(at('dist/harness/x.schema.json'), 'utf8'), '{}')
  assert.deepEqual(setUp(), silent)
})

test('takes up a change, and removes what a removed source left behind', () => {
  edit('harness/a.ts', 'export const a = 3\n')
  assert.deepEqual(setUp(), compiled)
  assert.match(readFileSync(at('dist/harness/a.js'), 'utf8'), /a = 3/)
  rmSync(at('harness/b.ts'))
  assert.deepEqual(setUp(), compiled)
  assert.equal(existsSync(at('dist/harness/b.js')), false)
  assert.deepEqual(setUp(), silent)
})

test('a mere look at the types does not pass for a build', () => {
  edit('harness/a.ts', 'export const a = 5\n')
  const look = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.', '--noEmit'], { cwd: project })
  assert.equal(look.status, 0)
  assert.deepEqual(setUp(), compiled)
  assert.match(readFileSync(at('dist/harness/a.js'), 'utf8'), /a = 5/)
})

test('fails on types that do not fit, every time', () => {
  edit('harness/a.ts', 'export const a: string = 3\n')
  for (const attempt of [1, 2]) {
    const { status, stderr } = setUp()
    assert.equal(status, 4, `attempt ${attempt}`)
    assert.match(stderr, /harness\/a\.ts\(1,14\): error TS2322/)
    assert.match(stderr, /tsc failed; what it said stands above\.\n$/)
  }
  edit('harness/a.ts', 'export const a = 4\n')
  assert.equal(setUp().status, 0)
})

test('installs when packages differ from the lock, not when only its time does', () => {
  edit('package-lock.json', lock('1.0.0'))
  assert.deepEqual(setUp(), silent)
  assert.equal(existsSync(at('npm-ran')), false)
  edit('package-lock.json', lock('2.0.0'))
  assert.equal(setUp().stderr, `${installing} …\n${installing}: done in N s\n`)
  assert.match(readFileSync(at('npm-ran'), 'utf8'), /^ci --no-audit --no-fund /)
  assert.deepEqual(setUp(), silent)
})

test('installs the tools of the static checks for all but certify', () => {
  write('tools/package-lock.json', lock('1.0.0'))
  assert.deepEqual(setUp('--certify'), silent)
  assert.match(setUp().stderr, /^Installing the tools of the static checks/)
  assert.ok(existsSync(at('tools/node_modules/.package-lock.json')))
  assert.deepEqual(setUp(), silent)
})

test('without network, or where nothing can be written, says so in one sentence and starts again next time', () => {
  for (const [said, sentence] of [
    ['npm error code EAI_AGAIN', /npm's registry cannot be reached \(EAI_AGAIN\): connect this machine/],
    ['npm error code EACCES', /cannot be written \(EACCES\): mend its rights/],
    ['npm error code ENOSPC', /cannot be written \(ENOSPC\)/],
    ['something else', /npm ci failed; what it said stands above\.\n$/],
  ] as const) {
    npm(`console.error(${JSON.stringify(said)}); process.exit(1)`)
    edit('package-lock.json', lock(`3.0.0-${said.length}`))
    for (const attempt of [1, 2]) {
      const { status, stderr } = setUp()
      assert.equal(status, 3, `${said}, attempt ${attempt}`)
      assert.match(stderr, sentence)
    }
    assert.equal(existsSync(at('.setup-at-work')), false)
  }
  npm()
  assert.equal(setUp().status, 0)
  assert.deepEqual(setUp(), silent)
})

test('without any answer npm is ended early, and what it keeps is tried', () => {
  const vain =
    "for (let i = 0; i < 40; i += 1) console.error('npm http fetch GET http://nowhere/a attempt 1 failed with FETCH_ERROR')"
  const online = `if (!process.argv.includes('--offline')) { ${vain}; await new Promise((done) => setTimeout(done, 60_000)) }`
  npm(`${online}; if (process.argv.includes('--offline')) process.exit(1)`)
  edit('package-lock.json', lock('3.1.0'))
  const { status, stderr } = setUp()
  assert.equal(status, 3)
  assert.match(stderr, /npm's registry cannot be reached \(FETCH_ERROR\)/)
  assert.doesNotMatch(stderr, /npm http/)
  npm(online)
  assert.equal(setUp().stderr, `${installing} …\n${installing}: done in N s\n`)
  assert.deepEqual(setUp(), silent)
})

test('of two set-ups at once the second waits, says so, and does nothing over again', async () => {
  npm("await new Promise((done) => setTimeout(done, 1500)); writeFileSync('npm-times', 'x', { flag: 'a' })")
  edit('package-lock.json', lock('4.0.0'))
  const first = begin()
  await until(() => existsSync(at('.setup-at-work')))
  const second = begin()
  assert.deepEqual([await first.ended, await second.ended], [0, 0], first.said() + second.said())
  const pid = first.child.pid
  assert.equal(second.said(), `Another set-up (process ${pid}) is at work in this clone; waiting for it …\n`)
  assert.equal(readFileSync(at('npm-times'), 'utf8'), 'x')
})

test('what a killed set-up left behind holds nobody up', () => {
  npm()
  edit('package-lock.json', lock('5.0.0'))
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  write('.setup-at-work', String(pid))
  const before = new Date(Date.now() - 10_000)
  utimesSync(at('.setup-at-work'), before, before)
  assert.equal(setUp().stderr, `${installing} …\n${installing}: done in N s\n`)
  assert.equal(existsSync(at('.setup-at-work')), false)
})

test('an interrupt ends npm too, and the next set-up installs again', async () => {
  npm("writeFileSync('npm-pid', String(process.pid)); await new Promise((done) => setTimeout(done, 60_000))")
  edit('package-lock.json', lock('6.0.0'))
  const interrupted = begin()
  await until(() => existsSync(at('npm-pid')) && readFileSync(at('npm-pid'), 'utf8') !== '')
  interrupted.child.kill('SIGTERM')
  assert.equal(await interrupted.ended, 143)
  assert.match(interrupted.said(), /Interrupted; the next command starts the set-up again\.\n$/)
  assert.throws(() => process.kill(Number(readFileSync(at('npm-pid'), 'utf8')), 0), /ESRCH/)
  assert.equal(existsSync(at('.setup-at-work')), false)
  npm()
  assert.match(setUp().stderr, /^Installing packages/)
  assert.deepEqual(setUp(), silent)
})

test('a build that was cut off is made from nothing', () => {
  rmSync(at('dist/.built'))
  rmSync(at('dist/harness/a.js'))
  assert.deepEqual(setUp(), compiled)
  assert.ok(existsSync(at('dist/harness/a.js')))
})
