/** Base64 in lines of 64 characters. */
export const folded = (base64: string): string => base64.match(/.{1,64}/g)?.join('\n') ?? ''

/** Base64 of a certificate between the lines of PEM (RFC 7468). */
export const armoured = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${folded(base64)}\n-----END CERTIFICATE-----\n`
