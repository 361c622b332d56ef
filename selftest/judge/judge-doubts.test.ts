import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { NotTestable } from '../../harness/contracts/errors.js'
import type { Exchange } from '../../harness/wire/types.js'
import {
  type Coming,
  control,
  granted,
  judging,
  judgingIn,
  message,
  mutated,
  probe,
  refused,
  silent,
} from './judge-fixture.js'

const recovered = () => Promise.resolve(true)
const absent = 'it holds no such certificate'
const notRegistrable = () => Promise.resolve(absent)
const inconclusive = { code: 'INCONCLUSIVE' }

test('a control that is refused while the lab holds the target up is sent again, once', async () => {
  const back = judgingIn({ recovered }, refused, granted, refused)
  await back.judge.grants(control)
  await back.judge.refuses(mutated)
  assert.deepEqual(back.sent, [control, control, mutated])
  assert.equal(back.verdict(), 'pass')
  const gone = judgingIn({ recovered }, refused, refused)
  await assert.rejects(gone.judge.grants(control), {
    ...inconclusive,
    message: 'The conforming control was not granted.',
  })
  assert.equal(gone.verdict(), 'inconclusive')
})

test('a control that gets no answer is followed by a stranger, and never sent again', async () => {
  const { judge, sent, told, tripped } = judgingIn({ recovered }, silent, silent)
  await assert.rejects(judge.grants(control), inconclusive)
  assert.deepEqual(sent, [control, probe])
  assert.deepEqual(
    told.map(({ label }) => label),
    ['control', 'control after a missing answer'],
  )
  assert.deepEqual(tripped, ['reset'])
  const refusing = judging(refused)
  await assert.rejects(refusing.judge.grants(control), inconclusive)
  assert.deepEqual(refusing.sent, [control])
})

test('a stranger without an answer means nothing while the check holds everybody up', async () => {
  const { judge, tripped } = judgingIn({ outage: true }, granted, silent, silent)
  await judge.grants(control)
  await judge.refuses(mutated)
  assert.deepEqual(tripped, [])
})

test('what a target does not hold is not testable where it should be accepted, and noted where it should be refused', async () => {
  const first = judgingIn({ notRegistrable }, refused)
  await assert.rejects(first.judge.grants(control), { message: `skipped: ${absent}` })
  assert.equal(first.verdict(), 'not-testable')
  const second = judgingIn({ notRegistrable }, granted, refused)
  await second.judge.grants(control)
  await assert.rejects(second.judge.accepts(mutated), { message: `skipped: ${absent}` })
  assert.equal(second.verdict(), 'not-testable')
  const third = judgingIn({ notRegistrable }, granted, refused)
  await third.judge.grants(control)
  await third.judge.refuses(mutated)
  assert.equal(third.verdict(), 'pass')
  assert.deepEqual(third.recorder.facts[1], { kind: 'observation', name: 'fixture', value: absent })
  const fourth = judgingIn({ notRegistrable }, granted, granted)
  await fourth.judge.grants(control)
  await fourth.judge.accepts(mutated)
  assert.equal(fourth.verdict(), 'pass')
})

test('a variation that is refused fails, unless strangers are refused at that moment too', async () => {
  const broken = judging(granted, refused, granted)
  await broken.judge.grants(control)
  await broken.judge.accepts(mutated)
  assert.deepEqual(broken.sent, [control, mutated, probe])
  assert.equal(broken.told.at(-1)?.label, 'control after a refusal')
  assert.equal(broken.verdict(), 'fail')
  const locked = judging(granted, refused, refused)
  await locked.judge.grants(control)
  await locked.judge.accepts(mutated)
  assert.equal(locked.verdict(), 'inconclusive')
})

test('a variation that is refused while the lab holds the target up is sent again', async () => {
  const back = judgingIn({ recovered }, granted, refused, granted)
  await back.judge.grants(control)
  await back.judge.accepts(mutated)
  assert.deepEqual(back.sent, [control, mutated, mutated])
  assert.equal(back.verdict(), 'pass')
  // The same JWT again would be a replay.
  const once = judgingIn({ recovered, fresh: false }, granted, sentAt(0, 10), granted)
  await once.judge.grants(control)
  await once.judge.accepts(mutated)
  assert.equal(once.verdict(), 'fail')
})

const start = Date.parse('2026-11-20T12:00:00Z')

/** A refusal of what expires `expires` seconds after it was sent, and was answered after `lasted`. */
function sentAt(lasted: number, expires: number): Coming {
  const payload = Buffer.from(JSON.stringify({ exp: start / 1000 + expires })).toString('base64url')
  const exchange = { startedAt: new Date(start).toISOString(), durationMs: lasted * 1000 } as Exchange
  return { outcome: refused, assertion: `e30.${payload}.c2ln`, exchange }
}

test('a variation that ran out before it was answered is minted and sent anew', async () => {
  const anew = judging(granted, sentAt(11, 10), granted)
  await anew.judge.grants(control)
  await anew.judge.accepts(mutated)
  assert.equal(anew.verdict(), 'pass')
  const inTime = judging(granted, sentAt(9, 10), granted)
  await inTime.judge.grants(control)
  await inTime.judge.accepts(mutated)
  assert.equal(inTime.verdict(), 'fail')
})

test('a variation that ran out while it waited for its turn is sent anew, and says nothing where that is so each time', async () => {
  const anew = judging(granted, sentAt(1, -1), granted)
  await anew.judge.grants(control)
  await anew.judge.accepts(mutated)
  assert.equal(anew.verdict(), 'pass')
  const always = judging(granted, sentAt(1, -1), sentAt(1, 0), granted)
  await always.judge.grants(control)
  await assert.rejects(always.judge.accepts(mutated), inconclusive)
  // By a clock that is five seconds ahead it ran out before its answer.
  const ahead = judgingIn({ clockOffsetMs: 5_000 }, granted, sentAt(6, 10), granted)
  await ahead.judge.grants(control)
  await ahead.judge.accepts(mutated)
  assert.equal(ahead.verdict(), 'pass')
  // By a clock that is five seconds behind ours it was in time.
  const behind = judgingIn({ clockOffsetMs: -5_000 }, granted, sentAt(1, -1), granted)
  await behind.judge.grants(control)
  await behind.judge.accepts(mutated)
  assert.equal(behind.verdict(), 'fail')
})

test('a JWT that comes again and ran out before says nothing by its refusal, unless its end is judged, too', async () => {
  const refusedAgain = async (coming: Coming, options = {}, scene = {}) => {
    const { judge, verdict } = judgingIn({ fresh: false, ...scene }, granted, coming)
    await judge.grants(control)
    await judge.refuses(mutated, options).catch(() => undefined)
    return verdict()
  }
  assert.equal(await refusedAgain(sentAt(1, 0)), 'inconclusive')
  assert.equal(await refusedAgain(sentAt(9, 1)), 'pass')
  assert.equal(await refusedAgain(sentAt(9, 1), {}, { clockOffsetMs: 5_000 }), 'inconclusive')
  assert.equal(await refusedAgain(sentAt(1, -1), {}, { clockOffsetMs: -5_000 }), 'pass')
  assert.equal(await refusedAgain(sentAt(1, 0), { late: true }), 'pass')
  assert.equal(await refusedAgain(sentAt(1, 0), {}, { fresh: true }), 'pass')
  assert.equal(await refusedAgain({ ...(sentAt(1, 0) as object), outcome: granted } as Coming), 'fail')
})

test('a JWT that cannot be minted anew says nothing where it ran out, or was about to by a clock that is ahead', async () => {
  for (const [lasted, expires] of [
    [11, 10],
    [6, 10],
  ] as const) {
    const { judge, recorder, verdict } = judgingIn({ fresh: false }, granted, sentAt(lasted, expires))
    await judge.grants(control)
    await assert.rejects(judge.accepts(mutated), inconclusive)
    assert.equal(recorder.ended, true)
    assert.equal(verdict(), 'inconclusive')
  }
  const inTime = judgingIn({ fresh: false }, granted, sentAt(4, 10), granted)
  await inTime.judge.grants(control)
  await inTime.judge.accepts(mutated)
  assert.equal(inTime.verdict(), 'fail')
})

test('a message that got no code says something only where its party or the lab is out of order', async () => {
  const early = { outcome: refused, early: true } as const
  const usual = { lab: 'as usual' }
  const about = async (entry: Readonly<Record<string, string>>, coming: Coming) => {
    const { judge, verdict } = judging(granted, coming)
    await judge.grants(message(usual))
    await judge.refuses(message({ ...usual, ...entry })).catch(() => undefined)
    return verdict()
  }
  assert.equal(await about({ claims: 'without jti' }, early), 'inconclusive')
  assert.equal(await about({ claims: 'without jti' }, refused), 'pass')
  for (const entry of ['party id', 'certificate', 'record', 'registry', 'authorization'])
    assert.equal(await about({ [entry]: 'mutated' }, early), 'pass')
  assert.equal(await about({ lab: 'a registry that hangs' }, early), 'pass')
})

test('what we lack is not testable, and any other error is thrown as it is', async () => {
  const lacking = judging(new NotTestable('needs `login`'))
  await assert.rejects(lacking.judge.grants(control), { message: 'skipped: needs `login`' })
  assert.equal(lacking.verdict(), 'not-testable')
  const mistaken = judging(new TypeError('x is not a function'))
  await assert.rejects(mistaken.judge.grants(control), TypeError)
  assert.deepEqual(mistaken.kinds(), [])
})

test('a refusal is not judged where the check does not concern the target, nor a grant that is judged elsewhere', async () => {
  const spared = judging(granted, granted)
  await spared.judge.grants(control)
  const unless = async () => 'it reads no such header'
  await assert.rejects(spared.judge.refuses(mutated, { unless }), { message: 'skipped: it reads no such header' })
  assert.equal(spared.verdict(), 'not-applicable')
  const noted = judging(granted, granted, refused)
  await noted.judge.grants(control)
  await noted.judge.refuses(mutated, { grantCounts: false, unless: async () => undefined })
  assert.equal(noted.verdict(), 'pass')
  await noted.judge.refuses(mutated, { grantCounts: false })
  assert.deepEqual(noted.kinds(), ['control', 'record', 'refusal'])
})

test('a grant behind a warning counts where it must not come, and not where it must', async () => {
  const blemished = { outcome: refused, blemished: true } as const
  const refusing = judging(granted, blemished)
  await refusing.judge.grants(control)
  await refusing.judge.refuses(mutated)
  assert.equal(refusing.verdict(), 'fail')
  const raced = judging(granted, granted, blemished)
  await raced.judge.grants(control)
  await raced.judge.grantsAtMostOnce(mutated, 2)
  assert.equal(raced.verdict(), 'fail')
  const accepting = judging(granted, blemished, granted)
  await accepting.judge.grants(control)
  await accepting.judge.accepts(mutated)
  assert.equal(accepting.verdict(), 'fail')
  const first = judging(blemished)
  await assert.rejects(first.judge.grants(control), inconclusive)
  assert.equal(first.verdict(), 'inconclusive')
})

test('each message is sent under its label, with the one difference from its control', async () => {
  const { judge, told, recorder } = judgingIn({ sought: 'a permit' }, granted, refused, granted, granted, granted)
  await judge.grants(control)
  await judge.refuses(message({ extra: 'given' }), { timeoutMs: 5, unavailableIsRefusal: true })
  await judge.accepts(mutated)
  await judge.records(mutated, 'taken')
  await judge.tries(mutated, 'once more')
  const difference = { entry: 'claims', control: 'conforming', mutated: 'without jti' }
  assert.deepEqual(JSON.parse(JSON.stringify(told)), [
    { label: 'control', conforms: true },
    {
      ...{ label: 'mutated', timeoutMs: 5 },
      difference: { entry: 'extra', control: 'absent', mutated: 'given' },
    },
    { label: 'variation', conforms: true, difference },
    { label: 'variation' },
    { label: 'once more' },
  ])
  assert.deepEqual(
    recorder.facts.map((fact) => ('sought' in fact ? fact.sought : fact.kind)),
    ['a permit', 'a permit', 'a permit', 'a permit', 'observation'],
  )
  const plain = judging(granted)
  await plain.judge.grants(control)
  assert.equal('sought' in (plain.recorder.facts[0] as object), false)
})

test('a control is renewed with a new JWT, whatever the message was', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.now() })
  try {
    for (const fresh of [true, false]) {
      const { judge, sent, next } = judgingIn({ fresh }, granted, refused, granted, refused)
      await judge.grants(control)
      mock.timers.tick(30_000)
      await judge.refuses(mutated)
      mock.timers.tick(1)
      await judge.refuses(mutated)
      assert.equal(sent[2], fresh ? control : next)
    }
  } finally {
    mock.timers.reset()
  }
})

test('nothing further that has to be refused is sent once enough was', async () => {
  const { judge, sent } = judgingIn({ enough: () => sent.length > 1 }, granted, refused)
  await judge.grants(control)
  await judge.refuses(mutated)
  await assert.rejects(judge.refuses(mutated), { message: /^skipped: One message speaks for the others/ })
  assert.deepEqual(sent, [control, mutated])
})
