import type { Judge, Lab } from '../../harness/check/types.js'

/** A rule about all calls of registries in the run; an access token that is unknown or has expired was got there once. */
export async function ruleAuthenticated(judge: Judge, lab: Pick<Lab, 'ledger'>): Promise<void> {
  const calls = (await lab.ledger({ kinds: ['party-lookup', 'delegation'] })).filter(
    ({ bearer }) => bearer !== undefined,
  )
  judge.observes('calls that were looked at', calls.length)
  if (calls.length === 0)
    judge.notApplicable('In this run the target has called neither a registry nor anybody like it.')
  const [first, ...others] = calls.filter(({ bearer }) => bearer === 'none')
  const got = first && `none with ${others.length + 1} of ${calls.length} calls, one of them a ${first.kind}`
  judge.rule('Sends an access token with each call of a registry, in the whole run', first === undefined, {
    expected: 'a token that it got there',
    got: got ?? 'with each',
  })
}
