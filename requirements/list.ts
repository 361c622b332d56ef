import { authentication } from './authentication/index.js'
import { endpoints } from './endpoints/index.js'
import { errors } from './errors.js'
import { events } from './events.js'
import { limits } from './limits.js'
import { purpose } from './purpose.js'
import { resources } from './resources/index.js'
import { states } from './states.js'
import { versioning } from './versioning.js'

/** Every rule of the interface, in the order of its nine parts. */
export const requirements = [
  ...purpose,
  ...resources,
  ...states,
  ...endpoints,
  ...authentication,
  ...events,
  ...errors,
  ...limits,
  ...versioning,
] as const

/** Id of a requirement: `<AREA>-<WORD>`. */
export type RequirementId = (typeof requirements)[number]['id']
