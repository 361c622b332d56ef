import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

const blocks = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g

/** Certificates of a PEM text in their order; throws an `Error` whose message completes "which …". */
export const readCertificates = (pem: string): readonly X509Certificate[] => {
  const found = [...pem.matchAll(blocks)].filter(([, label]) => label === 'CERTIFICATE')
  if (found.length === 0) throw new Error(whatInstead(pem, 'certificate'))
  return found.map(([block], index) => {
    try {
      return new X509Certificate(block)
    } catch (cause) {
      throw new Error(`holds a certificate (number ${index + 1}) that is cut short or garbled`, { cause })
    }
  })
}

/** The private key of a PEM text; throws an `Error` whose message completes "which …". */
export const readPrivateKey = (pem: string): KeyObject => {
  const [block, label] = [...pem.matchAll(blocks)].find(([, name]) => name?.endsWith('PRIVATE KEY')) ?? []
  if (!block) throw new Error(whatInstead(pem, 'private key'))
  if (label === 'ENCRYPTED PRIVATE KEY' || block.includes('ENCRYPTED'))
    throw new Error('holds a private key under a password, which Assay cannot ask for: give it without one')
  try {
    return createPrivateKey(block)
  } catch (cause) {
    throw new Error('holds a private key that is cut short or garbled', { cause })
  }
}

const whatInstead = (pem: string, wanted: string): string => {
  const armour = `-----BEGIN ${wanted.toUpperCase()}-----`
  const [, label] = pem.matchAll(blocks).next().value ?? []
  if (label) return `holds a ${label.toLowerCase()}, but needs a ${wanted} (${armour})`
  if (pem.includes(armour)) return `holds a ${wanted} whose end is missing`
  return `holds no ${wanted} in PEM form (${armour})`
}
