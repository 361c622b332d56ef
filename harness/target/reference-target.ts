import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Role } from '../../requirements/types.js'
import type { TargetConfig } from '../contracts/target.js'
import { ownBaseUrl } from '../contracts/target-file/fields.js'
import { resolveTarget } from './config.js'

/** A reference participant as a target like any other: a command that is launched with a kit. `fault` goes into `ASSAY_FAULT`. */
export const referenceTarget = (role: Role, fault?: string): TargetConfig => {
  const digest = createHash('sha256')
    .update(JSON.stringify([role, fault ?? null]))
    .digest('hex')
  const document = referenceDocument(role, fault === undefined ? undefined : { ASSAY_FAULT: fault })
  return resolveTarget(document, { folder: process.cwd(), digest })
}

/** What results call a reference participant. */
export const referenceName = (role: string): string => `reference ${role}`

/** What a target file says of a reference participant that is launched in that environment. */
export function referenceDocument(role: Role, env?: Readonly<Record<string, string>>) {
  const main = fileURLToPath(new URL('../reference/main.js', import.meta.url))
  return {
    target: { name: referenceName(role), roles: [role] },
    ...(role === 'ServiceProvider' && {
      service: { path: '/service', other: { path: '/other-service' } },
      login: { start: '/login', success: { text: 'Signed in' } },
    }),
    ...(role === 'IdentityProvider' && { login: { steps: [...passwordPage] } }),
    ...(role === 'IdentityBroker' && { login: choicePage }),
    ...(role === 'ServiceConsumer' && { trigger: { url: `${ownBaseUrl}/trigger` } }),
    ...(role === 'ParticipantRegistry' && {
      documents: [
        { kind: 'claim' as const, path: '/claims' },
        { kind: 'credential' as const, path: '/credential' },
      ],
      write: [{ method: 'POST' as const, path: '/claims' }],
    }),
    launch: {
      command: `exec ${[process.execPath, main, role].map(quote).join(' ')}`,
      ...(env !== undefined && { env }),
    },
  }
}

/** How one logs in at the reference IdentityProvider. */
export const passwordPage = [
  { fill: { label: 'User name', value: 'username' } },
  { fill: { label: 'Password', value: 'password' } },
  { click: { role: 'button', name: 'Log in' } },
]

/** How one chooses at the reference IdentityBroker; the page that follows is the lab's. */
const choicePage = {
  steps: [{ click: { selector: 'form:first-of-type button' } }],
  otherSteps: [{ click: { selector: 'form:last-of-type button' } }],
}

/** One word for a POSIX shell. */
const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
