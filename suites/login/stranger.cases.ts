import type { Coverage } from '../support/row.js'

/** A form that any page can send logs the human in whom its author chose (login CSRF). */
export const fromStranger: Coverage = {
  id: 'login.form-of-stranger',
  requirements: ['LOGIN-PAGE-OF-BROWSER'],
  cases: [],
  level: 'should',
  // A broker's humans prove elsewhere who they are.
  roles: ['IdentityProvider'],
  detects: ['takes-form-of-stranger'],
}
