import type { AuthorizationCode } from '../../harness/check/identity-provider/types.js'
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

/** What a code gives that was not redeemed at once; ends the check where it gives nothing. */
export async function redeemed(
  { judge, login }: Tools,
  message: Message,
  code: AuthorizationCode,
  name: string,
): Promise<Sent> {
  const sent = await judge.applies(
    login.redeeming(message, code, name),
    `redeems ${name}`,
    `It does not redeem ${name}.`,
  )
  return sent
}

/** Two humans at one client: a provider may call them otherwise at another one (OpenID Connect Core §8). */
export interface TwoHumans {
  readonly message: Message
  /** What the code of each gave. */
  readonly sent: readonly [Sent, Sent]
}

/** The codes of two humans for one client, the second of whom logged in before the first code was redeemed. */
export async function ofTwoHumans(tools: Tools & Pick<Fixtures, 'client'>): Promise<TwoHumans> {
  const { client, judge, login } = tools
  const values = anotherHuman({ judge, login })
  const message = await client.message()
  await judge.grants(message)
  const first = await login.code(message)
  const asked = login.asking(message, { session: 'none', typed: { name: 'another one', values } })
  await judge.records(asked, 'a login of another human of the kit')
  const second = login.came(asked).code ?? judge.notApplicable('It does not log another human of the kit in.')
  const sent = [
    await redeemed(tools, message, first, 'the code of a human before whom another one logged in'),
    await redeemed(tools, message, second, 'the code of that other one'),
  ] as const
  return { message, sent }
}

/** Two humans with the `sub` of each at one client; ends the check where they have none, or one. */
export async function subsOfTwoHumans(tools: Tools & Pick<Fixtures, 'client'>) {
  const { message, sent } = await ofTwoHumans(tools)
  const [own, other] = sent.map((each) => claim(each, 'sub'))
  if (typeof own !== 'string' || typeof other !== 'string' || own === other)
    return tools.judge.notApplicable('Its id_tokens do not tell the two humans apart, as another check says.')
  return { message, own, other }
}
