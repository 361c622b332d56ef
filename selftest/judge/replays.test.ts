import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import type { Client, Judge, Message, Sent } from '../../harness/check/types.js'
import { othersOf, refusesAgain } from '../../suites/support/flows/again.js'
import { needsGrant } from '../../suites/support/flows/raced.js'
import { control, granted, refused } from './judge-fixture.js'

const start = Date.parse('2026-11-20T12:00:00Z')
beforeEach(() => mock.timers.enable({ apis: ['Date'], now: start }))
afterEach(() => mock.timers.reset())

/** A client and a judge at a target that takes so many seconds for each message, and what was sent. */
function slowly(seconds: number) {
  const log: string[] = []
  let jwts = 0
  const answer = (message: Message, what: string): Promise<Sent> => {
    const exp = Date.now() / 1000 + 28
    const payload = Buffer.from(JSON.stringify({ exp })).toString('base64url')
    mock.timers.tick(seconds * 1000)
    log.push(what)
    return Promise.resolve({ message, outcome: granted, assertion: `${jwts++}.${payload}.` } as unknown as Sent)
  }
  const judge = {
    grants: (message: Message) => answer(message, 'granted'),
    records: (message: Message) => answer(message, 'recorded'),
    refuses: (message: Message) => answer(message, message.recipe.again ?? ''),
  } as unknown as Judge
  const client = {
    next: () => control,
    again: ({ assertion, message }: Sent) => ({
      ...message,
      recipe: { ...message.recipe, again: assertion.split('.')[0] },
    }),
  } as unknown as Client
  return { client, judge, log }
}

const reuses = ['one', 'another', 'a third'].map((name) => ({ name }))

test('a JWT that is about to run out gives way to another one', async () => {
  const quick = slowly(1)
  await refusesAgain(quick, await quick.judge.grants(control), reuses)
  assert.deepEqual(quick.log, ['granted', '0', '0', '0'])
  const slow = slowly(9)
  await refusesAgain(slow, await slow.judge.grants(control), reuses)
  assert.deepEqual(slow.log, ['granted', '0', '0', 'granted', '3'])
})

test('no more JWTs come between than fit into the life of the first one', async () => {
  const quick = slowly(0.1)
  assert.equal(await othersOf(quick, await quick.judge.grants(control), 40), 40)
  const slow = slowly(3)
  assert.equal(await othersOf(slow, await slow.judge.grants(control), 40), 5)
})

test('races of which no copy is granted say nothing', () => {
  const ended: string[] = []
  const judge = { inconclusive: (reason: string) => void ended.push(reason) } as unknown as Judge
  const of = (...outcomes: readonly Sent['outcome'][]) => outcomes.map((outcome) => ({ outcome }) as Sent)
  needsGrant(judge, of(refused, refused, granted, refused))
  assert.deepEqual(ended, [])
  needsGrant(judge, of(refused, refused))
  assert.match(String(ended), /No copy was granted in any race/)
})
