import { accessToken } from '../../harness/mutations/evidence.js'
import { forgedTokens, takingForged } from '../support/values/forged-tokens.js'
import { claimsAbout, madeOfRequest, unissuedTokens } from '../support/values/unissued-tokens.js'
import { flow, row } from './rows.js'

export const withoutToken = flow('service.no-token', 'SVC-01', [
  'serves-without-token',
  'serves-local-callers-without-token',
])

export const wrongToken = row('service.wrong-token', 'SVC-02', [
  'serves-any-token',
  ...madeOfRequest,
  'serves-json-for-token',
  'serves-file-for-token',
  'serves-pattern-for-token',
  'takes-token-into-query',
  'serves-beginning-of-token',
]).sends('with an access token that it did not issue', [
  ...unissuedTokens.map(({ name, of }) =>
    accessToken(name, ({ own, subject, assertion }) => of(own, claimsAbout(subject), assertion)),
  ),
  accessToken('a JWT of another participant about the consumer', ({ foreignJwt, subject }) =>
    foreignJwt({ sub: subject, client_id: subject, exp: Math.floor(Date.now() / 1000) + 3600 }),
  ),
])

export const forgedToken = row('service.forged-token', 'SVC-02', [...takingForged, 'serves-any-token']).sends(
  'with an access token that another participant makes in its name',
  forgedTokens.map(({ name, of }) =>
    accessToken(name, async ({ own, subject, forging }) => of(own, subject, await forging())),
  ),
)
