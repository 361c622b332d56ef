import { setTimeout as sleep } from 'node:timers/promises'
import { type Fixtures, test } from '../support/test.js'
import { someSeconds } from './flows.cases.js'

/** Sends an accepted assertion again once the caches of a few seconds are over. */
export const sentAgainLater = async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>): Promise<void> => {
  test.setTimeout(60_000)
  const sent = await judge.grants(await client.message())
  await sleep(someSeconds * 1000)
  await judge.refuses(client.again(sent))
}
