/** What servers keep of what they found, so as not to find it again. */
export const kept = {
  chain: 'that a certificate and its chain are sound',
  key: 'the key of a certificate',
  signature: 'that a signature holds',
  revocation: 'what a CRL or a responder said',
  record: 'that the registry knows a party, and which certificates it holds for it',
  status: 'that a party is Active',
  token: 'whose an access token is that the server issued',
  ownToken: "the server's own access token and assertion, at the registry and elsewhere",
  jti: 'that a jti was used',
  forwarded: 'that a forwarded JWT counts',
  evidence: 'what is permitted',
  session: 'who is logged in',
} as const

/** What another message may share with the one of which something was kept. */
export const shared = {
  subject: 'subject name',
  serial: 'issuer or serial number',
  key: 'public key',
  certificate: 'certificate',
  client: 'Party Identifier',
  connection: 'connection',
  jti: 'jti',
  resource: 'resource',
  provider: 'iss of a provider',
  state: 'state of a login',
  jwt: 'the JWT, at another place',
  accessToken: 'access token',
  node: 'all, at another replica',
  restart: 'all, after a restart',
} as const

export type Kept = keyof typeof kept
export type Shared = keyof typeof shared

/** Checks that send a wrong message which shares that with a sound one before; or why it cannot come to that. */
export type Cell = readonly string[] | string

const usedJti = 'A used jti is refused by itself, before anything that was kept under it matters.'
const noResource = 'Nobody names a resource before the client is authenticated.'
const oneLogin = 'A second answer with the state of a login is refused, whatever is in it.'
const noToken = 'An access token is given once the client is authenticated, and looked at by itself.'
const inTheJwt = 'It stands in the JWT, and is the same at every place.'
const noLogin = 'No human logs in.'
const ofCertificates = (cell: Cell) => ({ subject: cell, serial: cell, key: cell, certificate: cell })
const noCertificate = ofCertificates('It is kept of a party, whose certificate was looked at before.')
const itsOwn = ofCertificates('It is the own one of the server, for all of its clients.')

const ofResembling = [
  'state.unknown-party',
  'state.unregistered-certificate',
  'state.forwarded-under-unregistered-certificate',
]

const ofForwarded = ['state.forwarded-under-unregistered-certificate', 'state.forwarded-under-untrusted-certificate']

/** To forget does harm only where something may be used once, or has to stay the same. */
const anew = {
  node: 'A replica that knows nothing of it finds it anew; one that shares what is kept shares the mistake.',
  restart: 'What is forgotten is found anew.',
}

/** Each thing that is kept, by each key that is too wide for it. */
export const cells: Readonly<Record<Kept, Readonly<Record<Shared, Cell>>>> = {
  chain: {
    subject: ['state.untrusted-certificate', 'state.expired-certificate'],
    serial: ['state.untrusted-certificate', 'state.expired-certificate'],
    key: ['state.untrusted-certificate', 'state.expired-certificate'],
    certificate: [
      'chain.leaf-only',
      'chain.without-intermediate',
      'certificate.again',
      'state.certificate-after-its-end',
    ],
    client: ['state.untrusted-certificate', 'state.expired-certificate'],
    connection: ['chain.same-names', 'certificate.expired'],
    jti: usedJti,
    resource: noResource,
    provider: ['relying-party.untrusted-chain', 'relying-party.expired-certificate'],
    state: oneLogin,
    jwt: inTheJwt,
    accessToken: noToken,
    ...anew,
  },
  key: {
    subject: ['state.key-of-another-certificate'],
    serial: ['state.key-of-another-certificate'],
    key: 'It is what is kept.',
    certificate: 'A certificate has one key.',
    client: ['state.key-of-another-certificate', 'chain.of-another'],
    connection: ['state.connection'],
    jti: ['forwarding.signature-after-use'],
    resource: noResource,
    provider: ['relying-party.signer', 'relying-party.signature'],
    state: oneLogin,
    jwt: inTheJwt,
    accessToken: noToken,
    ...anew,
  },
  signature: {
    subject: ['signature.bit-flipped'],
    serial: ['signature.bit-flipped'],
    key: ['signature.bit-flipped', 'signature.of-earlier-assertion'],
    certificate: ['signature.bit-flipped', 'signature.of-earlier-assertion'],
    client: ['signature.bit-flipped', 'signature.of-earlier-assertion'],
    connection: ['state.connection'],
    jti: ['forwarding.signature-after-use'],
    resource: noResource,
    provider: ['relying-party.signature'],
    state: oneLogin,
    jwt: ['state.forwarded-as-assertion', 'state.assertion-as-forwarded'],
    accessToken: noToken,
    ...anew,
  },
  revocation: {
    subject: ['state.revoked-certificate'],
    serial: ['state.revoked-certificate', 'state.revoked-on-shared-crl', 'state.revoked-at-shared-responder'],
    key: ['state.revoked-certificate'],
    certificate: ['certificate.revoked-later-on-crl', 'certificate.revoked-later-by-ocsp'],
    client: ['state.revoked-certificate'],
    connection: ['certificate.revoked-on-crl', 'certificate.revoked-by-ocsp'],
    jti: usedJti,
    resource: noResource,
    provider: ['relying-party.revoked-certificate'],
    state: oneLogin,
    jwt: inTheJwt,
    accessToken: noToken,
    ...anew,
  },
  record: {
    subject: ofResembling,
    serial: ofResembling,
    key: ofResembling,
    certificate: ['state.unknown-party', 'identity.impersonation'],
    client: [
      'identity.impersonation-of-known',
      'registry.certificate-withdrawn',
      'state.registry-failing',
      'state.registry-silent',
      'state.registry-unreachable',
      'state.registry-failing-after-cache',
    ],
    connection: ['registry.unknown'],
    jti: usedJti,
    resource: noResource,
    provider: ['relying-party.unregistered-certificate'],
    state: oneLogin,
    jwt: ['registry.record-of-another'],
    accessToken: noToken,
    ...anew,
  },
  status: {
    subject: ['state.suspended-party'],
    serial: ['state.suspended-party'],
    key: ['state.suspended-party'],
    certificate: ['state.suspended-party'],
    client: [
      'registry.status-flip',
      'registry.status-flip-after-cache',
      'state.registry-failing',
      'state.registry-silent',
      'state.registry-unreachable',
      'login.lookup-fails-open',
    ],
    connection: ['registry.status-suspended'],
    jti: usedJti,
    resource: noResource,
    provider: ['relying-party.provider-status'],
    state: oneLogin,
    jwt: ['forwarding.status-flip', 'parties-token.outdated'],
    accessToken: 'Whether a party may go on with its access token once it is suspended, the text leaves open.',
    ...anew,
  },
  token: {
    ...noCertificate,
    client: [
      'delegation.caller-of-token',
      'delegation.token-of-another',
      'service.consumer-of-token',
      'service.token-of-two-clients',
      'delegation.token-of-two-names',
    ],
    connection: ['delegation.no-token', 'service.no-token', 'lookup.without-token'],
    jti: ['delegation.token-of-shared-jti', 'service.token-of-shared-jti'],
    resource: 'A token is of a party, and what that may have is decided anew each time.',
    provider: 'Only its own tokens open a server.',
    state: ['login.userinfo-of-own-human'],
    jwt: ['delegation.foreign-token', 'service.wrong-token', 'lookup.wrong-token'],
    accessToken: 'It is what is kept.',
    node: anew.node,
    restart: ['token.recurring-after-restart'],
  },
  ownToken: {
    ...itsOwn,
    client: ['registry.authenticated-lookup', 'registry-transport.no-token'],
    connection: 'It is sent with each request; nothing is asked of the connection.',
    jti: ['client.new-assertion', 'asking.new-assertion', 'consumer.new-assertion'],
    resource: noResource,
    provider: ['consumer.token-of-another', 'service.authenticated-ask'],
    state: noLogin,
    jwt: ['client.own-assertion', 'service.own-assertion'],
    accessToken: 'It is what is kept.',
    ...anew,
  },
  jti: {
    subject: 'The assertion names its certificate: under another one it is another JWT.',
    serial: 'The assertion names its certificate: under another one it is another JWT.',
    key: 'The assertion names its certificate: under another one it is another JWT.',
    certificate: ['replay.at-once'],
    client: ['replay.shared-jti', 'replay.poisoned-jti'],
    connection: ['replay.everywhere'],
    jti: ['replay.used-jti', 'replay.free-jti', 'replay.stored-jti'],
    resource: noResource,
    provider: 'An id_token is used up by the state that it answers.',
    state: 'An id_token is used up by the state that it answers.',
    jwt: ['replay.other-request', 'replay.padded', 'replay.unused-bits', 'forwarding.consumed'],
    accessToken: noToken,
    node: ['replay.everywhere'],
    restart: ['replay.after-restart'],
  },
  forwarded: {
    subject: ofForwarded,
    serial: ofForwarded,
    key: ofForwarded,
    certificate: ['forwarding.own-jwt'],
    client: ['forwarding.by-another', 'forwarding.audience', 'forwarding.status-flip'],
    connection: ['forwarding.signature'],
    jti: ['forwarding.signature-after-use'],
    resource: ['forwarding.subject'],
    provider: noLogin,
    state: noLogin,
    jwt: ['state.forwarded-as-assertion', 'state.assertion-as-forwarded', 'forwarding.as-assertion'],
    accessToken: ['state.consent-of-token'],
    ...anew,
  },
  evidence: {
    ...noCertificate,
    client: ['state.permit-of-another-question', 'delegation.other-resource', 'service.evidence-resource'],
    connection: ['service.no-evidence'],
    jti: ['state.permit-of-jwt', 'state.jwt-for-another-question'],
    resource: [
      'state.permit-of-another-question',
      'delegation.subjects-apart',
      'service.consumer-of-token',
      'service.current-evidence',
    ],
    provider: ['delegation.issuer-of-another-policy', 'service.evidence-issuer'],
    state: noLogin,
    jwt: 'Evidence comes over a connection to the AuthorisationRegistry, and from nobody else.',
    accessToken: ['state.permit-of-token', 'service.current-evidence'],
    ...anew,
  },
  session: {
    ...noCertificate,
    client: ['login.code-of-another', 'login.nonce-of-own-login', 'login.nonce-of-own-browser'],
    connection: ['login.userinfo-closed'],
    jti: 'An id_token is used up by the state that it answers.',
    resource: ['relying-party.login-is-no-authority'],
    provider: ['relying-party.other-provider', 'relying-party.issuer', 'broker.subjects-of-two-providers'],
    state: [
      'relying-party.state-used',
      'relying-party.state-of-another',
      'relying-party.request-answered-again',
      'login.values-of-another-client',
    ],
    jwt: ['relying-party.audience', 'relying-party.nonce-of-another', 'login.code-again'],
    accessToken: ['login.userinfo-of-own-human'],
    node: ['login.code-again'],
    restart: ['login.subject-after-restart', 'login.code-after-restart'],
  },
}
