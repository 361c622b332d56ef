import type * as pkijs from 'pkijs'
import { type Certificate, oid } from './certificate.js'

/** Types of GeneralName (RFC 5280 §4.2.1.6). */
const dnsName = 2
const directoryName = 4

/** Whether a certificate's names stay inside the name constraints of an authority above it (RFC 5280 §4.2.1.10; directory and DNS names). */
export function staysInside(certificate: Certificate, authority: Certificate): boolean {
  const constraints = authority.extension(oid.nameConstraints)?.parsedValue as pkijs.NameConstraints | undefined
  if (!constraints) return true
  const permitted = bases(constraints.permittedSubtrees)
  const excluded = bases(constraints.excludedSubtrees)
  return namesOf(certificate).every((name) => {
    const same = (base: pkijs.GeneralName) => base.type === name.type
    const covers = (base: pkijs.GeneralName) => same(base) && within(name, base)
    return !excluded.some(covers) && (!permitted.some(same) || permitted.some(covers))
  })
}

interface Name {
  readonly type: number
  readonly value: unknown
}

const bases = (subtrees: readonly pkijs.GeneralSubtree[] | undefined): readonly pkijs.GeneralName[] =>
  (subtrees ?? []).map(({ base }) => base)

function namesOf(certificate: Certificate): readonly Name[] {
  const alternative = certificate.extension(oid.subjectAltName)?.parsedValue as pkijs.AltName | undefined
  const { subject } = certificate.details
  const own: Name[] = subject.typesAndValues.length > 0 ? [{ type: directoryName, value: subject }] : []
  return [...own, ...(alternative?.altNames ?? []).filter(({ type }) => type === dnsName || type === directoryName)]
}

function within(name: Name, base: pkijs.GeneralName): boolean {
  if (name.type === dnsName) {
    const host = String(name.value).toLowerCase()
    const domain = String(base.value).toLowerCase().replace(/^\./, '')
    return host === domain || host.endsWith(`.${domain}`)
  }
  const attributes = attributesOf(name.value)
  return attributesOf(base.value).every((attribute, index) => attribute === attributes[index])
}

const attributesOf = (value: unknown): readonly string[] =>
  (value as pkijs.RelativeDistinguishedNames).typesAndValues.map(
    ({ type, value: { valueBlock } }) => `${type}=${String((valueBlock as { value?: unknown }).value)}`,
  )
