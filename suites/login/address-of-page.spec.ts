import { randomBytes } from 'node:crypto'
import { reaches } from '../../harness/check/identity-provider/reaches.js'
import { assign } from '../../harness/mutations/form-parameters.js'
import { authorization } from '../../harness/mutations/mutation.js'
import type { Coverage } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { alsoThere, second } from './redirect.cases.js'
import { checkAtLogin, valueIn } from './rows.js'

/** An answer goes where its own request says, not where another one of the same browser does (OpenID Connect Core §3.1.2.5). */
const ofOwnPage: Coverage = checkAtLogin('login.redirect-of-own-page', 'OID-08', 'shares-redirect-uri-in-browser')

test(
  'sends a code where the request of its page says, though a page of another one is open in the browser',
  covers(ofOwnPage),
  async ({ client, judge, lab, login }) => {
    if (lab.outOfHands) judge.notTestable(`It needs control of the registry, but ${lab.outOfHands}.`)
    const [message, another] = [await client.message({ mutate: alsoThere }), await client.message()]
    const state = randomBytes(32).toString('base64url')
    const mutate = authorization('the second redirect URI', (parameters) => {
      assign(parameters, 'redirect_uri', second(valueIn(parameters, 'redirect_uri')))
      assign(parameters, 'state', state)
    })
    const control = login.asking(message, { session: 'none', mutate })
    await judge.applies(
      control,
      'authorization request with a second redirect URI',
      'It does not learn a second redirect URI from the registry.',
    )
    await judge.grants(control)
    let areJudged = false
    for (const [whose, other] of Object.entries({ 'the same client': message, 'another client': another })) {
      const asked = login.asking(message, { session: 'none', mutate, meanwhile: other.party })
      await judge.records(asked, `a login whose browser opens a request of ${whose} meanwhile`)
      const { redirect = '', code, meanwhile } = login.came(asked)
      const isOwn = redirect.includes(state)
      // A target may answer the request alone that came last.
      if (!code || !meanwhile || !(isOwn || meanwhile.isAnswered)) continue
      areJudged = true
      const isThere = reaches(redirect, isOwn ? second(login.redirectUri) : login.redirectUri)
      judge.rule(`Its answer beside a page of ${whose} goes where its own request says`, isThere, {
        expected: 'the redirect URI of the request whose state it has',
        got: isThere ? 'the redirect URI of the request whose state it has' : 'that of the other request',
      })
    }
    if (!areJudged) judge.notApplicable('It ends a login where another one begins in the same browser.')
  },
)
