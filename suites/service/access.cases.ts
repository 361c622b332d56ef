import { accessToken } from '../../harness/mutations/evidence.js'
import { claimsAbout, unissuedTokens } from '../support/values/unissued-tokens.js'
import { flow, row } from './rows.js'

export const withoutToken = flow('service.no-token', 'SVC-01', [
  'serves-without-token',
  'serves-local-callers-without-token',
])

export const wrongToken = row('service.wrong-token', 'SVC-02', [
  'serves-any-token',
  'serves-json-for-token',
  'serves-file-for-token',
  'serves-pattern-for-token',
  'serves-beginning-of-token',
]).sends('with an access token that it did not issue', [
  accessToken('the client assertion that its own was issued on', ({ assertion }) => assertion),
  ...unissuedTokens.map(({ name, of }) => accessToken(name, ({ own, subject }) => of(own, claimsAbout(subject)))),
  accessToken('a JWT of another participant about the consumer', ({ foreignJwt, subject }) =>
    foreignJwt({ sub: subject, client_id: subject, exp: Math.floor(Date.now() / 1000) + 3600 }),
  ),
])
