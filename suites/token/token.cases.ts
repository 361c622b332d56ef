import { assertionOf, assign, clientIdOf, leaveOut, remove } from '../../harness/mutations/form-parameters.js'
import { form } from '../../harness/mutations/mutation.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { serverRoles } from '../support/roles.js'
import type { Coverage, Row } from '../support/row.js'

/** A grant of type refresh_token without any assertion. */
export const refreshing = (name: string, refreshToken: string): Mutation =>
  form(name, (parameters, context) => {
    const clientId = clientIdOf(parameters, context)
    leaveOut(parameters, assertionOf(parameters))
    remove(parameters, 'client_assertion_type')
    assign(parameters, 'grant_type', 'refresh_token')
    assign(parameters, 'refresh_token', refreshToken || (clientId?.[1] ?? ''))
  })

/** A server whose generator has the same seed at each start issues the same tokens again. */
export const recurring: Coverage = {
  id: 'token.recurring-after-restart',
  requirements: ['TOKEN-DISTINCT'],
  cases: [],
  level: 'should',
  profile: 'deep',
  exclusive: true,
  detects: ['draws-same-access-tokens'],
}

/** Requests that must not be answered with a refresh token (L201, L239). */
export const neverRefreshed: readonly Row[] = [
  {
    id: 'token.offline-access',
    title: 'scope offline_access',
    requirements: ['TOKEN-NO-REFRESH'],
    cases: ['TOK-02'],
    roles: serverRoles,
    detects: ['issues-refresh-token-offline'],
    mutate: [
      form('scope offline_access', (parameters) => assign(parameters, 'scope', 'offline_access')),
      form('offline_access beside the usual scope', (parameters) => {
        const scope = parameters.find(([name]) => name === 'scope')?.[1] ?? 'openid'
        assign(parameters, 'scope', `${scope} offline_access`)
      }),
    ],
  },
  {
    id: 'token.refresh-grant-with-assertion',
    title: 'grant_type refresh_token beside a sound assertion',
    requirements: ['TOKEN-NO-REFRESH'],
    cases: ['TOK-03'],
    detects: ['issues-refresh-token'],
    mutate: form('grant_type refresh_token, with the assertion', (parameters) => {
      assign(parameters, 'grant_type', 'refresh_token')
      assign(parameters, 'refresh_token', 'something')
    }),
  },
]
