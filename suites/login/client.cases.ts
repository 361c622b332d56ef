import { clientIdOf } from '../../harness/mutations/form-parameters.js'
import { form, identity } from '../../harness/mutations/mutation.js'
import { status, unknownParty } from '../support/records.js'
import type { Coverage, Row } from '../support/row.js'
import { atLogin } from './rows.js'

export const firstContact: Coverage = atLogin({
  id: 'login.first-contact',
  requirements: ['LOGIN-NO-PREREGISTRATION', 'LOGIN-OIDC'],
  cases: ['OID-02', 'BRK-02'],
  detects: ['refuses-first-contact'],
})

export const refused: readonly Row[] = [
  atLogin({
    id: 'login.adherence',
    title: 'a ServiceProvider that the registry does not know or does not call Active',
    requirements: ['LOGIN-ADHERENCE'],
    cases: ['OID-01'],
    detects: ['accepts-unknown-party', 'ignores-status'],
    mutate: [unknownParty, ...['Suspended', 'Revoked'].map(status)],
  }),
  atLogin({
    id: 'login.client-id',
    title: 'a client_id that is no Party Identifier, or not that of the party that signed',
    requirements: ['LOGIN-CLIENT-ID'],
    cases: ['OID-03', 'BRK-03'],
    detects: ['ignores-client-id'],
    mutate: [
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
  }),
]
