import { record } from '../../harness/mutations/mutation.js'
import { grantsAtOnce } from '../support/flows/first.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { alsoThere, ofAnother } from './redirect.cases.js'
import { checkAtLogin } from './rows.js'

// A provider may make an entry for a client at first contact (L283). What the registry says later counts all the same (ruling 14).

const withdrawn: Coverage = checkAtLogin(
  'login.redirect-withdrawn',
  'LOGIN-REDIRECT',
  [
    'keeps-redirect-uris-of-first-contact',
    'shares-redirect-uris',
    'pins-first-redirect-uri',
    'accepts-any-redirect-uri',
  ],
  { level: 'strict' },
)

const added: Coverage = checkAtLogin('login.redirect-added', 'LOGIN-REDIRECT', 'keeps-redirect-uris-of-first-contact', {
  level: 'should',
})

/** Ends the check where the registry cannot change its mind, or what it says may be remembered. */
function needsRegistry({ judge, lab, target }: Pick<Fixtures, 'judge' | 'lab' | 'target'>): void {
  if (lab.outOfHands) judge.notTestable(`It needs control of the registry, but ${lab.outOfHands}.`)
  if (target.clock.registryCacheSeconds > 0) judge.notApplicable('The target declares a cache of the registry.')
}

/** A request for the second redirect URI of a client of which the registry names two; ends the check where that is refused. */
async function grantedThere({ client, judge, login }: Pick<Fixtures, 'client' | 'judge' | 'login'>) {
  const message = await client.message({ mutate: alsoThere })
  const there = login.asking(message, ofAnother)
  await judge.applies(
    there,
    'authorization request with a second redirect URI',
    'It does not learn a second redirect URI from the registry.',
  )
  await judge.grants(there)
  return { message, there }
}

test(
  'sends no code to a redirect URI that the registry no longer names',
  covers(withdrawn),
  async ({ client, judge, lab, login, target }) => {
    needsRegistry({ judge, lab, target })
    const { message } = await grantedThere({ client, judge, login })
    if (login.signsRequests)
      judge.weighs('should', 'The client itself has signed that redirect URI (interface.login.request).')
    await lab.reprogram(
      message.party,
      record('the second redirect URI withdrawn', (own) => own),
    )
    await judge.refuses(login.asking(message, ofAnother))
  },
)

test(
  'sends codes to a redirect URI that the registry names since the client came first',
  covers(added),
  async ({ client, judge, lab, login, target }) => {
    needsRegistry({ judge, lab, target })
    const { there } = await grantedThere({ client, judge, login })
    const message = await client.message()
    await judge.grants(login.asking(message))
    await lab.reprogram(message.party, alsoThere)
    const says = 'Sends a code to a redirect URI that the registry names now'
    await grantsAtOnce(judge, says, login.asking(message, ofAnother), there, 'an authorization code')
  },
)
