import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findChromium, noChromium } from '../../../harness/browser/find.js'
import type { LoginStep } from '../../../harness/contracts/login.js'
import { browserStage, problem, usual, values } from '../../browser/browser-stage.js'

const skip = findChromium() === undefined ? noChromium() : false

describe('a browser', { skip }, () => {
  const { visiting, login, isEnd } = browserStage()

  describe('is not held up', { concurrency: 2 }, () => {
    /** Time for whatever comes to an end of its own, however slow the machine. */
    const patience = { loadMs: 60_000, stepMs: 4_000, idleMs: 1_000, allMs: 120_000 }
    /** Short, for what would never end. */
    const short = { ...patience, loadMs: 3_000, allMs: 10_000 }
    const endless = ['/script-loop', '/never', '/posts-never']
    const leave: readonly LoginStep[] = [{ click: { role: 'button', name: 'Leave' } }]
    const close: readonly LoginStep[] = [{ click: { role: 'button', name: 'Close' } }, ...usual]
    const troubles: Readonly<Record<string, readonly [path: string, says: RegExp, steps?: readonly LoginStep[]]>> = {
      'by endless redirects': ['/loop', /it was redirected too often/],
      'by pages that send on and on': ['/script-loop', /went through 50 addresses|did not end within/],
      'by a server that never answers': ['/never', /no answer within 3 s/],
      'by a page that never ends': ['/half', /^Login step 2 .* fields "User name"/],
      'by a connection that is cut': ['/cut', /closed without an answer/],
      'by an answer without a page': ['/nothing', /nothing to show came/],
      'by a download': ['/file', /nothing to show came/],
      'by a page without end': ['/huge', /Login step 1|could not be opened|gone/],
      'by a page that grows when unpacked': ['/bomb', /Login step 1|gone/],
      'by a script that does not let go': ['/busy', /Login step 1/],
      'by a dialog after the other': ['/alerts', /Login step 1/],
      'by a script that fills the memory': ['/hoarder', /Login step 1|crashed/],
      'by a window that closes itself': ['/suicide', /gone: it was closed|Login step 2/, close],
    }
    for (const [what, [path, says, steps = usual]] of Object.entries(troubles))
      test(what, async () => {
        const started = performance.now()
        const { message } = await problem(login(path, steps, { patience: endless.includes(path) ? short : patience }))
        assert.match(message, says)
        // Above two waits of the longest kind, since the machine may be busy with more.
        assert.ok(performance.now() - started < 240_000, `${performance.now() - started} ms`)
      })

    test('and tells what was never answered', async () => {
      const opened = { patience: { ...patience, loadMs: 5_000 } }
      const { result, visit } = await visiting(
        '/posts-never',
        (one) => problem(one.follow([usual[2] as LoginStep], values, () => false)),
        opened,
      )
      assert.match(result.message, /No answer came/)
      const { request, noAnswer } = visit.exchanges.at(-1) ?? {}
      assert.equal(request?.method, 'POST')
      assert.equal(noAnswer?.kind, 'timeout')
    })

    test('by a page that does not want to be left', async () => {
      const { result } = await login('/stay', leave, { patience })
      assert.equal(new URL(result).search, '?left')
    })
  })

  test('still runs after all that', async () => {
    const { result } = await login('/plain')
    assert.ok(isEnd(result))
  })
})
