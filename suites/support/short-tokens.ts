/** A text in the place of an access token, and what it is. */
export interface ShortToken {
  readonly name: string
  readonly token: string
}

/** What is found wherever access tokens are files of a folder, and what fits every token where a pattern is looked for. */
export const shortTokens: readonly ShortToken[] = [
  { name: 'a dot', token: '.' },
  { name: 'two dots', token: '..' },
  { name: 'an asterisk', token: '*' },
  { name: 'a percent sign', token: '%' },
  { name: 'a regular expression', token: '.*' },
]

/** Patterns that fit no other token than this one: the first one that fits any may be of somebody else. */
export const patternsOf = (token: string): readonly ShortToken[] => [
  { name: 'its own with a percent sign for its end', token: `${token.slice(0, -1)}%` },
  { name: 'its own with a dot for its last character', token: `${token.slice(0, -1)}.` },
]

/** What is found wherever an access token is looked for by how it begins. */
export const firstHalf = (token: string): string => token.slice(0, Math.ceil(token.length / 2))
