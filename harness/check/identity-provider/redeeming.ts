import type { InterfaceSettings } from '../../contracts/interface.js'

/** The interface of a target at whose token endpoint an authorization code is redeemed (L218, RFC 6749 §4.1.3): a form at another path. */
export const redeemingCodes = (settings: InterfaceSettings): InterfaceSettings => {
  const { scope: _, ...parameters } = settings.token.parameters
  return {
    ...settings,
    token: {
      ...settings.token,
      path: settings.login.tokenPath,
      encoding: 'form',
      parameters: { ...parameters, grant_type: 'authorization_code' },
    },
  }
}
