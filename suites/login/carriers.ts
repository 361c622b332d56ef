import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { Message } from '../../harness/check/types.js'
import type { Fixtures } from '../support/test.js'

/** How many requests of a login that carry a text are changed at most. */
const most = 4

/**
 * Logins in each of which another one of the requests that carry a text is changed; none where no page carries it. The
 * control is a login in which they are counted alone.
 */
export async function changedAtEach(
  { judge, login }: Pick<Fixtures, 'judge' | 'login'>,
  message: Message,
  swap: Omit<NonNullable<AskOptions['swap']>, 'at'>,
  more: Pick<AskOptions, 'granted'> = {},
): Promise<readonly Message[]> {
  const honest = login.asking(message, { session: 'none', swap })
  await judge.grants(honest)
  const count = Math.min(login.came(honest).carriers, most)
  return Array.from({ length: count }, (_, at) =>
    login.asking(message, { session: 'none', swap: { ...swap, at }, ...more }),
  )
}
