import { answering } from '../registry-transport/transport.cases.js'
import type { Coverage } from '../support/row.js'
import { checkAtLogin } from './rows.js'

/** While the registry fails all the time, no code comes, and nothing is learnt of the token endpoint. */
export const failsOpen: Coverage = checkAtLogin(
  'login.lookup-fails-open',
  'LOGIN-ADHERENCE',
  [
    'redeems-code-on-registry-error',
    'redeems-code-on-registry-reset',
    'grants-on-registry-error',
    'grants-on-registry-reset',
  ],
  { level: 'strict' },
)

/** How the registry answers about a client that has its code already. */
export const failures = answering('status 500', 'reset before the answer')
