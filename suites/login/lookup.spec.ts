import type { AuthorizationCode } from '../../harness/check/identity-provider/types.js'
import type { Message } from '../../harness/check/types.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { insisting } from '../support/flows/insisting.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { failures } from './lookup.cases.js'
import { checkAtLogin } from './rows.js'

type Tools = Pick<Fixtures, 'client' | 'judge' | 'login'>

/** A client that redeemed a code, and has another. */
interface Waiting {
  /** How the registry is to fail about it. */
  readonly failure: Mutation
  readonly message: Message
  readonly code: AuthorizationCode
}

async function waiting(failure: Mutation, { client, judge, login }: Tools): Promise<Waiting> {
  const message = await client.message()
  await judge.grants(login.redeeming(message, await login.code(message), 'had before'))
  return { failure, message, code: await login.code(message) }
}

/** While the registry fails all the time, no code comes, and nothing is learnt of the token endpoint. */
const failsOpen: Coverage = checkAtLogin(
  'login.lookup-fails-open',
  'LOGIN-ADHERENCE',
  [
    'redeems-code-on-registry-error',
    'redeems-code-on-registry-reset',
    'grants-on-registry-error',
    'grants-on-registry-reset',
  ],
  { level: 'strict' },
)

test(
  'refuses the code of a client about whom the registry fails since it was issued',
  covers(failsOpen),
  async ({ client, judge, lab, login, target }) => {
    if (target.clock.registryCacheSeconds > 0) judge.notApplicable('The target declares a cache of the registry.')
    const all: Waiting[] = []
    // All controls come before the first failure, after which a target may spare its registry for a while.
    for (const failure of failures) all.push(await waiting(failure, { client, judge, login }))
    for (const { failure, message, code } of all) {
      await lab.reprogram(message.party, failure)
      const query = { kinds: ['party-lookup'] as const, subjects: [message.party.partyId], since: Date.now() }
      const unless = async () =>
        (await lab.ledger(query)).length > 0 ? undefined : 'It asks the registry nothing where a code is redeemed.'
      await judge.refuses(login.redeeming(message, code, 'had before'), { ...insisting, unless })
    }
  },
)
