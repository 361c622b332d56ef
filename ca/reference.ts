import { serialHex } from './answer.js'
import { readCertificate } from './certificate.js'
import { issuerId } from './issuer.js'
import type { IssuedReference } from './types.js'

/** How the lab is told about a certificate: its serial number, and the id of whoever issued it (itself, where no issuer is given). */
export const reference = (certificate: Buffer, issuer: Buffer = certificate): IssuedReference => ({
  serial: serialHex(readCertificate(certificate).serial),
  issuer: issuerId(issuer),
})
