import { createHash, X509Certificate } from 'node:crypto'
import type { RecordNames } from '../../contracts/interface.js'
import type { JsonObject } from '../../contracts/json.js'
import type { Speaker } from '../../mutations/signed-token.js'
import { spelledRecord, withRecordMember } from '../../wire/members.js'

/** The registry's record of a party of the lab itself, with further members, in the names of the interface text. */
export const recordOf = (speaker: Speaker, more: Readonly<JsonObject> = {}): JsonObject => ({
  party_id: speaker.partyId,
  status: 'Active',
  certificates: [entryOf(speaker)],
  ...more,
})

/** What a record says of a certificate. */
export const entryOf = ({ certified }: Speaker): JsonObject => {
  const der = certified.chain[0] ?? Buffer.alloc(0)
  return {
    subjectName: new X509Certificate(der).subject.replaceAll('\n', ', '),
    certificateType: 'eSeal',
    x5c: der.toString('base64'),
    'x5t#s256': createHash('sha256').update(der).digest('hex'),
  }
}

/** A record as the preset has it: in its names, with the period of adherence where it has a place. */
export const writtenRecord = (record: JsonObject, names: RecordNames): JsonObject => {
  const dates = [
    [names.startDate, -1],
    [names.endDate, 1],
  ] as const
  return dates.reduce(
    (written, [place, years]) =>
      place === undefined
        ? written
        : withRecordMember(written, place, new Date(Date.now() + years * yearMs).toISOString()),
    spelledRecord(record, names),
  )
}

const yearMs = 365 * 24 * 60 * 60 * 1000
