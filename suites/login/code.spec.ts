import type { Message, Sent } from '../../harness/check/types.js'
import { assign, clientIdOf, leaveOut } from '../../harness/mutations/form-parameters.js'
import { partyId, request } from '../../harness/mutations/mutation.js'
import { formEncoded, parametersIn } from '../../harness/wire/parameters.js'
import { needsGrant } from '../support/flows/raced.js'
import { inOrder } from '../support/order.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { answeredTogether } from '../support/values/answers.js'
import { quickest, ruleUnderived } from '../support/values/derived.js'
import { ruleDifference, ruleLength } from '../support/values/guessable.js'
import { compared, ofNearlyAlike, unissued, usedTwice, widths } from './code.cases.js'
import { checkAtLogin, codeOf, redeem, redeeming, sameEachTime } from './rows.js'

test('refuses a code that it has redeemed, at every replica', covers(usedTwice), async ({ client, judge, target }) => {
  const control = await client.message()
  const used = codeOf(await judge.grants(control))
  const name = 'the code of the control once more'
  await judge.refuses(client.next(control, { mutate: redeeming(name, used) }))
  for (const replica of target.replicas) {
    const mutate = request(`${name}, at ${replica}`, (whole) => {
      const form = parametersIn(whole)
      redeem(form, used)
      return { ...whole, url: whole.url.replace(target.baseUrl, replica), body: formEncoded(form) }
    })
    await judge.refuses(client.next(control, { mutate }))
  }
})

/** A code that comes twice may have been stolen, and so may what came of it (RFC 6749 §4.1.2). */
const usedEndsToken: Coverage = checkAtLogin('login.code-again-ends-token', 'LOGIN-OIDC', 'keeps-tokens-of-used-code', {
  level: 'should',
})

test('takes an access token back whose code comes again', covers(usedEndsToken), async ({ client, judge, login }) => {
  const control = await client.message()
  const sent = await judge.grants(control)
  const call = login.userinfo(sent)
  if ((await judge.records(call, 'userinfo')).outcome.kind !== 'granted')
    judge.notApplicable('Its access token opens nothing that can be seen.')
  const again = client.next(control, { mutate: redeeming('the code of the control once more', codeOf(sent)) })
  const { outcome } = await judge.records(again, 'the code once more')
  if (outcome.kind !== 'refused')
    judge.notApplicable('It does not refuse a code that comes again, as another check says.')
  const later = await judge.records(login.userinfo(sent), 'userinfo after that')
  if (later.outcome.kind === 'no-answer' || later.outcome.kind === 'deferred')
    judge.inconclusive('No complete answer came.')
  const isOpen = later.outcome.kind === 'granted'
  judge.rule('Its access token opens nothing once its code came again', !isOpen, {
    expected: 'a refusal',
    got: isOpen ? 'userinfo' : 'a refusal',
  })
})

/** Races token requests for one code, each time a new one. */
async function raceCodes({ judge, login }: Pick<Fixtures, 'judge' | 'login'>, control: Message): Promise<void> {
  const all: Sent[] = []
  for (const width of widths)
    all.push(...(await judge.grantsAtMostOnce(login.redeeming(control, await login.code(control)), width)))
  needsGrant(judge, all)
}

const raced: Coverage = {
  ...usedTwice,
  id: 'login.code-raced',
  detects: ['accepts-raced-code', 'accepts-used-code'],
  unsafe: 'race',
}

test(
  'redeems a code at most once when requests for it arrive together',
  covers(raced),
  async ({ client, judge, login }) => {
    const control = await client.message()
    await judge.grants(control)
    await raceCodes({ judge, login }, control)
  },
)

/** The client is looked up for each copy, and all of them go on at the same moment. */
const racedBehindLookUp: Coverage = {
  ...usedTwice,
  id: 'login.code-raced-behind-look-up',
  detects: ['accepts-raced-code', 'accepts-code-raced-shortly', 'accepts-used-code'],
  unsafe: 'race',
}

test(
  'redeems a code at most once when the look-ups of requests for it are answered together',
  covers(racedBehindLookUp),
  async ({ client, judge, login }) => {
    const control = await client.message({ mutate: answeredTogether })
    await judge.grants(control)
    await raceCodes({ judge, login }, control)
  },
)

/** A code is what was issued, character by character (RFC 6749 §1.1, §4.1.3, §5.2). */
const unknown: Coverage = checkAtLogin(
  'login.code-unknown',
  'LOGIN-CODE-CLIENT',
  ['accepts-unknown-code', 'ignores-code-case'],
  { level: 'must' },
)

test('refuses a code that it never issued', covers(unknown), async ({ client, judge, login }) => {
  const control = await client.message()
  await judge.grants(control)
  for (const [name, change] of Object.entries(unissued)) {
    const issued = await login.code(control)
    const code = change(issued.code)
    if (code === issued.code) continue
    const secrets = [...issued.secrets, ...(code === '' ? [] : [code])]
    await judge.refuses(login.redeeming(control, { ...issued, code, secrets }, name))
  }
})

const guessable: Coverage = checkAtLogin(
  'login.code-guessable',
  'LOGIN-OIDC',
  ['issues-short-codes', 'derives-code-from-request', 'hashes-time-to-codes', 'hashes-microsecond-to-codes'],
  { level: 'strict' },
)

test('issues codes that nobody can guess', covers(guessable), async ({ client, judge, login }) => {
  const control = await client.message()
  await judge.grants(control)
  const timed = async () => {
    const from = Date.now()
    return { ...(await login.code(control)), from, to: Date.now() }
  }
  const issued = [await timed(), await timed(), await timed()] as const
  const codes = issued.map(({ code }) => code)
  ruleLength(judge, 'Its codes', codes)
  judge.rule('Each code is another', new Set(codes).size === codes.length, {
    expected: `${codes.length} codes`,
    got: `${new Set(codes).size}`,
  })
  const { code, from, to } = quickest(...issued)
  ruleUnderived(judge, 'Its code', code, { values: { client_id: control.party.partyId }, from, to })
  await ruleNotDerived({ judge, login }, control)
})

/** A reader of the address that a browser came back to knows the code. */
const tokenOfCode: Coverage = checkAtLogin(
  'login.token-of-code',
  'LOGIN-OIDC',
  ['hashes-code-to-access-tokens', 'returns-code-as-access-token'],
  { level: 'strict' },
)

test('issues access tokens that nobody makes of the code', covers(tokenOfCode), async ({ client, judge }) => {
  const sent = await judge.grants(await client.message())
  const { code } = codeOf(sent)
  const isCode = sent.accessToken === code
  judge.rule('Its access token is not the code', !isCode, {
    expected: 'another value',
    got: isCode ? 'the code' : 'another value',
  })
  const from = Date.parse(sent.exchange.startedAt)
  ruleUnderived(judge, 'Its access token', sent.accessToken ?? '', { values: { code }, from, to: from })
})

/** What is made of a request alone comes again with it, though its first code was redeemed. A target may take a request once. */
async function ruleNotDerived({ judge, login }: Pick<Fixtures, 'judge' | 'login'>, message: Message): Promise<void> {
  const asked = login.asking(message, { mutate: sameEachTime() })
  await judge.grants(asked)
  const first = login.came(asked).code
  if (first) await judge.tries(login.redeeming(message, first, 'its first code'), 'token request')
  const { outcome } = await judge.records(asked, 'the same authorization request once more')
  if (outcome.kind === 'no-answer' || outcome.kind === 'deferred') judge.inconclusive('No complete answer came.')
  const second = login.came(asked).code
  if (!first || !second) return
  const isAnother = first.code !== second.code
  judge.rule('The same request once more brings another code', isAnother, {
    expected: 'two codes',
    got: isAnother ? 'two codes' : 'one code twice',
  })
}

const countedUp: Coverage = { ...guessable, id: 'login.code-counted', detects: ['issues-consecutive-codes'] }

test('issues codes that do not follow from one another', covers(countedUp), async ({ client, judge, login }) => {
  const control = await client.message()
  await judge.grants(control)
  const codes: string[] = []
  while (codes.length < compared) codes.push((await login.code(control)).code)
  ruleDifference(judge, 'Its codes', codes)
})

const ofAnother: Coverage = checkAtLogin(
  'login.code-of-another',
  ['OID-07', 'BRK-04'],
  'accepts-code-of-another-client',
)

test('refuses the code of one ServiceProvider from another', covers(ofAnother), async ({ client, judge, login }) => {
  const [control, owner] = [await client.message(), await client.message()]
  await judge.grants(control)
  const { partyId } = owner.party
  const stolen = async (name: string, also?: Parameters<typeof redeeming>[2]) =>
    client.next(control, { mutate: redeeming(name, await login.code(owner), also) })
  await judge.refuses(await stolen('the code of another party'))
  await judge.refuses(
    await stolen('the code and client_id of another party', (form, context) => {
      const clientId = clientIdOf(form, context)
      if (clientId) clientId[1] = partyId
    }),
  )
  const { code, verifier } = await login.code(owner)
  const named = request('the code of another party, whose client_id stands in the query', (whole) => {
    const body = parametersIn(whole).filter(([name]) => name !== 'code_verifier')
    assign(body, 'code', code)
    if (verifier !== undefined) body.push(['code_verifier', verifier])
    return { ...whole, url: `${whole.url}?${formEncoded([['client_id', partyId]])}`, body: formEncoded(body) }
  })
  await judge.refuses(client.next(control, { mutate: named }))
  // Who goes by client_id where there is one knows the client by its assertion all the same (RFC 7521 §4.2).
  await judge.refuses(
    await stolen('the code of another party, without client_id', (form, context) =>
      leaveOut(form, clientIdOf(form, context)),
    ),
  )
  await judge.refuses(
    await stolen('the code of another party, its client_id beside the own', (form, context) => {
      const clientId = clientIdOf(form, context)
      if (clientId) form.push([clientId[0], partyId])
    }),
  )
})

for (const row of inOrder(ofNearlyAlike))
  test(
    `refuses the code of one ServiceProvider from another whose id ${row.title}`,
    covers(row),
    async ({ client, judge, login }) => {
      const owner = await client.message({ mutate: partyId('id of its own', ({ partyId: own }) => row.owner(own)) })
      const near = partyId(`id that ${row.title}`, () => row.thief(owner.party.partyId))
      const control = await client.message({ mutate: near })
      await judge.applies(
        control,
        'a login of the other ServiceProvider',
        'It refuses a ServiceProvider of such an id.',
      )
      await judge.grants(control)
      await judge.refuses(client.next(control, { mutate: redeeming('the code of another', await login.code(owner)) }))
    },
  )

/** A code that was refused once is bound to what it was bound to before. */
const onceMore: Coverage = checkAtLogin(
  'login.code-of-another-once-more',
  ['OID-07', 'BRK-04'],
  ['forgets-client-of-refused-code', 'accepts-code-of-another-client'],
)

test('refuses the code of one ServiceProvider from another once more', covers(onceMore), async (tools) => {
  const { client, judge, login } = tools
  const [control, owner] = [await client.message(), await client.message()]
  await judge.grants(control)
  const issued = await login.code(owner)
  for (const time of ['', ', once more'])
    await judge.refuses(client.next(control, { mutate: redeeming(`the code of another party${time}`, issued) }))
})

const verifierOnceMore: Coverage = checkAtLogin('login.pkce-verifier-wrong-once-more', 'OID-09', [
  'forgets-challenge-of-refused-code',
  'accepts-wrong-verifier',
])

test('refuses a code with another verifier once more', covers(verifierOnceMore), async ({ client, judge, login }) => {
  const control = await client.message()
  await judge.grants(control)
  const { code, verifier = '' } = await login.code(control)
  const another = { code, verifier: [...verifier].reverse().join('') }
  for (const time of ['', ', once more'])
    await judge.refuses(client.next(control, { mutate: redeeming(`another code_verifier${time}`, another) }))
})
