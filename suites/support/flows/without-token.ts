import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../../harness/check/types.js'
import { type LedgerEntry, labTokenSeconds, type RegistryOutage } from '../../../harness/contracts/lab-protocol.js'
import type { Fixtures } from '../test.js'
import { insisting } from './insisting.js'

/** Who gives the target access tokens, and what it asks with them. */
export interface Giver {
  readonly at: NonNullable<RegistryOutage['at']>
  readonly tokens: LedgerEntry['kind']
  readonly calls: LedgerEntry['kind']
  /** In a sentence. */
  readonly name: string
}

/** One that is refused while its access token is unknown asks for another one the next time. */
const tries = 2
/** By then a token has ended by any clock, seconds. */
const pastEnd = labTokenSeconds + 2

/**
 * Has strangers refused while somebody gives the target no access token, with any of these statuses. Some keep a token
 * until its end, though it is unknown meanwhile: where no status was met, that is waited for.
 * @param make A message that rests on what the target asks there.
 */
export async function refusesWithoutToken(
  { judge, lab }: Pick<Fixtures, 'judge' | 'lab'>,
  { at, tokens, calls, name }: Giver,
  make: () => Promise<Message>,
  statuses: readonly number[],
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  const control = await make()
  await judge.grants(control)
  const callsAbout = ({ party }: Message) => lab.ledger({ kinds: [calls], subjects: [party.partyId] })
  if ((await callsAbout(control)).length === 0) judge.notApplicable(`It asks ${name} nothing, as another check says.`)
  let since = 0
  const isAsked = async (): Promise<boolean> => (await lab.ledger({ kinds: [tokens], since })).length > 0
  const refusesOne = async (): Promise<boolean> => {
    const message = await make()
    const unless = async () =>
      !(await isAsked()) && (await callsAbout(message)).some(({ bearer }) => bearer === 'none')
        ? `It calls ${name} without an access token, as another check says.`
        : undefined
    await judge.refuses(message, { ...insisting, unless })
    return isAsked()
  }
  let isJudged = false
  for (const tokenStatus of statuses) {
    await lab.outage({ at, tokenStatus, forgetTokens: true })
    since = Date.now()
    let isMet = false
    for (let count = 0; count < tries && !isMet; count += 1) isMet = await refusesOne()
    isJudged ||= isMet
  }
  if (isJudged) return
  const last = (await lab.ledger({ kinds: [tokens] })).at(-1)?.at ?? since
  await pause(Math.max(0, last + pastEnd * 1000 - Date.now()))
  if (!(await refusesOne())) judge.notApplicable(`The target asked for no access token of ${name} in this check.`)
  // What was refused so long after the control is held against another one.
  await lab.outage({})
  await judge.grants(await make())
}
