import { createHash } from 'node:crypto'
import { type CertificateForm, readCertificate } from '../wire/decode.js'
import { readFingerprint } from '../wire/fingerprint.js'
import { commonFields, statusWords } from './claim-fields.js'
import { type JsonMembers, kindOf } from './claim-shape.js'
import { note, nothing, problem, together } from './collect.js'
import { show } from './show.js'
import { type ReadTimestamp, readTimestamp, withoutZone } from './timestamp.js'
import type { Findings } from './types.js'

/** What holds of the values of a claim beyond their types, and which of several readings it follows. */
export const valueFindings = (claim: JsonMembers): Findings =>
  together([
    statusSpelling(claim),
    typeSpelling(claim),
    period(claim),
    agreementHash(claim),
    certificate(claim),
    absentMembers(claim),
    furtherMembers(claim),
  ])

const noted = (name: string, id: string, says: string): Findings => ({ problems: [], notes: [note([name], id, says)] })
const wrong = (name: string, id: string, says: string): Findings => ({
  problems: [problem([name], id, says)],
  notes: [],
})

function statusSpelling({ status }: JsonMembers): Findings {
  if (typeof status !== 'string' || statusWords.includes(status)) return nothing
  const known = [...statusWords, 'accepted'].includes(status.toLowerCase())
  return known ? noted('status', 'CLAIM-STATUS-SPELLING', `is spelled ${show(status)}`) : nothing
}

function typeSpelling({ type }: JsonMembers): Findings {
  const both = ['frameworkComplianceship', 'frameworkCompliance']
  return both.includes(type as string) ? noted('type', 'CLAIM-COMPLIANCE-TYPE', `is ${show(type)}`) : nothing
}

function period(claim: JsonMembers): Findings {
  const names = ['startDate', 'endDate'].filter((name) => typeof claim[name] === 'string')
  const read = new Map(names.map((name) => [name, readTimestamp(claim[name] as string)]))
  const [start, end] = [read.get('startDate')?.at, read.get('endDate')?.at]
  return together([
    ...[...read].map(([name, moment]) => timestamp(name, moment, claim[name] as string)),
    start !== undefined && end !== undefined && end < start
      ? wrong('endDate', 'CLAIM-PERIOD', 'lies before startDate')
      : nothing,
  ])
}

/** Only a missing zone is held against it: the form of a "UTC timestamp string" is not shown (L24). */
function timestamp(name: string, read: ReadTimestamp | undefined, text: string): Findings {
  const id = 'CLAIM-TIMESTAMP'
  if (!read) return wrong(name, id, `is ${show(text)}, which is no timestamp`)
  const others = read.departures.filter((one) => one !== withoutZone)
  return together([
    read.departures.includes(withoutZone) ? wrong(name, id, `${withoutZone}: ${show(text)}`) : nothing,
    ...others.map((one) => noted(name, id, `${one}: ${show(text)}`)),
  ])
}

function agreementHash({ verificationHash: hash }: JsonMembers): Findings {
  const id = 'CLAIM-AGREEMENT-HASH'
  if (typeof hash !== 'string' || /^[0-9a-f]{64}$/i.test(hash)) return nothing
  if (readFingerprint(hash))
    return noted('verificationHash', id, 'is a SHA-256 hash in another form than 64 hexadecimal digits')
  return wrong('verificationHash', id, `is ${show(hash)}, which cannot be a SHA-256 hash`)
}

/** Names of the fingerprint: those of the text and its sample (L137), and that of RFC 7515, which many libraries write. */
export const fingerprintNames: readonly string[] = ['x5t#s256', 'x5tS256', 'x5t#S256']
const forms: Readonly<Record<CertificateForm, string>> = {
  der: 'base64 of the DER',
  'line-breaks': 'base64 of the DER with line breaks',
  pem: 'PEM text',
  'base64-of-pem': 'base64 of PEM text',
  loose: 'no base64, but read all the same by a decoder that skips what it does not know',
}

/** Both spellings of the fingerprint, and every reading of "base64-encoded PEM", are taken (rulings 9, 11, 12). */
function certificate(claim: JsonMembers): Findings {
  if (claim.type !== 'x509Certificate') return nothing
  const id = 'CLAIM-CERT-FIELDS'
  const names = fingerprintNames.filter((name) => Object.hasOwn(claim, name))
  if (names.length === 0) return together([wrong('x5t#s256', id, 'is missing'), x5c(claim).findings])
  const { der, findings } = x5c(claim)
  return together([
    findings,
    ...names.map((name) => noted(name, id, 'is the spelling of the fingerprint')),
    ...names.map((name) => fingerprint(name, claim[name], der)),
  ])
}

function x5c(claim: JsonMembers): { readonly der?: Buffer; readonly findings: Findings } {
  if (typeof claim.x5c !== 'string') return { findings: nothing }
  const read = readCertificate(claim.x5c)
  return read
    ? { der: read.certificate.raw, findings: noted('x5c', 'CLAIM-CERT-FIELDS', `is ${forms[read.form]}`) }
    : { findings: wrong('x5c', 'CLAIM-CERT-FIELDS', 'is no certificate in base64') }
}

function fingerprint(name: string, value: unknown, der: Buffer | undefined): Findings {
  if (typeof value !== 'string') return nothing
  const id = 'CLAIM-CERT-FIELDS'
  const bytes = readFingerprint(value)?.bytes
  if (!bytes) return wrong(name, id, `is ${show(value)}, which is no SHA-256 fingerprint`)
  return der && !bytes.equals(createHash('sha256').update(der).digest())
    ? wrong(name, id, 'is the fingerprint of another certificate than x5c')
    : nothing
}

/** Optional members that are there as null, which means what their absence does. */
function absentMembers(claim: JsonMembers): Findings {
  const fields = Object.entries(kindOf(claim)?.fields ?? {})
  const absent = fields.filter(([name, { required }]) => !required && claim[name] === null)
  return together(absent.map(([name, { requirement }]) => noted(name, requirement, 'is null, as if it were absent')))
}

/** The text allows them: "no extra properties" holds for the credential alone. */
function furtherMembers(claim: JsonMembers): Findings {
  const fields = kindOf(claim)?.fields
  if (!fields) return nothing
  const listed = new Set(['type', ...Object.keys(commonFields), ...Object.keys(fields)])
  return together(
    Object.keys(claim)
      .filter((name) => !listed.has(name))
      .slice(0, 20)
      .map((name) => noted(name, 'CLAIM-EXTRA-MEMBERS', 'is a member that the text does not list')),
  )
}
