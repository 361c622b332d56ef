import { randomBytes } from 'node:crypto'

/** A part of a name that nobody else has. */
export const unique = (): string => randomBytes(8).toString('hex')
