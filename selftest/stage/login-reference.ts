import type { Role } from '../../requirements/types.js'
import { compiled } from './assay-command.js'

/** A reference at which humans log in, as a target of that name. @param env Its variants and faults. */
export const loginReference = (name: string, role: Role, login: object, env: Readonly<Record<string, string>>) => ({
  target: { name, roles: [role] },
  launch: { command: `exec ${process.execPath} ${compiled('harness/reference/main.js')} ${role}`, env },
  login,
})
