import fc from 'fast-check'

const count = 10_000
const seed = 26

const draw = (texts: fc.Arbitrary<string>): readonly string[] => fc.sample(texts, { numRuns: count, seed })

/** Parts in a row, each of which may be missing. */
const row = (...parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(''))
const of = (...texts: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)
const maybe = (text: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(of(''), text)
const some = (...texts: readonly string[]): fc.Arbitrary<string> =>
  fc.array(of(...texts), { maxLength: 4 }).map((all) => all.join(''))
/** One character put in, taken out or doubled. */
const spoiled = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(texts, fc.nat(), of('', ' ', '@', '%', '"', 'é', '-', ':', '\n')).map(([text, at, put]) => {
    const place = at % (text.length + 1)
    return `${text.slice(0, place)}${put}${text.slice(place + (at % 2))}`
  })

/** Mostly of the first texts. */
const mostly = (usual: fc.Arbitrary<string>, ...others: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: usual, weight: 9 }, of(...others))

const dates = row(
  of('0000', '0001', '1999', '2000', '2026'),
  of('-'),
  mostly(of('01', '02', '06', '12'), '00', '13'),
  of('-'),
  mostly(of('01', '28', '29', '30', '31'), '00', '32'),
  mostly(of('T', 't'), ' ', '\t', ''),
  mostly(of('00', '12', '23'), '24'),
  of(':'),
  mostly(of('00', '59'), '60'),
  of(':'),
  mostly(of('00', '59'), '60', '61'),
  maybe(of('.5', '.000')),
  mostly(of('Z', 'z', '+00:00', '-01:00', '+23:59', '-00:01'), '', '+24:00', '+0100', '+01', '+1:00'),
)

const names = some('a', 'Z', '9', '.', '-', '_', '~', '+', '!', "'", '%41', '*')
const emails = row(
  fc.oneof(names, of('"a b"', '"a', 'é', 'a"b')),
  of('@', '@', '@@', ''),
  fc.oneof(some('a', '9', '.', '-', '_', '.example', 'é'), of('[127.0.0.1]', 'localhost')),
)

const paths = some('/', 'a', '%41', '%4', ':', '@', '"', '.', ';', '{', '|', 'é', '\\')
const addresses = of(
  '[::1]',
  '[::]',
  '[1:2:3:4:5:6:7:8]',
  '[::ffff:1.2.3.4]',
  '[1::2::3]',
  '[:::]',
  '[v1.a:b]',
  '[v.a]',
  '[]',
  '1.2.3.4',
  '999.1.1.1',
)
const uris = row(
  of('https', 'a', 'urn', 'A+.-1', '1a', ''),
  of(':', ':', ':', ''),
  fc.oneof(
    row(
      of('//'),
      maybe(row(names, maybe(of(':', ':p')), of('@'))),
      fc.oneof(names, addresses),
      maybe(of(':', ':80', ':x')),
      maybe(row(of('/'), paths)),
    ),
    paths,
  ),
  maybe(row(of('?'), paths)),
  maybe(row(of('#'), paths)),
)

/** Texts of which many are of a format, many nearly so: the same each time. */
export const formatTexts = {
  'date-time': draw(fc.oneof(dates, spoiled(dates))),
  email: draw(fc.oneof(emails, spoiled(emails), fc.emailAddress())),
  uri: draw(fc.oneof(uris, spoiled(uris), fc.webUrl())),
} as const
