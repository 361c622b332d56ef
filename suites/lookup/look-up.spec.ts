import { adhering, byPath, byQuery, notAdhering, queryTarget } from '../../harness/check/lookup/forms.js'
import type { LookupForm, Subject } from '../../harness/check/lookup/types.js'
import { byMethod } from '../../harness/mutations/evidence.js'
import type { Party } from '../../harness/mutations/types.js'
import { inOrder } from '../support/order.js'
import { type Coverage, check } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { requestsElsewhere, withoutToken } from '../support/values/path-spellings.js'
import { unauthenticatedAs } from '../support/values/unauthenticated.js'
import { credentials, credentialsForgedBy, forgedToken, forms, inexact, roles } from './look-up.cases.js'
import { isThere, needsForm, settingOf } from './needed-form.js'
import { ruleNamed } from './party-named.js'

/** The first form by which the target answers a look-up that finds a party. */
async function answeredForm(
  { lookups, judge }: Pick<Fixtures, 'lookups' | 'judge'>,
  caller: Party,
  subject: Subject,
): Promise<LookupForm | undefined> {
  for (const form of lookups.forms.slice(0, -1)) {
    const { outcome } = await judge.records(lookups.message(caller, subject, { form }), `look-up ${form.name}`)
    if (outcome.kind === 'granted') return form
  }
  return lookups.forms.at(-1)
}

for (const row of inOrder(forms))
  test(`finds a party ${row.title}`, covers(row), async ({ lookups, judge }) => {
    const { form, duty } = row
    if (!duty) needsForm({ lookups, judge }, form)
    const caller = await lookups.party()
    const subject = adhering((await lookups.party()).partyId)
    const control = await answeredForm({ lookups, judge }, caller, subject)
    await judge.grants(lookups.message(caller, subject, { ...(control && { form: control }) }))
    const { outcome } = await judge.accepts(lookups.message(caller, subject, { form }))
    if (outcome.kind === 'granted' && !isThere(lookups, form))
      judge.notTestable(`${settingOf(form)} is null, but the form is answered: leave that setting out.`)
  })

test(
  'answers with the record of the party that is asked for',
  covers({
    id: 'lookup.same-party',
    requirements: ['PARTY-LOOKUP-PATH', 'PARTY-RECORD'],
    cases: ['PRG-03'],
    roles,
    detects: ['answers-first-record'],
  }),
  async ({ lookups, judge }) => {
    const caller = await lookups.party()
    const subjects = [await lookups.party(), await lookups.party()]
    for (const { partyId } of subjects)
      for (const form of lookups.forms) {
        const sent = await judge.records(lookups.message(caller, adhering(partyId), { form }), `look-up ${form.name}`)
        const record = lookups.read(sent)
        if (record) ruleNamed(judge, record, partyId)
      }
  },
)

for (const row of inOrder(inexact))
  test(`reports no party for ${row.title}`, covers(row), async ({ lookups, judge }) => {
    const { form } = row
    if (form) needsForm({ lookups, judge }, form)
    const sound = form && lookups.forms.find(({ name }) => name === form.name)
    const caller = await lookups.party()
    const { partyId } = await lookups.party()
    await judge.grants(lookups.message(caller, adhering(partyId), { ...(sound && { form: sound }) }))
    // Participants of a target file may be numbered: what is nearly the id of one is then that of another.
    for (const { name, id } of row.asked.filter((one) => !lookups.isGiven(one.id(partyId))))
      await judge.refuses(lookups.message(caller, notAdhering(name, id(partyId)), { ...(form && { form }) }))
  })

test(
  'records what a look-up with two party ids is answered with',
  covers({
    id: 'lookup.repeated-id',
    requirements: ['PARTY-LOOKUP-EXACT'],
    cases: ['PRG-07'],
    roles,
  }),
  async ({ lookups, judge }) => {
    needsForm({ lookups, judge }, byQuery)
    const caller = await lookups.party()
    const known = await lookups.party()
    const unknown = await lookups.stranger()
    await judge.grants(lookups.message(caller, adhering(known.partyId)))
    const twice = (name: string, other: (partyId: string) => readonly string[]): LookupForm => ({
      name,
      answer: 'byQuery',
      target: (partyId, { partiesPath, partyIdParameter }) =>
        other(partyId).reduce((path, id) => queryTarget(path, partyIdParameter, encodeURIComponent(id)), partiesPath),
    })
    for (const form of [
      twice('by query, an unknown party first', (partyId) => [unknown.partyId, partyId]),
      twice('by query, an unknown party last', (partyId) => [partyId, unknown.partyId]),
    ])
      await judge.records(lookups.message(caller, adhering(known.partyId), { form }), form.name)
  },
)

test(
  'reports an unknown party as unknown',
  covers({
    id: 'lookup.unknown',
    requirements: ['PARTY-LOOKUP-EXACT'],
    cases: ['PRG-08'],
    roles,
    detects: ['invents-unknown-party', 'crashes-on-unknown-party'],
  }),
  async ({ lookups, judge }) => {
    const caller = await lookups.party()
    const known = adhering((await lookups.party()).partyId)
    const stranger = await lookups.stranger()
    for (const form of lookups.forms) {
      await judge.grants(lookups.message(caller, known, { form }))
      const unknown = notAdhering('an unknown party', stranger.partyId)
      const { exchange } = await judge.refuses(lookups.message(caller, unknown, { form }))
      const status = exchange.response?.status ?? 0
      judge.rule('an unknown party is no error of the server', status < 500, {
        expected: '404 or an empty list',
        got: `status ${status}`,
      })
    }
  },
)

for (const [id, status] of [
  ['lookup.status-suspended', 'Suspended'],
  ['lookup.status-revoked', 'Revoked'],
  ['lookup.status-inactive', 'Inactive'],
  ['lookup.status-pending', 'Pending'],
] as const)
  test(
    `does not report a party as Active whose status is ${status}`,
    covers({
      id,
      requirements: ['PARTY-ADHERING'],
      cases: ['PRG-04'],
      roles,
      detects: ['reports-suspended-as-active'],
    }),
    async ({ lookups, judge }) => {
      const caller = await lookups.party()
      const { partyId } = await lookups.partyWithStatus(status)
      await judge.grants(lookups.message(caller, adhering((await lookups.party()).partyId)))
      const sent = await judge.refuses(lookups.message(caller, notAdhering(`a party with status ${status}`, partyId)))
      const reported = lookups.read(sent)?.status ?? `none, status ${sent.exchange.response?.status} of HTTP`
      judge.observes(`status of a party that is ${status}`, reported)
    },
  )

test(
  'does not report a party as Active by path that does not adhere',
  covers({
    id: 'lookup.status-by-path',
    requirements: ['PARTY-ADHERING'],
    cases: ['PRG-04'],
    roles,
    detects: ['reports-suspended-as-active', 'reports-active-by-path'],
  }),
  async ({ lookups, judge }) => {
    needsForm({ lookups, judge }, byPath)
    const caller = await lookups.party()
    await judge.grants(lookups.message(caller, adhering((await lookups.party()).partyId), { form: byPath }))
    for (const status of ['Suspended', 'Revoked', 'Inactive', 'Pending']) {
      const { partyId } = await lookups.partyWithStatus(status)
      const subject = notAdhering(`a party with status ${status}`, partyId)
      await judge.refuses(lookups.message(caller, subject, { form: byPath }))
    }
  },
)

/** Whether a look-up in that form is answered; the first form has to be. */
async function isAnswered(
  { lookups, judge }: Pick<Fixtures, 'lookups' | 'judge'>,
  caller: Party,
  subject: Subject,
  form: LookupForm,
): Promise<boolean> {
  const asked = lookups.message(caller, subject, { form })
  if (form !== lookups.forms[0] && (await judge.records(asked, 'look-up by path')).outcome.kind !== 'granted')
    return false
  await judge.grants(asked)
  return true
}

for (const row of inOrder(credentials))
  test(`answers no look-up ${row.title}`, covers(row), async ({ lookups, judge }) => {
    const caller = await lookups.party()
    const subject = adhering((await lookups.party()).partyId)
    for (const form of lookups.forms) {
      if (!(await isAnswered({ lookups, judge }, caller, subject, form))) continue
      for (const credential of row.credentials)
        await judge.refuses(lookups.message(caller, subject, { form, credential }))
    }
  })

test(
  'answers no look-up with an access token that another participant makes in its name',
  covers(forgedToken),
  async ({ lookups, judge, target }) => {
    const caller = await lookups.party()
    const { partyId, certified } = await lookups.party()
    const subject = adhering(partyId)
    for (const form of lookups.forms) {
      if (!(await isAnswered({ lookups, judge }, caller, subject, form))) continue
      for (const credential of credentialsForgedBy({ forger: certified, issuer: target }))
        await judge.refuses(lookups.message(caller, subject, { form, credential }))
    }
  },
)

const withNothing: Coverage = {
  id: 'lookup.without-token',
  requirements: ['PARTY-LOOKUP-AUTHENTICATED'],
  cases: ['PRG-06'],
  roles,
  detects: [
    'answers-lookup-without-token',
    'answers-local-lookups-without-token',
    'warns-of-missing-registry-token',
    'takes-any-registry-token',
  ],
}

test('answers no look-up without an access token', covers(withNothing), async ({ lookups, judge }) => {
  const caller = await lookups.party()
  const subject = adhering((await lookups.party()).partyId)
  for (const form of lookups.forms) {
    if (!(await isAnswered({ lookups, judge }, caller, subject, form))) continue
    for (const request of unauthenticatedAs(caller.partyId))
      await judge.refuses(lookups.message(caller, subject, { form, request }))
  }
})

/** What a filter guards is a path in one spelling, and methods that it knows. */
for (const [where, row, changes] of [
  [
    'at another spelling of its path',
    check(
      'lookup.other-spellings',
      'PARTY-LOOKUP-AUTHENTICATED',
      ['answers-lookup-behind-slash-without-token', 'answers-lookup-without-token'],
      { level: 'strict', roles },
    ),
    requestsElsewhere,
  ],
  [
    'by another method',
    check('lookup.other-methods', 'PARTY-LOOKUP-AUTHENTICATED', 'answers-lookup-by-post-without-token', {
      level: 'strict',
      roles,
    }),
    ['POST', 'PUT', 'PATCH', 'OPTIONS'].map((method) => ({ name: method, value: byMethod(method) })),
  ],
] as const)
  test(`answers no look-up without an access token ${where}`, covers(row), async ({ lookups, judge }) => {
    const caller = await lookups.party()
    const subject = adhering((await lookups.party()).partyId)
    await judge.grants(lookups.message(caller, subject))
    for (const change of changes)
      await judge.refuses(lookups.message(caller, subject, { request: withoutToken(change) }))
  })
