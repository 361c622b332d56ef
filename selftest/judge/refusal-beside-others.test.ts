import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Judge, Message, Sent } from '../../harness/check/types.js'
import type { Outcome } from '../../harness/contracts/evidence.js'
import { refusalBesideOthers } from '../../suites/support/flows/beside-others.js'
import type { Row } from '../../suites/support/row.js'
import type { Fixtures } from '../../suites/support/test.js'
import { granted, message, refused, silent } from './judge-fixture.js'

const row = { title: 'two things', mutate: [{ name: 'one' }, { name: 'two' }] } as unknown as Row

/** What the check comes to where its two bad messages fare so, alone and beside others. */
async function comesTo(alone: readonly [Outcome, Outcome], beside: Outcome): Promise<readonly string[]> {
  const bad = [message({ claims: 'one' }), message({ claims: 'two' })]
  const said: string[] = []
  const ended = (kind: string) => (): never => {
    said.push(kind)
    throw new Error('ended')
  }
  const sent = (one: Message, outcome: Outcome): Sent =>
    ({
      message: one,
      outcome,
      exchange: { startedAt: new Date().toISOString(), durationMs: 50, response: { status: 400 } },
    }) as unknown as Sent
  const judge = {
    grants: async (one: Message) => sent(one, granted),
    records: async (one: Message) => sent(one, alone[bad.indexOf(one)] as Outcome),
    tries: async (one: Message, _: string, ready?: () => Promise<void>) => {
      await ready?.()
      return sent(one, bad.includes(one) ? beside : granted)
    },
    rule: (_: string, holds: boolean) => void said.push(holds ? 'holds' : 'broken'),
    notApplicable: ended('not-applicable'),
    inconclusive: ended('inconclusive'),
  } as unknown as Judge
  const client = { prepare: async () => [message(), ...bad], message: async () => message(), next: () => message() }
  const tools = { client, judge, lab: {} } as unknown as Fixtures
  await refusalBesideOthers(row)(tools).catch((error: Error) => assert.equal(error.message, 'ended'))
  return said
}

test('what is granted alone keeps nothing else from being judged beside others', async () => {
  assert.deepEqual(await comesTo([granted, refused], granted), ['broken'])
  assert.deepEqual(await comesTo([refused, granted], refused), ['holds'])
  assert.deepEqual(await comesTo([refused, refused], refused), ['holds', 'holds'])
})

test('a check of what is refused beside others does not apply where nothing is refused alone', async () =>
  assert.deepEqual(await comesTo([granted, granted], granted), ['not-applicable']))

test('what gets no answer alone may be refused alone, or not', async () =>
  assert.deepEqual(await comesTo([silent, refused], refused), ['inconclusive']))
