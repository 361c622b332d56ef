import type { KeyObject } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '../../../ca/index.js'
import type { CertifiedKey } from '../../../ca/types.js'

/** What a secret of a run is, in the words of a report about a leak. */
export type SecretKind = 'private key' | 'bearer token' | 'signature' | 'password'

/** One secret; a private key as PKCS #8 PEM. */
export interface Secret {
  readonly kind: SecretKind
  readonly value: string
}

/** How the files begin that hold secrets; they lie in the run's own folder and go with it. */
export const notedPrefix = 'secrets-'

let file: string | undefined
let noted = new Set<string>()
let open = new Set<string>()
let notedKeys = new WeakSet<KeyObject>()

/** From now on this process notes its secrets in the folder of the run: what is written to `--out` is searched for them. */
export function noteSecretsIn(folder: string): void {
  const name = join(folder, `${notedPrefix}${process.pid}`)
  if (name === file) return
  file = name
  noted = new Set()
  open = new Set()
  notedKeys = new WeakSet()
}

/** Of a signature the beginning suffices, and what a target sends in its place may be long. */
const mostOfSignature = 400

/** Notes secrets, each once. Does nothing in a process that is part of no run. */
export function noteSecrets(kind: SecretKind, values: readonly string[]): void {
  if (file === undefined) return
  const kept = kind === 'signature' ? values.map((value) => value.slice(0, mostOfSignature)) : values
  const fresh = [...new Set(kept)].filter((value) => value !== '' && !noted.has(value))
  if (fresh.length === 0) return
  for (const value of fresh) noted.add(value)
  const lines = fresh.map((value) => `${JSON.stringify({ kind, value } satisfies Secret)}\n`)
  appendFileSync(file, lines.join(''), { mode: 0o600 })
}

/** Notes texts that are no secrets, though the target uses them as such, before or after they were noted. */
export function noteOpen(values: readonly string[]): void {
  if (file === undefined) return
  for (const value of values) {
    if (value === '' || open.has(value)) continue
    open.add(value)
    appendFileSync(file, `${JSON.stringify({ open: value })}\n`, { mode: 0o600 })
  }
}

/** Notes a private key. */
function notePrivateKey(key: KeyObject): void {
  if (file === undefined || notedKeys.has(key)) return
  notedKeys.add(key)
  noteSecrets('private key', [key.export({ type: 'pkcs8', format: 'pem' }).toString()])
}

/** A PKI with every key noted that it certifies. */
export const noting = (authority: Authority): Authority => ({
  ...authority,
  issue: async (request) => withNote(await authority.issue(request)),
  tls: async (hosts, defect) => withNote(await authority.tls(hosts, defect)),
})

function withNote(certified: CertifiedKey): CertifiedKey {
  notePrivateKey(certified.key)
  return certified
}
