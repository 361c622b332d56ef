import type { CallOptions } from '../../harness/check/service/types.js'
import type { Fixtures } from '../support/test.js'

/** How a consumer calls: with a new access token each time and, where one serves more than once, with the same one. */
export async function waysToCall({
  service,
  judge,
}: Pick<Fixtures, 'service' | 'judge'>): Promise<readonly Omit<CallOptions, 'mutate'>[]> {
  const same = { keepsToken: true } as const
  const call = await service.message(same)
  await judge.grants(call)
  const again = await judge.records(service.next(call, same), 'a second call with an access token')
  return again.outcome.kind === 'granted' ? [{}, same] : [{}]
}
