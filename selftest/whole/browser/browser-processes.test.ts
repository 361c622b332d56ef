import assert from 'node:assert/strict'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { after, describe, test } from 'node:test'
import { servePages } from '../../browser/browser-pages.js'
import { assertNothingLeft, compiled, type Sandbox, sandbox, until } from '../../stage/assay-command.js'
import { needs } from '../../stage/needs.js'

// However a process that asked for a browser ends, neither the browser nor a file of it stays; and it asks nobody of its own accord.

const skip = needs('chromium')
const password = 'never-to-be-told'
/** For so long, milliseconds, a page waits for what never comes, unless it is ended. */
const neverMs = 400_000

/** A program with a browser that shows a page, then does something. */
const program = (origin: string, then: string): readonly string[] => [
  '--input-type=module',
  '--eval',
  `import { existsSync } from 'node:fs'
  import { openBrowser } from ${JSON.stringify(compiled('harness/browser/browser.js'))}
  const browser = await openBrowser()
  const open = async () => {
    const visit = await browser.visit({ origins: [${JSON.stringify(origin)}], secrets: [] })
    await visit.goto(${JSON.stringify(`${origin}/plain`)})
    return visit
  }
  const visit = await open()
  console.log('open')
  // Looked at as long as it is there, however busy the machine.
  while (!existsSync('seen')) await new Promise((resolve) => setTimeout(resolve, 20))
  ${then}`,
]

describe('the processes of a browser', { skip, concurrency: 2 }, () => {
  const boxes: Sandbox[] = []
  const box = (): Sandbox => {
    const made = sandbox()
    boxes.push(made)
    return made
  }
  after(() => {
    for (const made of boxes) made.remove()
  })
  const withPages = async (work: (origin: string) => Promise<void>): Promise<void> => {
    const pages = await servePages({ foreign: 'http://127.0.0.1:9', stun: 9 })
    await work(pages.origin).finally(() => pages.close())
  }
  const ends: Readonly<Record<string, string>> = {
    'closes it': 'await visit.close(); await browser.close()',
    'forgets it': 'await new Promise((resolve) => setTimeout(resolve, 1_000))',
    'exits in the middle':
      'visit.follow([], { username: "", password: "" }, () => false); setTimeout(() => process.exit(3), 200)',
    'is killed': `setTimeout(() => process.kill(process.pid, "SIGKILL"), 200); await visit.shows("never", ${neverMs})`,
    'is ended by a signal': `setTimeout(() => process.kill(process.pid, "SIGTERM"), 200); await visit.shows("never", ${neverMs})`,
    throws: 'throw new Error("its own")',
  }
  for (const [how, then] of Object.entries(ends))
    test(`end when who asked for it ${how}`, () =>
      withPages(async (origin) => {
        const own = box()
        const command = own.startNode(program(origin, then))
        await command.says('open')
        const all = below(command.child.pid as number)
        assert.ok(all.length >= 4, 'no processes of Chromium were seen')
        own.write('seen', '')
        const { ms } = await command.ended
        assert.ok(ms < neverMs)
        await gone(all)
        await until(() => own.temporary().length === 0, 30_000)
        await assertNothingLeft(own)
      }))

  test('are started anew when they were killed', () =>
    withPages(async (origin) => {
      const own = box()
      const then = `const error = await visit.goto('${origin}/never').catch((reason) => reason)
        console.log(error.code, error.message)
        const again = await open()
        console.log('again', again.url())
        await browser.close()`
      const command = own.startNode(program(origin, then))
      await command.says('open')
      own.write('seen', '')
      const host = own.processes().find(({ command: line }) => line.includes('browser/host.js'))
      assert.ok(host)
      process.kill(host.pid, 'SIGKILL')
      const all = below(command.child.pid as number)
      const { stdout, code } = await command.ended
      assert.match(stdout, /^STEP_PROBLEM The browser ended in the middle of it\.$/m)
      assert.match(stdout, /^again http/m)
      assert.equal(code, 0)
      // Who is killed cannot clear up its folder; all others do.
      await gone(all)
    }))

  test('ask nobody but the gate', () =>
    withPages(async (origin) => {
      const own = box()
      const command = own.startNode(program(origin, 'await visit.shows("never", 3_000); await browser.close()'))
      own.write('seen', '')
      const seen = new Set<string>()
      const looking = setInterval(() => {
        for (const pid of below(command.child.pid as number).filter(isChromium))
          for (const peer of peersOf(pid)) seen.add(peer)
      }, 50)
      await command.ended
      clearInterval(looking)
      assert.ok(seen.size > 0, 'no socket of Chromium was seen at all')
      assert.deepEqual(
        [...seen].filter((peer) => !/^tcp 127\.0\.0\.1$/.test(peer)),
        [],
      )
    }))

  test('are no business of the runner, which would write down what is typed', () =>
    withPages(async (origin) => {
      const own = box()
      const runner = compiled('../node_modules/@playwright/test')
      own.write('playwright.config.mjs', `export default { testDir: '.', reporter: 'json', use: { trace: 'on' } }`)
      own.write(
        'login.spec.mjs',
        `import { expect, test } from ${JSON.stringify(`${runner}/index.mjs`)}
        import { openBrowser } from ${JSON.stringify(compiled('harness/browser/browser.js'))}
        test('logs in', async () => {
          const browser = await openBrowser()
          const visit = await browser.visit({ origins: [${JSON.stringify(origin)}], secrets: [] })
          await visit.goto(${JSON.stringify(`${origin}/plain`)})
          const steps = [
            { fill: { label: 'User name', value: 'username' } },
            { fill: { label: 'Password', value: 'password' } },
            { click: { role: 'button', name: 'Log in' } },
          ]
          const url = await visit.follow(steps, { username: 'alice', password: '${password}' }, (one) => one.includes('/end'))
          expect(url).toContain('code=abc')
          await browser.close()
        })`,
      )
      const { code, stdout } = await own.startNode([`${runner}/cli.js`, 'test']).ended
      assert.equal(code, 0, stdout)
      const left = filesBelow(own.folder).filter((file) => !/login\.?spec/.test(file))
      const trace = left.find((file) => file.endsWith('trace.zip'))
      assert.ok(trace, 'the runner wrote no trace')
      // What it writes of a page of its own.
      assert.ok(!readFileSync(trace, 'latin1').includes('trace.network'))
      assert.ok(!stdout.includes(password))
      for (const file of left) assert.ok(!readFileSync(file, 'latin1').includes(password), file)
      await assertNothingLeft(own)
    }))
})

/** Text of a file below `/proc`; empty where its process has ended. */
const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const isChromium = (pid: number): boolean => /--user-data-dir=|--type=/.test(read(`/proc/${pid}/cmdline`))
const statOf = (pid: number): readonly string[] => read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []

/** Processes below one, by their parents: Chromium's own write over the environment by which others are known. */
function below(root: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(statOf(Number(name))[1] ?? 0)]),
  )
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0
    return parent === root || (parent > 1 && isBelow(parent))
  }
  return [...parents.keys()].filter(isBelow)
}

/** Waits until processes have ended; one that nobody has waited for counts as ended. */
async function gone(pids: readonly number[]): Promise<void> {
  const living = () => pids.filter((pid) => !['Z', 'X', undefined, ''].includes(statOf(pid)[0]))
  await until(() => living().length === 0, 30_000)
  assert.deepEqual(living(), [], 'processes were left behind')
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`)

/** Whom the sockets of a process speak to, as `tcp 127.0.0.1`; sockets that only listen, or are not connected, say so. */
function peersOf(pid: number): string[] {
  try {
    const own = new Set(
      readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        try {
          return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
        } catch {
          return []
        }
      }),
    )
    return ['tcp', 'tcp6', 'udp', 'udp6'].flatMap((kind) =>
      read(`/proc/${pid}/net/${kind}`)
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/))
        .filter((fields) => own.has(fields[9] ?? ''))
        .map((fields) => `${kind} ${address(fields[2] ?? '')}`),
    )
  } catch {
    return []
  }
}

/** An address of `/proc/net`, its bytes in the order of the machine, in the usual form. */
const address = (text: string): string => {
  const [hex = ''] = text.split(':')
  return hex.length === 8
    ? (hex.match(/../g) ?? [])
        .reverse()
        .map((byte) => Number.parseInt(byte, 16))
        .join('.')
    : hex
}
