import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Coverage } from '../../harness/check/coverage.js'
import { collect, collecting, register } from '../../harness/check/registry.js'
import { openAttempt } from '../../harness/runner/attempt.js'
import { compiled } from '../stage/assay-command.js'

const never = (): Promise<never> => new Promise(() => undefined)

const url = (path: string): string => pathToFileURL(compiled(path)).href

/** The messages of what went wrong in an attempt. */
const messages = ({ info }: ReturnType<typeof openAttempt>) => info.errors.map(({ message }) => message)

describe('a check under our own runner', () => {
  it('keeps what its body throws', async () => {
    const attempt = openAttempt(60_000)
    await attempt.carryOut(() => {
      throw new Error('wrong')
    })
    attempt.close()
    assert.deepEqual(messages(attempt), ['wrong'])
    assert.equal(attempt.info.status, undefined)
  })

  it('ends without an error where it is skipped', async () => {
    const attempt = openAttempt(60_000)
    await attempt.carryOut(async () => attempt.info.skip(true, 'not here'))
    attempt.close()
    assert.deepEqual(messages(attempt), [])
  })

  it('is ended when its time is up, and what its body does later is no news', async () => {
    const attempt = openAttempt(20)
    let late = false
    await attempt.carryOut(async () => {
      await sleep(60)
      late = true
      throw new Error('too late')
    })
    assert.equal(attempt.info.status, 'timedOut')
    assert.equal(late, false)
    await sleep(80)
    assert.equal(late, true)
    assert.deepEqual(messages(attempt), [])
  })

  it('is ended by an interrupt', async () => {
    const attempt = openAttempt(60_000)
    const carriedOut = attempt.carryOut(never)
    attempt.interrupt()
    await carriedOut
    attempt.close()
    assert.equal(attempt.info.status, 'interrupted')
  })

  it('is given up where it was ended and does not come to its end', async () => {
    const attempt = openAttempt(60_000, 20)
    assert.equal(await attempt.orGivenUp(Promise.resolve('whole')), 'whole')
    attempt.interrupt()
    assert.equal(attempt.info.givenUp, false)
    assert.equal(await attempt.orGivenUp(never()), undefined)
    assert.equal(attempt.info.givenUp, true)
    attempt.close()
  })

  it('does not begin once it was ended', async () => {
    const attempt = openAttempt(60_000)
    attempt.interrupt()
    let begun = false
    await attempt.carryOut(() => {
      begun = true
    })
    attempt.close()
    assert.equal(begun, false)
  })

  it('answers for the rejection that it left behind, and no other does', async () => {
    // In a process of its own, since the test runner takes such errors for its own.
    const program = `
      import { currentAttempt } from ${JSON.stringify(url('harness/check/registry.js'))}
      import { openAttempt } from ${JSON.stringify(url('harness/runner/attempt.js'))}
      import { watchStrayErrors } from ${JSON.stringify(url('harness/runner/stray-errors.js'))}
      const stray = watchStrayErrors()
      const attempts = [openAttempt(60_000), openAttempt(60_000)]
      const leave = () => new Promise(() => setTimeout(() => void Promise.reject(new Error('left behind')), 5))
      const wait = () => new Promise((resolve) => setTimeout(resolve, 40))
      await Promise.all([leave, wait].map((body, at) => currentAttempt.run(attempts[at], () => attempts[at].carryOut(body))))
      for (const attempt of attempts) attempt.close()
      setTimeout(() => Promise.reject(new Error('of nobody')))
      await wait()
      console.log(JSON.stringify([attempts.map(({ info }) => info.errors.map(({ message }) => message)), stray.ofHarness().message]))
      stray.close()`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
    assert.deepEqual(JSON.parse(stdout), [[['left behind'], []], 'of nobody'])
  })
})

describe('a file of checks', () => {
  it('registers its own checks, and no other file theirs', async () => {
    const coverage: Coverage = { id: 'sample.one', requirements: ['ASSERTION-AUD'], cases: [] }
    const body = () => undefined
    const first = await collect(async () => register({ title: 'one', coverage, body }))
    const second = await collect(async () => register({ title: 'two', coverage, body }))
    assert.deepEqual(first, [{ title: 'one', coverage, body }])
    assert.deepEqual(second, [{ title: 'two', coverage, body }])
    assert.equal(collecting(), true)
  })
})
