import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { twoHumans } from './answer.cases.js'
import { claim } from './id-token.js'
import { asking, checkAtLogin } from './rows.js'
import { subOf } from './sub-of.js'

/** A login is that of the human who proves who they are in it, not that of the human before (OpenID Connect Core §3.1.2.3). */
const typedAnew: Coverage = {
  ...twoHumans,
  id: 'login.human-typed-anew',
  detects: ['leaves-human-of-browser', 'names-first-human'],
}

test(
  'names the human whose password was typed, though another one is logged in',
  covers(typedAnew),
  async ({ client, judge, login }) => {
    const values = login.otherHuman ?? judge.notApplicable('Only the human is known whom the target file names.')
    const message = await client.message()
    await judge.grants(message)
    let areJudged = false
    for (const mutate of [asking('prompt', 'login'), asking('max_age', '0')]) {
      const first = login.asking(message, { session: 'none' })
      await judge.grants(first)
      const { cookies } = login.came(first)
      const own = await subOf({ judge, login }, message, first, 'the code of a human')
      const another = { name: 'another one', values }
      const asked = login.asking(message, { session: 'none', cookies, mutate, typed: another })
      await judge.records(asked, `a login of another human of the kit in the same browser, with ${mutate.name}`)
      const sub = await subOf({ judge, login }, message, asked, 'the code of the human after them')
      // A target may have nobody log in there but the human who is logged in.
      if (own === null || sub === null || !login.came(asked).typedPassword) continue
      areJudged = true
      judge.rule(`The human who logs in anew has a sub of their own, with ${mutate.name}`, own !== sub, {
        expected: 'two values',
        got: own === sub ? `${JSON.stringify(own)} twice` : 'two values',
      })
    }
    if (!areJudged) judge.notApplicable('It logs no second human in where one is logged in.')
  },
)

/** A human may have several pages open; the answer to each is about the request that it was shown for (OpenID Connect Core §3.1.2.1). */
const twoPages: Coverage = checkAtLogin('login.two-pages', 'OID-10', 'shares-nonce-in-browser')

test(
  'answers a page with what it was asked for, though another one is open in the browser',
  covers(twoPages),
  async ({ client, judge, login }) => {
    const [message, another] = [await client.message(), await client.message()]
    await judge.grants(message)
    let areJudged = false
    for (const [whose, other] of Object.entries({ 'the same client': message, 'another client': another })) {
      const asked = login.asking(message, { session: 'none', meanwhile: other.party })
      await judge.records(asked, `a login whose browser opens a request of ${whose} meanwhile`)
      const { code, meanwhile } = login.came(asked)
      if (!code || !meanwhile) continue
      // A target may answer the request alone that came last.
      const asker = meanwhile.isAnswered ? other : message
      const name = `the code of a page beside one of ${whose}`
      const sent = await judge.records(login.redeeming(asker, code, name), `redeems ${name}`)
      if (sent.outcome.kind !== 'granted') continue
      areJudged = true
      const isForeign = claim(sent, 'nonce') === meanwhile.foreignNonce
      judge.rule(`Its id_token has no nonce of a page of ${whose} that was open besides`, !isForeign, {
        expected: 'the nonce of its own request',
        got: isForeign ? 'the nonce of the other page' : 'the nonce of its own request',
      })
    }
    if (!areJudged) judge.notApplicable('It ends a login where another one begins in the same browser.')
  },
)
