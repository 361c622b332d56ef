import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import type { Message, Sent } from '../../harness/check/types.js'
import type { Fixtures } from '../support/test.js'

type Tools = Pick<Fixtures, 'judge' | 'login'>

/** How it shows at a target that somebody is logged in: a code comes without a page, or without a question for the password. */
export interface Sign {
  readonly isPaged: boolean
}

/** Whether a human who is logged in gets a code without a page; a target may ask for consent once per relying party. */
export async function isStraight({ judge, login }: Tools, message: Message): Promise<boolean> {
  const straight = login.asking(message, { pages: false })
  const isAnswered = async (who: string): Promise<boolean> =>
    (await judge.records(straight, `authorization request of a human who ${who}`)).outcome.kind !== 'refused'
  if (await isAnswered('is logged in')) return true
  await judge.grants(login.asking(message))
  return isAnswered('is logged in and has consented')
}

/** Ends the check where a page comes each time, and nobody proves on it who they are. */
export async function signOf({ judge, login }: Tools, message: Message): Promise<Sign> {
  if (await isStraight({ judge, login }, message)) return { isPaged: false }
  if (login.hasPassword) return { isPaged: true }
  const anew = login.asking(message, { session: 'none' })
  await judge.grants(anew)
  if (!login.came(anew).proven)
    judge.notApplicable('It shows a page each time, though nobody has to prove there who they are.')
  return { isPaged: true }
}

/** A request that goes as far as it has to for that sign to be seen. */
export const askingFor = ({ login }: Pick<Tools, 'login'>, message: Message, options: AskOptions, { isPaged }: Sign) =>
  login.asking(message, { ...options, pages: isPaged })

/** Why a check that looks for that sign has judged nothing. */
export const lost = 'It answers such a request with a page that login.steps do not know.'

/** Whether a request came to a page that is no error, and led no further, where pages say who is logged in. */
export function isLost({ login }: Pick<Tools, 'login'>, asked: Message, { outcome }: Sent, { isPaged }: Sign): boolean {
  const { proven, redirect } = login.came(asked)
  return isPaged && outcome.kind === 'refused' && outcome.status < 400 && !proven && redirect === undefined
}

/**
 * Judges that an authorization request brings no code to who does not prove on the way who they are. Where that is seen
 * without a page, its control has to come before.
 * @param name Of the request.
 * @returns whether anything was judged.
 */
export async function ruleProven(
  { judge, login }: Tools,
  message: Message,
  options: AskOptions,
  { sign, name }: { readonly sign: Sign; readonly name: string },
): Promise<boolean> {
  const asked = askingFor({ login }, message, options, sign)
  if (!sign.isPaged) {
    await judge.refuses(asked)
    return true
  }
  const sent = await judge.records(asked, name)
  const { outcome } = sent
  if (outcome.kind === 'no-answer' || outcome.kind === 'deferred') judge.inconclusive('No complete answer came.')
  if (isLost({ login }, asked, sent, sign)) return false
  const isProven = outcome.kind !== 'granted' || login.came(asked).proven
  judge.rule(`A code comes after the password alone: ${name}`, isProven, {
    expected: 'the password is asked for, or no code comes',
    got: isProven ? 'the password is asked for, or no code came' : 'a code without it',
  })
  return true
}
