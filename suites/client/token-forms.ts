import type { Message } from '../../harness/check/types.js'
import type { LedgerEntry, RegistryOutage } from '../../harness/contracts/lab-protocol.js'
import { insisting } from '../support/flows/insisting.js'
import type { Fixtures } from '../support/test.js'
import { tokenForms, transferForms } from '../support/values/answer-forms.js'

/** Where the target is a client, and what it is asked for that rests on that. */
export interface Depending {
  readonly at: NonNullable<RegistryOutage['at']>
  readonly kind: LedgerEntry['kind']
  readonly ask: () => Promise<Message>
}

/** One that refuses while its access token is unknown has another one the next time. */
const tries = 2

/** What rests on an access token goes on, whatever conforming form the answer has that gives it. */
export async function takesAnyTokenAnswer(
  { judge, lab }: Pick<Fixtures, 'judge' | 'lab'>,
  { at, kind, ask }: Depending,
): Promise<void> {
  await judge.grants(await ask())
  const goesOn = async (outage: RegistryOutage): Promise<'yes' | 'no' | 'unasked' | 'unanswered'> => {
    await lab.outage({ ...outage, at, forgetTokens: true })
    const since = Date.now()
    for (let count = 0; count < tries; count += 1) {
      const { outcome } = await judge.records(await ask(), 'an access token that is given anew', insisting)
      if (outcome.kind === 'no-answer' || outcome.kind === 'deferred') return 'unanswered'
      if (outcome.kind === 'granted') break
      if (count === tries - 1) return 'no'
    }
    return (await lab.ledger({ kinds: [kind], since })).length > 0 ? 'yes' : 'unasked'
  }
  const usual = await goesOn({})
  if (usual === 'unasked') judge.notApplicable('It keeps to its access token although that is unknown.')
  if (usual !== 'yes') judge.notApplicable('It takes no new access token in this check.')
  for (const { name, answered } of [...tokenForms, ...transferForms]) {
    const came = await goesOn({ ...(answered && { tokenForm: answered }) })
    if (came === 'unanswered') judge.inconclusive(`It answered nothing while the form was ${name}.`)
    judge.rule(`Goes on after ${name}`, came !== 'no', {
      expected: 'what it grants otherwise',
      got: came === 'no' ? 'a refusal' : 'so',
    })
  }
}
