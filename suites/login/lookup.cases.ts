import { answering } from '../registry-transport/transport.cases.js'
import type { Coverage } from '../support/row.js'
import { atLogin } from './rows.js'

/** While the registry fails all the time, no code comes, and nothing is learnt of the token endpoint. */
export const failsOpen: Coverage = atLogin({
  id: 'login.lookup-fails-open',
  requirements: ['LOGIN-ADHERENCE'],
  cases: [],
  level: 'strict',
  detects: [
    'redeems-code-on-registry-error',
    'redeems-code-on-registry-reset',
    'grants-on-registry-error',
    'grants-on-registry-reset',
  ],
})

/** How the registry answers about a client that has its code already. */
export const failures = answering('status 500', 'reset before the answer')
