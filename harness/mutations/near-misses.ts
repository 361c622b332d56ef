/** What a reader does who takes such a name for the right one. */
export type Slip =
  | 'looks for a part'
  | 'compares a part'
  | 'trims'
  | 'cuts at a control character'
  | 'folds Unicode'
  | 'decodes'
  | 'reads it as a URL'
  | 'splits a list'
  | 'takes it for a pattern'
  | 'puts it into a query'

/** Another name that is made of a given one. */
export interface NearMiss {
  readonly name: string
  readonly of: (own: string) => string
}

const zeroWidthSpace = '\u200b'
const cyrillic: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', x: 'х', y: 'у' }

/** U+FF01 … U+FF5E, which NFKC folds to ASCII. */
const fullWidth = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0)

/** A name that has no such letter gets an invisible character, so that it differs all the same. */
const respelled = (own: string, letters: RegExp, as: (letter: string) => string): string =>
  own.search(letters) === -1 ? `${own}${zeroWidthSpace}` : own.replace(letters, as)

/** Characters of one kind, in whatever form of identifier they stand. */
const kinds = ['234567', '0189', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ']

/** Another character of the same kind; one that is of none stands for itself. */
const another = (character: string): string => {
  const kind = kinds.find((characters) => characters.includes(character)) ?? character
  return kind[(kind.indexOf(character) + 1) % kind.length] ?? character
}

/** With another character so many places from the end, or a longer name where there is none of a kind. */
const othersFrom = (own: string, from: number, count: number): string => {
  const start = Math.max(0, own.length - from)
  const changed = [...own.slice(start, start + count)].map(another).join('')
  const other = `${own.slice(0, start)}${changed}${own.slice(start + count)}`
  return other === own ? `${own}2` : other
}

/** Another name of the same length and, where its end is drawn, of the same form. */
export const neighbour = (own: string): string => othersFrom(own, 1, 1)

const percentOf = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')

/** With the usual port behind its host; behind the name where it is no URL with a host. */
const withPort = (own: string): string =>
  /^https?:\/\/[^/:]+(?=\/|$)/.test(own)
    ? own.replace(/^(https?):\/\/[^/]+/, (origin, scheme: string) => `${origin}:${scheme === 'http' ? 80 : 443}`)
    : `${own}:443`

const entitiesOf = (text: string): string => [...text].map((one) => `&#${one.codePointAt(0)};`).join('')

/**
 * Everything that code folds where names are compared, for each place in which one is (L25, L200, L207, L256, L268). Letter
 * case has lists of its own, since other levels go by it.
 */
const bySlip: Readonly<Record<Slip, readonly NearMiss[]>> = {
  // Nothing here sets off the path, query or fragment of a URL, which a reader may cut off.
  'looks for a part': [
    { name: 'with a character behind it', of: (own) => `${own}2` },
    { name: 'with a character before it', of: (own) => `x${own}` },
    { name: 'with characters around it', of: (own) => `x${own}2` },
    { name: 'without its end', of: (own) => own.slice(0, -2) },
    { name: 'without its beginning', of: (own) => own.slice(2) },
    { name: 'without its ends', of: (own) => own.slice(2, -2) },
  ],
  // They keep to the form of the name, which a reader may demand.
  'compares a part': [
    { name: 'with another last character', of: neighbour },
    { name: 'with another character six places from its end', of: (own) => othersFrom(own, 6, 1) },
    { name: 'with four other characters at its end', of: (own) => othersFrom(own, 4, 4) },
  ],
  trims: [
    { name: 'with a space after it', of: (own) => `${own} ` },
    { name: 'with a space before it', of: (own) => ` ${own}` },
    { name: 'with a tab after it', of: (own) => `${own}\t` },
    { name: 'with a newline after it', of: (own) => `${own}\n` },
    { name: 'with a no-break space after it', of: (own) => `${own}\u00a0` },
    { name: 'with a slash after it', of: (own) => `${own}/` },
    { name: 'with a dot after it', of: (own) => `${own}.` },
  ],
  'cuts at a control character': [
    { name: 'with NUL after it', of: (own) => `${own}\0` },
    { name: 'followed by NUL and more', of: (own) => `${own}\0x` },
    { name: 'followed by a line of more', of: (own) => `${own}\nx` },
    { name: 'behind a line of something else', of: (own) => `x\n${own}` },
  ],
  'folds Unicode': [
    { name: 'with Cyrillic letters', of: (own) => respelled(own, /[aceiopxy]/g, (one) => cyrillic[one] ?? one) },
    { name: 'with full-width digits', of: (own) => respelled(own, /[0-9]/g, fullWidth) },
    { name: 'with a full-width first letter', of: (own) => respelled(own, /[a-z]/i, fullWidth) },
    { name: 'with a zero-width joiner', of: (own) => `${own.slice(0, 3)}\u200d${own.slice(3)}` },
    { name: 'with a zero-width space', of: (own) => `${own}${zeroWidthSpace}` },
    { name: 'with a soft hyphen', of: (own) => `${own.slice(0, 3)}\u00ad${own.slice(3)}` },
  ],
  decodes: [
    { name: 'percent-encoded throughout', of: percentOf },
    { name: 'with its last character percent-encoded', of: (own) => `${own.slice(0, -1)}${percentOf(own.slice(-1))}` },
    { name: 'with HTML entities', of: entitiesOf },
    { name: 'with a JSON escape', of: (own) => `${own.slice(0, -1)}\\u00${percentOf(own.slice(-1)).slice(1)}` },
    { name: 'in quotation marks', of: (own) => `"${own}"` },
    { name: 'in base64url', of: (own) => Buffer.from(own).toString('base64url') },
  ],
  // A name is no address: what a resolver takes off belongs to it.
  'reads it as a URL': [
    { name: 'with a query behind it', of: (own) => `${own}?x=1` },
    { name: 'with a fragment behind it', of: (own) => `${own}#x` },
    { name: 'with a parameter behind it', of: (own) => `${own};x=1` },
    { name: 'with a dot segment behind it', of: (own) => `${own}/.` },
    { name: 'with the usual port', of: withPort },
  ],
  'splits a list': [
    { name: 'with .evil after it', of: (own) => `${own}.evil` },
    { name: 'followed by a comma and another', of: (own) => `${own},${neighbour(own)}` },
    { name: 'followed by a space and another', of: (own) => `${own} ${neighbour(own)}` },
    { name: 'behind another and a comma', of: (own) => `${neighbour(own)},${own}` },
  ],
  'takes it for a pattern': [
    { name: 'with a dot as its last character', of: (own) => `${own.slice(0, -1)}.` },
    { name: 'with an underscore as its last character', of: (own) => `${own.slice(0, -1)}_` },
    { name: 'as .*', of: () => '.*' },
    { name: 'as %', of: () => '%' },
  ],
  // The quote ends the text in SQL that is put together, and the rest is read as SQL.
  'puts it into a query': [
    { name: 'with a quote and an OR behind it', of: (own) => `${own}' OR '1'='1` },
    { name: 'with a quote and a comment behind it', of: (own) => `${own}' -- -` },
    // Too short to be taken for an access token, which evidence hides wherever it stands.
    { name: 'as a quote and an OR', of: () => "'OR''='" },
  ],
}

/** The near miss of that name. @throws Error where there is none. */
export function nearMissNamed(name: string): NearMiss {
  const found = Object.values(bySlip)
    .flat()
    .find((one) => one.name === name)
  if (!found) throw new Error(`There is no near miss "${name}".`)
  return found
}

/** The near misses that readers take who slip in these ways. */
export const nearMissesBy = (...slips: readonly Slip[]): readonly NearMiss[] => slips.flatMap((slip) => bySlip[slip])

/** Identifiers that hold a given one, are held by it or share a part with it, and the empty one. */
export const nearMisses: readonly NearMiss[] = [
  ...bySlip['looks for a part'],
  ...bySlip['compares a part'],
  { name: 'none of its characters', of: () => '' },
]

/** Longer names, and non-empty parts of one. No part ends at a hyphen, where a hierarchy of names might be cut. */
export const nearMissesOfName: readonly NearMiss[] = [
  ...bySlip['looks for a part'].filter(({ of }) => of('') !== ''),
  { name: 'without its last character', of: (name) => name.slice(0, -1) },
  { name: 'without its first character', of: (name) => name.slice(1) },
  { name: 'without its ends', of: (name) => name.slice(1, -1) },
]

/** Names that no reader would have to be forgiven for taking: something is other, added or missing, or they are several. */
export const otherNames: readonly NearMiss[] = [
  ...nearMissesOfName,
  ...nearMissesBy(
    'compares a part',
    'cuts at a control character',
    'splits a list',
    'takes it for a pattern',
    'puts it into a query',
  ),
]

/** Other spellings of one name, which many a database and framework takes for it. */
export const otherSpellings: readonly NearMiss[] = nearMissesBy(
  'trims',
  'folds Unicode',
  'decodes',
  'reads it as a URL',
)
