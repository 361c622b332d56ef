import type { Message } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import type { Fixtures } from '../support/test.js'
import { claim } from './id-token.js'

/** Whom the code of a login names; `null` where it names nobody, or cannot be redeemed. */
export async function subOf(
  { judge, login }: Pick<Fixtures, 'judge' | 'login'>,
  message: Message,
  asked: Message,
  name: string,
): Promise<Json> {
  const { code } = login.came(asked)
  const sent = code && (await judge.records(login.redeeming(message, code, name), `redeems ${name}`))
  return sent?.outcome.kind === 'granted' ? claim(sent, 'sub') : null
}
