import { setTimeout as sleep } from 'node:timers/promises'
import { adhering, byQuery } from '../../harness/check/lookup/forms.js'
import type { Sent } from '../../harness/check/types.js'
import { answerNames } from '../../harness/contracts/interface.js'
import { memberOf } from '../../harness/wire/decode.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import { ruleAddressed } from './addressed.js'
import { answered } from './answer.cases.js'
import { contradictionIn, contradictionsIn, lookUpByEach } from './look-up-by-each.js'

const roles = ['ParticipantRegistry'] as const

/** Seconds between two look-ups of one party by one caller. */
const betweenLookUps = 4

/** After that time a parties_token of before has expired, with whatever difference of clocks. */
const secondsLater = 45

for (const row of inOrder(answered))
  test(row.title, covers(row), async ({ lookups, judge, target }) => {
    const [caller, subject] = [await lookups.party(), await lookups.party()]
    const around = { lookups, registry: target.partyId, caller: caller.partyId, roots: await lookups.roots() }
    const answers = await lookUpByEach({ lookups, judge }, caller, adhering(subject.partyId))
    if (answers.length === 0) judge.inconclusive('No look-up was answered with a parties_token.')
    for (const sent of answers) {
      const got = contradictionIn(row, sent, around)
      judge.rule(row.title, got === undefined, { expected: row.expected, got: got ?? '"so"' })
    }
  })

test(
  'gives a later parties_token later times',
  covers({
    id: 'lookup.later-times',
    requirements: ['PARTIES-TOKEN-ISSUED'],
    cases: ['PRG-01'],
    roles,
    level: 'strict',
    profile: 'standard',
    detects: ['keeps-times-of-first-parties-token', 'dates-parties-token-by-access-token'],
  }),
  async ({ lookups, judge }) => {
    const [caller, subject] = [await lookups.party(), await lookups.party()]
    const payloadIn = (sent: Sent) => lookups.read(sent)?.jwt.payload
    const asked = (keepsToken?: true) =>
      lookups.message(caller, adhering(subject.partyId), { ...(keepsToken && { keepsToken }) })
    const one = payloadIn(await judge.grants(asked()))
    await sleep(betweenLookUps * 1000)
    // Some take an access token once.
    const byKept = payloadIn(await judge.records(asked(true), 'look-up with an access token of some seconds ago'))
    const later = [byKept, payloadIn(await judge.grants(asked()))].filter(
      (payload) => payload !== undefined && memberOf(payload, 'jti') !== memberOf(one, 'jti'),
    )
    if (later.length === 0) judge.notApplicable('One and the same parties_token came twice.')
    const passed = Math.min(...later.map((payload) => Number(memberOf(payload, 'iat')) - Number(memberOf(one, 'iat'))))
    judge.rule('iat is when it was issued', passed > 0, {
      expected: `about ${betweenLookUps} s between the two`,
      got: `${passed} s`,
    })
  },
)

const currentLater = {
  id: 'lookup.current-later',
  requirements: ['PARTIES-TOKEN-ISSUED'],
  cases: ['PRG-01'],
  roles,
  level: 'must',
  profile: 'standard',
  waits: secondsLater,
  detects: ['keeps-parties-token-of-access-token', 'serves-old-parties-token'],
} as const

// Signing costs time, so that some keep what they have signed, by caller or by access token.
test(
  'answers with a parties_token that is valid now, also a caller whom it has answered before',
  covers(currentLater),
  async ({ lookups, judge, target }) => {
    const [caller, subject] = [await lookups.party(), adhering((await lookups.party()).partyId)]
    const { carried } = await judge.grants(lookups.message(caller, subject))
    const token = carried?.token ?? judge.inconclusive('The look-up carried no access token.')
    const headers = () => [['authorization', `Bearer ${token}`]] as const
    const byToken = { credential: { name: 'an access token that is kept', headers } }
    const ask = async () => [
      ...(await lookUpByEach({ lookups, judge }, caller, subject, byToken)),
      ...(await lookUpByEach({ lookups, judge }, caller, subject)),
    ]
    await ask()
    await sleep(secondsLater * 1000)
    const later = await ask()
    if (later.length === 0) judge.inconclusive('No look-up was answered with a parties_token.')
    const got = (await contradictionsIn({ lookups, target }, caller, later)).get('lookup.current')
    judge.rule('parties_token is valid now', got === undefined, {
      expected: 'iat not in the future and exp not past, in seconds',
      got: got ?? 'so',
    })
  },
)

test(
  'answers a look-up with a signed parties_token',
  covers({
    id: 'lookup.signed',
    requirements: ['PARTIES-TOKEN-ISSUED'],
    cases: ['PRG-01'],
    roles,
    detects: ['answers-plain-record', 'answers-path-only'],
  }),
  async ({ lookups, judge }) => {
    const [caller, subject] = [await lookups.party(), await lookups.party()]
    const [form = byQuery] = lookups.forms
    const message = lookups.message(caller, adhering(subject.partyId), { form })
    const sent = await judge.records(message, `look-up ${form.name}`)
    if (sent.outcome.kind !== 'granted' && sent.outcome.kind !== 'refused')
      judge.inconclusive(`No answer to judge: ${sent.outcome.kind}.`)
    const parts = (lookups.token(sent) ?? '').split('.')
    const compact = parts.length === 3 && parts.every((part) => /^[\w-]+$/.test(part))
    judge.rule('Answers with a compact JWS of three parts', compact, {
      expected: `a member ${answerNames(lookups.settings, form.answer).tokenField} that holds one`,
      got: `status ${sent.exchange.response?.status}, ${parts.length === 1 ? 'no JWS' : `${parts.length} parts`}`,
    })
  },
)

test(
  'addresses each parties_token to its own caller',
  covers({
    id: 'lookup.audience-per-caller',
    requirements: ['PARTIES-TOKEN-ISSUED', 'PARTY-LOOKUP-AUTHENTICATED'],
    cases: ['PRG-02'],
    roles,
    detects: [
      'serves-parties-token-of-another',
      'omits-parties-token-audience',
      'addresses-parties-token-to-party',
      'addresses-parties-token-to-latest',
    ],
  }),
  async ({ lookups, judge }) => {
    const subject = adhering((await lookups.party()).partyId)
    const [one, another] = [await lookups.party(), await lookups.party()]
    for (const caller of [one, another])
      ruleAddressed({ lookups, judge }, await judge.grants(lookups.message(caller, subject)))
    // The other one has authenticated since. Some take an access token once.
    const again = await judge.records(lookups.message(one, subject, { keepsToken: true }), 'an access token once more')
    if (again.outcome.kind === 'granted') ruleAddressed({ lookups, judge }, again)
  },
)

test(
  'gives every parties_token a jti of its own',
  covers({
    id: 'lookup.new-jti',
    requirements: ['PARTIES-TOKEN-ISSUED'],
    cases: ['PRG-09'],
    roles,
    detects: ['repeats-parties-token-jti', 'repeats-parties-token-jti-by-token'],
  }),
  async ({ lookups, judge }) => {
    const [caller, one, another] = [await lookups.party(), await lookups.party(), await lookups.party()]
    const jtis: string[] = []
    const asked = [one, one, another].map((subject) => lookups.message(caller, adhering(subject.partyId)))
    // A registry may keep what it answered to an access token.
    const again = [1, 2].map(() => lookups.message(caller, adhering(one.partyId), { keepsToken: true }))
    for (const message of [...asked, ...again]) {
      const sent = await judge.grants(message)
      jtis.push(JSON.stringify(memberOf(lookups.read(sent)?.jwt.payload, 'jti') ?? null))
    }
    const different = new Set(jtis).size
    judge.rule('jti differs from answer to answer', different === jtis.length, {
      expected: `${jtis.length} values`,
      got: `${different} values in ${jtis.length} answers`,
    })
  },
)
