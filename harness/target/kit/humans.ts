import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Human } from '../../contracts/login.js'
import { readKept } from './kept-file.js'
import { writePrivate } from './private-file.js'

const people = [
  { username: 'alice', given: 'Alice', family: 'Archer' },
  { username: 'bram', given: 'Bram', family: 'Bakker' },
]

/** Whether the kit has a human of that user name. */
export const isOfKit = (username: unknown): boolean => people.some((human) => human.username === username)

/** The test users of a kit, with random passwords; kept in `folder` from one call to the next, so that a target is configured once. */
export const openHumans = async (folder: string): Promise<readonly Human[]> => {
  const file = join(folder, 'humans.json')
  const kept = readKept(file)
  if (kept !== undefined) return kept as unknown as readonly Human[]
  const humans = people.map(
    ({ username, given, family }): Human => ({
      username,
      // Letters of both cases, a figure and a mark, as many a server wants.
      password: `Aa1-${randomBytes(12).toString('base64url')}`,
      claims: { sub: `human-${username}`, name: `${given} ${family}`, email: `${username}@humans.example` },
    }),
  )
  await writePrivate(file, JSON.stringify(humans))
  return humans
}
