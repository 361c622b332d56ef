import type { JsonMembers } from './claim-shape.js'
import { note, problem } from './collect.js'
import { show } from './show.js'
import type { DocumentProblem, Findings } from './types.js'

/** Seconds that every JWT lives (L259). */
const lifetime = 30
/** Times beyond this are no seconds: the year 5138. */
const mostSeconds = 100_000_000_000

/** Everything found in the payload of a signed JWT (L252–259); whether it has expired depends on when it is used. */
export function jwtClaims(payload: JsonMembers): Findings {
  const { iss, sub, aud } = payload
  const differs = typeof iss === 'string' && typeof sub === 'string' && sub !== iss
  return {
    problems: [...parties(payload), ...identifier(payload), ...times(payload)],
    notes: [
      ...(differs ? [note(['payload', 'sub'], 'JWT-SUB', 'differs from iss')] : []),
      ...(Array.isArray(aud) ? [note(['payload', 'aud'], 'ASSERTION-SINGLE-AUD', 'is a list')] : []),
    ],
  }
}

const at = (name: string, id: string, says: string): DocumentProblem => problem(['payload', name], id, says)

function parties({ iss, sub, aud }: JsonMembers): readonly DocumentProblem[] {
  const text = (name: string, value: unknown, missing: string) =>
    value === undefined
      ? [at(name, missing, 'is missing')]
      : typeof value === 'string'
        ? []
        : [at(name, 'JWT-ISS-TYPE', `is ${show(value)}, but must be a string`)]
  return [...text('iss', iss, 'JWT-ISS'), ...text('sub', sub, 'JWT-SUB'), ...audience(aud)]
}

function audience(aud: unknown): readonly DocumentProblem[] {
  if (aud === undefined) return [at('aud', 'ASSERTION-AUD', 'is missing')]
  const names = [aud].flat()
  return names.length === 1 && typeof names[0] === 'string'
    ? []
    : [at('aud', 'ASSERTION-SINGLE-AUD', `is ${show(aud)}, but must be one Party Identifier`)]
}

function identifier({ jti }: JsonMembers): readonly DocumentProblem[] {
  if (jti === undefined) return [at('jti', 'JWT-JTI', 'is missing')]
  return typeof jti === 'string' && jti.trim() !== ''
    ? []
    : [at('jti', 'JWT-JTI-TYPE', `is ${show(jti)}, but must be a string that is not blank`)]
}

function times({ iat, exp }: JsonMembers): readonly DocumentProblem[] {
  const time = (name: string, value: unknown, missing: string) => {
    if (value === undefined) return [at(name, missing, 'is missing')]
    if (!Number.isSafeInteger(value))
      return [at(name, 'JWT-LIFETIME', `is ${show(value)}, but must be a whole number of seconds`)]
    return Number(value) > mostSeconds ? [at(name, 'JWT-TIME-UNIT', `is ${show(value)}, which are no seconds`)] : []
  }
  const each = [...time('iat', iat, 'JWT-IAT'), ...time('exp', exp, 'JWT-EXP')]
  if (each.length > 0) return each
  const lives = Number(exp) - Number(iat)
  return lives === lifetime
    ? []
    : [at('exp', 'JWT-LIFETIME', `lies ${lives} seconds after iat, but must lie ${lifetime}`)]
}
