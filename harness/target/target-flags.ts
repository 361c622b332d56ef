import { createHash } from 'node:crypto'
import { roles as allRoles, type Role } from '../../requirements/types.js'
import { ConfigError } from '../contracts/errors.js'
import type { TargetConfig } from '../contracts/target.js'
import { type TargetFile, targetSchema } from '../contracts/target-file/schema.js'
import { resolveTarget } from './config.js'
import { nearest } from './file/spelling.js'

/** Flags of the command line that stand for a target file. */
export interface TargetFlags {
  readonly target: string
  readonly roles: readonly string[]
  readonly partyId?: string | undefined
}

/** The target of `--target URL --role R… --party-id ID`; throws `ConfigError` naming the flag that is wrong. */
export const targetFromFlags = ({ target, roles, partyId }: TargetFlags): TargetConfig => {
  if (roles.length === 0)
    throw new ConfigError(`--target needs at least one --role; for example --role AuthorisationRegistry.`)
  const known = [...new Set(roles)].map(roleNamed)
  if (partyId === '') throw new ConfigError('--party-id is empty; for example --party-id did:example:acme.')
  const document = {
    target: { name: hostOf(target), baseUrl: target, roles: known, ...(partyId !== undefined && { partyId }) },
  }
  return targetFromDocument(
    document,
    (message) => `--target is ${JSON.stringify(target)}, but ${message}; for example --target https://127.0.0.1:4711.`,
  )
}

/**
 * The target of a document that stands in no file; commands run in the present folder.
 * @throws ConfigError in the words of `complaint` where the document is none.
 */
export function targetFromDocument(document: TargetFile, complaint: (message: string) => string): TargetConfig {
  const parsed = targetSchema.safeParse(document)
  if (!parsed.success) throw new ConfigError(complaint(parsed.error.issues[0]?.message ?? 'it is no target'))
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex')
  return resolveTarget(parsed.data, { folder: process.cwd(), digest })
}

/** A role by its exact name; throws `ConfigError` with the nearest spelling. */
export const roleNamed = (name: string): Role => {
  const role = allRoles.find((one) => one === name)
  if (role) return role
  const meant = nearest(name, allRoles)
  throw new ConfigError(
    `--role is ${JSON.stringify(name)}, ${meant ? `but did you mean ${meant}?` : `but must be one of ${allRoles.join(', ')}.`}`,
  )
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url) || 'target'
