import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { bringChromium, findChromium, noChromium } from '../../harness/browser/find.js'
import { isThere, lazyBrowser } from '../../harness/browser/lazy.js'
import { isAtLeast, system } from '../../harness/cli/commands/machine.js'
import { NotTestable } from '../../harness/contracts/errors.js'
import { assertNothingLeft, assertPlain, sandbox } from '../stage/assay-command.js'

// What a machine lacks is said before a run needs it, with what to do.

const box = sandbox()
after(() => box.remove())

interface Finding {
  readonly name: string
  readonly state: string
  readonly says: string
  readonly advice?: string
}

const findings = async (env: Readonly<Record<string, string>> = {}) => {
  const { code, stdout, stderr } = await box.start(['doctor', '--json'], { env }).ended
  assert.equal(stderr, '')
  const { healthy, findings: all } = JSON.parse(stdout) as { healthy: boolean; findings: readonly Finding[] }
  return { code, healthy, of: (name: string) => all.find((finding) => finding.name === name) as Finding }
}

describe('assay doctor', () => {
  test('finds what every run needs, and the browser where there is one', async () => {
    const { code, healthy, of } = await findings()
    assert.deepEqual({ code, healthy }, { code: 0, healthy: true })
    for (const name of ['Node', 'Loopback', 'Temporary folder', 'Machine', 'System'])
      assert.equal(of(name).state, 'ok', name)
    assert.equal(of('Chromium').state, findChromium() === undefined ? 'note' : 'ok')
    await assertNothingLeft(box)
  })

  test('notes that there is no browser, with what cannot be tested then, and what to do', async () => {
    const { code, healthy, of } = await findings({ ASSAY_CHROMIUM: '/nowhere/chromium' })
    assert.deepEqual({ code, healthy }, { code: 0, healthy: true })
    const { state, says, advice } = of('Chromium')
    assert.equal(state, 'note')
    assert.match(says, /logins whose pages hold scripts or styles, .* are not testable without a browser/)
    assert.match(advice ?? '', /ASSAY_CHROMIUM names \/nowhere\/chromium, which cannot be run/)
  })

  test('says why a browser does not start', async () => {
    const broken = box.write(
      'broken.sh',
      '#!/bin/sh\necho "error while loading: libnss3.so: not found" >&2\nexit 127\n',
    )
    chmodSync(broken, 0o755)
    const { code, of } = await findings({ ASSAY_CHROMIUM: broken })
    assert.equal(code, 0)
    assert.equal(of('Chromium').state, 'warning')
    assert.match(of('Chromium').says, /broken\.sh does not start as a browser: .*libnss3\.so: not found/)
    await assertNothingLeft(box)
  })

  test('fails where no run is possible, without a word of Node', async () => {
    const { code, stdout, stderr } = await box.start(['doctor'], { env: { TMPDIR: '/proc/nowhere' } }).ended
    assert.equal(code, 3)
    assert.match(
      stdout,
      /^problem +Temporary folder: \/proc\/nowhere cannot be written\n +Name a folder that can in TMPDIR\.$/m,
    )
    assertPlain(`${stdout}${stderr}`)
  })
})

test('versions are compared by their numbers', () => {
  const pairs: readonly (readonly [string, string, boolean])[] = [
    ['20.18.0', '20.18', true],
    ['20.9.1', '20.18', false],
    ['24.0.0', '20.18', true],
    ['18.20.4', '20.18', false],
  ]
  for (const [version, least, expected] of pairs) assert.equal(isAtLeast(version, least), expected, version)
})

test('a world without Chromium has no browser, and says so in a sentence', async () => {
  const before = process.env.ASSAY_CHROMIUM
  process.env.ASSAY_CHROMIUM = '/nowhere/chromium'
  try {
    const { browser, close } = lazyBrowser()
    assert.equal(browser, undefined)
    assert.equal(await isThere(browser), false)
    await close()
  } finally {
    if (before === undefined) delete process.env.ASSAY_CHROMIUM
    else process.env.ASSAY_CHROMIUM = before
  }
  assert.match(noChromium({}), /apt-get install chromium|npx playwright install chromium/)
  assert.match(noChromium({ ASSAY_CHROMIUM: 'none' }), /no browser is to be used/)
  assert.equal(findChromium({ PATH: '/nowhere', ASSAY_CHROMIUM: 'no-such-program' }), undefined)
})

test('what brings a browser is a package of Debian, or Playwright elsewhere', () => {
  assert.equal(bringChromium(box.write('debian', 'NAME="Debian"\nID=debian\n')), 'apt-get install chromium')
  for (const other of [box.write('ubuntu', 'ID=ubuntu\nID_LIKE=debian\n'), '/nowhere/os-release'])
    assert.equal(bringChromium(other), 'npx playwright install chromium')
})

test('a browser that does not start is not there', async () => {
  const browser = (): Promise<never> => Promise.reject(new NotTestable('It does not start.'))
  assert.equal(await isThere(browser), false)
  await assert.rejects(
    isThere(() => Promise.reject(new Error('a bug'))),
    /a bug/,
  )
})

test('Windows takes WSL', () => {
  assert.match(system('win32').advice ?? '', /WSL/)
  assert.equal(system('darwin').state, 'ok')
})

test('the browser of Playwright is found where it puts one, before one of the system', () => {
  const home = mkdtempSync(join(tmpdir(), 'selftest-browsers-'))
  try {
    const program = join(home, 'chromium_headless_shell-1234', 'chrome-linux', 'headless_shell')
    mkdirSync(dirname(program), { recursive: true })
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
    const none = { PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: join(home, 'empty') }
    assert.notEqual(findChromium(none), program)
    assert.equal(findChromium({ ...none, PLAYWRIGHT_BROWSERS_PATH: home }), program)
    assert.equal(findChromium({ ...none, PLAYWRIGHT_BROWSERS_PATH: home, ASSAY_CHROMIUM: 'none' }), undefined)
  } finally {
    rmSync(home, { recursive: true })
  }
})
