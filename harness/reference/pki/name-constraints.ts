import type { Certificate } from './certificate.js'
import { alternativeNames, nameConstraints } from './extension-values.js'
import { type GeneralName, nameType } from './general-names.js'
import { spelled } from './names.js'

/** Whether a certificate's names stay inside the name constraints of an authority above it (RFC 5280 §4.2.1.10; directory and DNS names). */
export function staysInside(certificate: Certificate, authority: Certificate): boolean {
  const { permitted, excluded } = authority.said(nameConstraints)
  if (permitted.length + excluded.length === 0) return true
  return namesOf(certificate).every((name) => {
    const same = (base: GeneralName) => base.type === name.type
    const covers = (base: GeneralName) => same(base) && within(name, base)
    return !excluded.some(covers) && (!permitted.some(same) || permitted.some(covers))
  })
}

function namesOf(certificate: Certificate): readonly GeneralName[] {
  const { subject } = certificate.details
  const own: GeneralName[] =
    subject.attributes.length > 0 ? [{ type: nameType.directory, text: '', name: subject }] : []
  const others = certificate.said(alternativeNames)
  return [...own, ...others.filter(({ type }) => type === nameType.dns || type === nameType.directory)]
}

function within(name: GeneralName, base: GeneralName): boolean {
  if (name.type === nameType.dns) {
    const host = name.text.toLowerCase()
    const domain = base.text.toLowerCase().replace(/^\./, '')
    return host === domain || host.endsWith(`.${domain}`)
  }
  const attributes = attributesOf(name)
  return attributesOf(base).every((attribute, index) => attribute === attributes[index])
}

const attributesOf = ({ name }: GeneralName): readonly string[] => (name?.attributes ?? []).map(spelled)
