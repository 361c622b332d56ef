import { X509Certificate } from 'node:crypto'

/** Serial number of a certificate, big-endian; with a first byte that is not negative, as the lab makes them. */
export const serialNumberOf = (der: Buffer): Buffer => Buffer.from(new X509Certificate(der).serialNumber, 'hex')
