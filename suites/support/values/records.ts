import { createHash } from 'node:crypto'
import type { CertifiedKey } from '../../../ca/types.js'
import type { Json, JsonObject } from '../../../harness/contracts/json.js'
import { record } from '../../../harness/mutations/mutation.js'
import type { Mutation, RecordContext } from '../../../harness/mutations/types.js'

/** The party has this status at the registry (L277). A ParticipantRegistry target has fixture parties for some words. */
export const status = (value: Json): Mutation =>
  record(
    `status ${typeof value === 'string' && /^\S+( \S+)*$/.test(value) ? value : JSON.stringify(value)}`,
    (own) => ({
      ...own,
      status: value,
    }),
  )

/** The registry has never heard of the party. */
export const unknownParty: Mutation = record('unknown party', () => null)

/** The certificate entries of a record. */
export const certificatesOf = (own: JsonObject): readonly JsonObject[] => own.certificates as unknown as JsonObject[]

/** The record with every registered certificate changed. */
export const eachCertificate = (name: string, change: (entry: JsonObject) => JsonObject): Mutation =>
  record(name, (own) => ({ ...own, certificates: certificatesOf(own).map(change) }))

/** What a record says of a leaf: base64 of the DER and its SHA-256 in lower-case hex (L136, L137). */
export const entryFor = ({ chain: [leaf = Buffer.alloc(0)] }: Pick<CertifiedKey, 'chain'>): JsonObject => ({
  x5c: leaf.toString('base64'),
  'x5t#s256': createHash('sha256').update(leaf).digest('hex'),
})

/** The record with another certificate in place of the one that signs; the subject name stays. */
export const registeredAs = (name: string, other: (context: RecordContext) => Promise<CertifiedKey>): Mutation =>
  record(name, async (own, context) => {
    const entry = entryFor(await other(context))
    return { ...own, certificates: certificatesOf(own).map((first) => ({ ...first, ...entry })) }
  })
