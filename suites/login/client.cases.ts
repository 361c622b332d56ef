import { clientIdOf } from '../../harness/mutations/form-parameters.js'
import { form, identity } from '../../harness/mutations/mutation.js'
import type { Coverage, Row } from '../support/row.js'
import { status, unknownParty } from '../support/values/records.js'
import { checkAtLogin, rowAtLogin } from './rows.js'

export const firstContact: Coverage = checkAtLogin(
  'login.first-contact',
  ['LOGIN-NO-PREREGISTRATION', 'LOGIN-OIDC', 'OID-02', 'BRK-02'],
  'refuses-first-contact',
)

export const refused: readonly Row[] = [
  rowAtLogin('login.adherence', 'OID-01', ['accepts-unknown-party', 'ignores-status']).sends(
    'a ServiceProvider that the registry does not know or does not call Active',
    [unknownParty, ...['Suspended', 'Revoked'].map(status)],
  ),
  rowAtLogin('login.client-id', ['OID-03', 'BRK-03'], 'ignores-client-id').sends(
    'a client_id that is no Party Identifier, or not that of the party that signed',
    [
      identity('client_id that is no Party Identifier', (names, { party }) => {
        names.client_id = `client-${party.scope}`
      }),
      identity('every name is no Party Identifier', (names, { party }) => {
        const name = `client-${party.scope}`
        Object.assign(names, { iss: name, sub: name, client_id: name })
      }),
      identity(
        'client_id of another party, with a code of that party',
        (names, { other }) => {
          names.client_id = other.partyId
        },
        'other',
      ),
      form(
        'client_id of another party, with a code of the party that signed',
        (parameters, context) => {
          const clientId = clientIdOf(parameters, context)
          if (clientId) clientId[1] = context.other.partyId
        },
        'other',
      ),
    ],
  ),
]
