import { readCertificate } from './certificate.js'
import { issuerId } from './issuer.js'
import { serialHex } from './revocation/answer.js'
import type { IssuedReference } from './types.js'

/** How the lab names a certificate: its serial number, and the id of its issuer (itself, where no issuer is given). */
export const reference = (certificate: Buffer, issuer: Buffer = certificate): IssuedReference => ({
  serial: serialHex(readCertificate(certificate).serial),
  issuer: issuerId(issuer),
})
