import { X509Certificate } from 'node:crypto'

/** PEM text of a certificate, lines of 64 characters (RFC 7468). */
export const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`

/** DER of the first certificate in PEM text. */
export const certificateFromPem = (text: string): Buffer => new X509Certificate(text).raw
