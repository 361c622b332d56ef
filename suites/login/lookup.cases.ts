import { answering } from '../registry-transport/transport.cases.js'

/** How the registry answers about a client that has its code already. */
export const failures = answering('status 500', 'reset before the answer')
