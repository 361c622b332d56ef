/** Where an IdentityProvider or IdentityBroker serves what (L216 and OpenID Connect Core; the token path stands with the participant). */
export const paths = {
  authorize: '/identity_provider/authorize',
  userinfo: '/identity_provider/userinfo',
  jwks: '/identity_provider/jwks',
  /** One of these per login; the name of the login stands behind it. */
  login: '/identity_provider/login/',
  discovery: '/.well-known/openid-configuration',
} as const
