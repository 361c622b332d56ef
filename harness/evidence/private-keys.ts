/** What stands in evidence in place of a private key. */
export const insteadOfKey = '‹a private key›'

const inPem = /-----BEGIN[ %+\w]*?PRIVATE[ %+\w]*?KEY-----(?:.*?-----END[ %+\w]*?PRIVATE[ %+\w]*?KEY-----|.*)/gs

/** Text without private keys in PEM, percent-encoded ones included. */
export const withoutPrivateKeys = (text: string): string =>
  text.includes('-----BEGIN') ? text.replace(inPem, insteadOfKey) : text
