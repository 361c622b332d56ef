/** Another Party Identifier that is made of a given one. */
export interface NearMiss {
  readonly name: string
  readonly of: (partyId: string) => string
}

/** Identifiers that hold a given one or are held by it. Nothing here sets off the path, query or fragment of a URL, which a reader may cut off. */
export const nearMisses: readonly NearMiss[] = [
  { name: 'with a character behind it', of: (partyId) => `${partyId}2` },
  { name: 'with a character before it', of: (partyId) => `x${partyId}` },
  { name: 'with characters around it', of: (partyId) => `x${partyId}2` },
  { name: 'without its end', of: (partyId) => partyId.slice(0, -2) },
  { name: 'without its beginning', of: (partyId) => partyId.slice(2) },
  { name: 'without its ends', of: (partyId) => partyId.slice(2, -2) },
  { name: 'none of its characters', of: () => '' },
]

/** Longer names, and non-empty parts of one. No part ends at a hyphen, where a hierarchy of names might be cut. */
export const nearMissesOfName: readonly NearMiss[] = [
  ...nearMisses.filter(({ of }) => of('') !== ''),
  { name: 'without its last character', of: (name) => name.slice(0, -1) },
  { name: 'without its first character', of: (name) => name.slice(1) },
  { name: 'without its ends', of: (name) => name.slice(1, -1) },
]
