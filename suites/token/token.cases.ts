import { assertionOf, assign, clientIdOf, leaveOut, remove } from '../../harness/mutations/form-parameters.js'
import { form, request } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { serverRoles } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { addingHeader, inForm } from '../support/values/requests.js'

/** A grant of type refresh_token without any assertion. */
export const refreshing = (name: string, refreshToken: string): Mutation =>
  form(name, (parameters, context) => {
    const clientId = clientIdOf(parameters, context)
    leaveOut(parameters, assertionOf(parameters))
    remove(parameters, 'client_assertion_type')
    assign(parameters, 'grant_type', 'refresh_token')
    assign(parameters, 'refresh_token', refreshToken || (clientId?.[1] ?? ''))
  })

/** An access token in the place of the assertion: who has one would have them for ever. */
export const renewing = (accessToken: string): Mutation =>
  request('no assertion, an access token as Authorization', (plain) =>
    addingHeader(
      'authorization',
      `Bearer ${accessToken}`,
    )(
      inForm((body) => {
        const parameters = new URLSearchParams(body)
        for (const name of ['client_assertion', 'client_assertion_type']) parameters.delete(name)
        return parameters.toString()
      })(plain),
    ),
  )

/** Requests that must not be answered with a refresh token (L201, L239). */
export const neverRefreshed: readonly Row[] = [
  row('token.offline-access', 'TOK-02', 'issues-refresh-token-offline', { roles: serverRoles }).sends(
    'scope offline_access',
    [
      form('scope offline_access', (parameters) => assign(parameters, 'scope', 'offline_access')),
      form('offline_access beside the usual scope', (parameters) => {
        const scope = parameters.find(([name]) => name === 'scope')?.[1] ?? 'openid'
        assign(parameters, 'scope', `${scope} offline_access`)
      }),
    ],
  ),
  row('token.refresh-grant-with-assertion', 'TOK-03', 'issues-refresh-token').sends(
    'grant_type refresh_token beside a sound assertion',
    form('grant_type refresh_token, with the assertion', (parameters) => {
      assign(parameters, 'grant_type', 'refresh_token')
      assign(parameters, 'refresh_token', 'something')
    }),
  ),
]
