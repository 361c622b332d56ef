import type { Message } from '../../../harness/check/types.js'
import { mutationsOf } from '../bodies.js'
import { oftenEnough } from '../processes.js'
import type { Row } from '../row.js'
import type { Fixtures } from '../test.js'

/** Grants a client until most processes of a target know it that has several. */
export async function makeKnown(
  { client, judge }: Pick<Fixtures, 'client' | 'judge'>,
  control: Message,
): Promise<void> {
  await judge.grants(control)
  for (let more = 1; more < oftenEnough; more += 1) await judge.grants(client.next(control))
}

/** Body of a check: the client of the control is known wherever it may be, every mutation is refused. */
export const refusalOfKnown =
  (row: Row) =>
  async ({ client, judge }: Pick<Fixtures, 'client' | 'judge'>) => {
    const [control, ...mutated] = await client.prepare(...mutationsOf(row))
    await makeKnown({ client, judge }, control)
    for (const message of mutated) await judge.refuses(message)
  }
