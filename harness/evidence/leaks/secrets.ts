import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RunFile } from '../../contracts/run.js'
import { filesBelow } from '../files.js'
import { notedPrefix, type Secret } from './note.js'

/** Where a run has secrets. */
type Places = Pick<RunFile, 'folder' | 'keys' | 'targets'> &
  Readonly<Record<'control' | 'steward', { readonly token: string }>>

/**
 * Every secret of a run: noted ones, private keys, tokens of its own channels, passwords. Read before its folder is
 * removed.
 */
export function secretsOf(run: Places): readonly Secret[] {
  const all: readonly Secret[] = [
    ...noted(run.folder),
    ...keyFiles(run)
      .flatMap(privateKeysIn)
      .map((value): Secret => ({ kind: 'private key', value })),
    ...[run.control, run.steward].map(({ token }): Secret => ({ kind: 'bearer token', value: token })),
    ...run.targets
      .flatMap(({ humans }) => humans)
      .map(({ password }): Secret => ({ kind: 'password', value: password })),
  ]
  return [...new Map(all.map((secret) => [`${secret.kind} ${secret.value}`, secret])).values()]
}

/** What was noted; of tokens those that no request tells. */
function noted(folder: string): readonly Secret[] {
  const lines = readdirSync(folder)
    .filter((name) => name.startsWith(notedPrefix))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Secret | { readonly open: string }] : []))
  const open = new Set(lines.flatMap((line) => ('open' in line ? [line.open] : [])))
  const isOpen = ({ kind, value }: Secret): boolean => kind === 'bearer token' && open.has(value)
  return lines.flatMap((line) => ('open' in line || isOpen(line) ? [] : [line]))
}

const keyFiles = ({ keys, targets }: Places): readonly string[] => [
  ...new Set(
    [keys, ...targets.flatMap(({ authority, fixtures, chain }) => [authority, fixtures, dirname(chain)])].flatMap(
      (folder) => filesBelow(folder).map((name) => join(folder, name)),
    ),
  ),
  ...targets.flatMap(({ participants }) => participants.map(({ key }) => key)),
]

/** Private keys in PEM, also where JSON holds them. */
const privateKeysIn = (file: string): readonly string[] =>
  (textOf(file).match(/-----BEGIN (\w+ )?PRIVATE KEY-----[^-]+-----END (\w+ )?PRIVATE KEY-----/g) ?? []).map((pem) =>
    pem.replaceAll('\\n', '\n'),
  )

/** The lab may be making a key: its file then gets its name between our looks. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}
