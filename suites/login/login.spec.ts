import { request } from '../../harness/mutations/mutation.js'
import { inQuery } from '../http/requests.js'
import { ruleNoSuccess } from '../http/rules.js'
import { observation, refusal } from '../support/bodies.js'
import { grantsAtOnce } from '../support/flows/first.js'
import { ruleNoRefreshToken, withoutRefreshToken } from '../support/flows/refresh-token.js'
import { inOrder } from '../support/order.js'
import { covers, test } from '../support/test.js'
import * as client from './client.cases.js'
import * as code from './code.cases.js'
import { atTokenEndpoint } from './redirect.cases.js'
import { atLogin } from './rows.js'

for (const row of inOrder([...client.refused, ...code.pkce, ...atTokenEndpoint]))
  test(`refuses ${row.title}`, covers(row), refusal(row))

test(`records ${code.withoutPkce.title}`, covers(code.withoutPkce), observation(code.withoutPkce))

test(
  'logs a human in for a registered ServiceProvider that it has never seen',
  covers(client.firstContact),
  async ({ client: parties, judge, lab, login }) => {
    if (!lab.observed) judge.notTestable(`It needs a party that is new to the target, but ${lab.outOfHands}.`)
    const message = await parties.newcomer()
    const known = lab.outOfHands ? await parties.message() : message
    const ask = async () => login.asking(await parties.newcomer())
    const [asked, control] = [login.asking(message), login.asking(known)]
    await grantsAtOnce(judge, 'Gives a code at first contact', asked, control, 'an authorization code', ask)
    const says = 'Redeems the first code'
    await grantsAtOnce(judge, says, message, parties.next(known), 'an access token', () => parties.newcomer())
  },
)

test('issues no refresh token in a login', covers(code.neverRefreshed), async ({ client: parties, judge }) =>
  ruleNoRefreshToken(judge, await judge.grants(await parties.message())),
)

test(
  `issues no refresh token for ${code.offlineAccess.title}`,
  covers(code.offlineAccess),
  withoutRefreshToken(code.offlineAccess),
)

test(
  'refuses GET on the token path of the login',
  covers(
    atLogin({ id: 'login.get', requirements: ['LOGIN-POST'], cases: ['OID-05'], detects: ['answers-get'] as const }),
  ),
  async ({ client: parties, judge }) => {
    const control = await parties.message()
    await judge.grants(control)
    const get = request('GET, parameters in the query', inQuery('GET'))
    ruleNoSuccess(judge, await judge.refuses(parties.next(control, { mutate: get }), { noAnswerIsRefusal: true }))
  },
)
