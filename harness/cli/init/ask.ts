import { createInterface } from 'node:readline/promises'
import { roles } from '../../../requirements/types.js'
import { ConfigError } from '../../contracts/errors.js'

/** What `assay init` has to know. */
export interface Answers {
  readonly command?: string
  readonly url?: string
  readonly role: string
}

/** What flags leave open is asked for on a terminal. @throws ConfigError without one, or where both a command and a URL are given. */
export async function answered({ command, url, role }: Partial<Answers>): Promise<Answers> {
  if (command !== undefined && url !== undefined)
    throw new ConfigError('--command and --url exclude each other: Assay starts the server, or it runs elsewhere.')
  const place = command !== undefined ? { command } : url !== undefined ? { url } : undefined
  if (place && role !== undefined) return { ...place, role }
  if (process.stdin.isTTY !== true)
    throw new ConfigError(
      `There is no terminal to ask at: give ${place ? '' : '--command COMMAND or --url URL, and '}--role ROLE; for example --role ServiceProvider.`,
    )
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const where = place ?? readPlace(await lines.question('Command that starts the server, or its base URL: '))
    return { ...where, role: role ?? (await lines.question(`Role (${roles.join(', ')}): `)).trim() }
  } finally {
    lines.close()
  }
}

const readPlace = (text: string): Pick<Answers, 'command' | 'url'> =>
  /^https?:\/\//i.test(text.trim()) ? { url: text.trim() } : { command: text.trim() }
