import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Judge, Message, Sent } from '../../harness/check/types.js'
import type { Outcome } from '../../harness/contracts/evidence.js'
import { type Says, sideBySide } from '../../suites/support/flows/side-by-side.js'
import { granted, message, refused, silent } from './judge-fixture.js'

const of = (partyId: string): Message => ({ ...message({ claims: partyId }), party: { partyId } as Message['party'] })
const [sound, bad] = [of('sound'), of('bad')]
const busy: Outcome = { kind: 'refused', status: 503 }
const start = Date.parse('2026-11-20T12:00:00Z')

/** How messages fare side by side, each by its turn, and why the check ended. @param apart Milliseconds from one start to the next. */
async function sent(
  outcomeOf: (message: Message, turn: number) => Outcome,
  { apart = 0, messages = [sound, bad], says }: { apart?: number; messages?: readonly Message[]; says?: Says } = {},
): Promise<string> {
  const turns = new Map<Message, number>()
  let all = 0
  const tries: Judge['tries'] = async (one, _, ready) => {
    await ready?.()
    const turn = (turns.get(one) ?? 0) + 1
    turns.set(one, turn)
    const startedAt = new Date(start + apart * all++).toISOString()
    return { message: one, outcome: outcomeOf(one, turn), exchange: { startedAt, durationMs: 5 } } as Sent
  }
  const inconclusive = (why: string): never => {
    throw new Error(why)
  }
  const why = await sideBySide({ tries, inconclusive } as unknown as Judge, messages, says).then(
    () => '',
    (error: Error) => error.message,
  )
  assert.deepEqual([...turns.values()], [6, 6])
  return why
}

const alone = 'No two messages were under way at the same moment: they had to be sent one after the other.'
const unanswered = '1 of 2 messages got no answer while others were under way.'
const usual = (one: Message): Outcome => (one === sound ? granted : refused)

test('what is answered beside others is judged', async () => {
  assert.equal(await sent(usual), '')
  assert.equal(await sent((one, turn) => (one === bad && turn < 6 ? silent : usual(one))), '')
})

test('a message that was not answered beside others says nothing, whatever came of them', async () => {
  assert.equal(await sent((one) => (one === bad ? silent : granted)), unanswered)
  assert.equal(await sent((one) => (one === bad ? { kind: 'deferred', status: 429 } : granted)), unanswered)
  assert.equal(await sent(usual, { says: ({ message }) => message === sound }), unanswered)
})

test('a bare 503 is a refusal, unless one that is granted meets it as well', async () => {
  const refusing = (one: Message): Outcome => (one === bad ? busy : granted)
  assert.equal(await sent(refusing), '')
  assert.equal(await sent((one, turn) => (turn === 2 ? busy : refusing(one))), unanswered)
})

test('messages that went one after the other were not side by side, unless a client may have one token alone', async () => {
  assert.equal(await sent(usual, { apart: 20 }), alone)
  const another = { ...message({ claims: 'another' }), party: sound.party }
  assert.equal(await sent(usual, { apart: 20, messages: [sound, another] }), '')
})
