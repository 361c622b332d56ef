import type { Mutation } from '../../harness/mutations/types.js'
import type { Fixtures } from '../support/test.js'

/**
 * Body of a check of identifiers of other forms at a target for which the target file names the form: whatever it does
 * with them is a finding, since all else was judged with identifiers of that form alone.
 */
export async function otherForms(
  { client, judge }: Pick<Fixtures, 'client' | 'judge'>,
  form: string,
  mutations: readonly Mutation[],
): Promise<void> {
  const [control, ...mutated] = await client.prepare(...mutations)
  await judge.grants(control)
  const refused: string[] = []
  for (const [index, message] of mutated.entries()) {
    const name = mutations[index]?.name ?? message.party.partyId
    const { outcome } = await judge.records(message, name)
    if (outcome.kind !== 'granted') refused.push(outcome.kind === 'refused' ? name : `${name} (${outcome.kind})`)
  }
  judge.weighs('should', `Everything else was judged with identifiers of the form ${form} (interface.partyId.form).`)
  judge.rule('Takes Party Identifiers of every form', false, {
    expected: 'identifiers of other forms accepted, too',
    got:
      refused.length > 0
        ? `it takes identifiers of one form only: it refuses ${refused.join(', ')}`
        : 'it takes them, so that it can be judged without interface.partyId.form',
  })
}
