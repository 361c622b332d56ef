import type { Message, Sent } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import type { Fixtures } from '../support/test.js'
import { claim } from './id-token.js'

type Tools = Pick<Fixtures, 'judge' | 'login'>

/** What the code of a login gives; nothing where there is none, or it cannot be redeemed. */
export async function redeemedOf(
  { judge, login }: Tools,
  message: Message,
  asked: Message,
  name: string,
): Promise<Sent | undefined> {
  const { code } = login.came(asked)
  const sent = code && (await judge.records(login.redeeming(message, code, name), `redeems ${name}`))
  return sent?.outcome.kind === 'granted' ? sent : undefined
}

/** Whom the code of a login names; `null` where it names nobody, or cannot be redeemed. */
export async function subOf(tools: Tools, message: Message, asked: Message, name: string): Promise<Json> {
  const sent = await redeemedOf(tools, message, asked, name)
  return sent ? claim(sent, 'sub') : null
}

/** Another human of the kit; ends the check at a target that logs in a human of its own alone. */
export const anotherHuman = ({ judge, login }: Tools): NonNullable<Tools['login']['otherHuman']> =>
  login.otherHuman ?? judge.notApplicable('Only the human is known whom the target file names.')
