const lookalikes: Readonly<Record<string, string>> = {
  а: 'a',
  с: 'c',
  е: 'e',
  і: 'i',
  о: 'o',
  р: 'p',
  х: 'x',
  у: 'y',
  ѕ: 's',
  ԁ: 'd',
}

/** Text after compatibility folding, without invisible characters and with Latin letters for those that look alike. */
export const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/[\u0400-\u052f]/g, (letter) => lookalikes[letter] ?? letter)

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** Text after percent-encoding and HTML entities were undone. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(unescaped(text))
  } catch {
    return text
  }
}

/** Text without the query, fragment, parameters, last dot segment and usual port that a resolver of URLs takes off. */
export const resolved = (text: string): string =>
  text
    .replace(/[?#;].*$/s, '')
    .replace(/\/\.$/, '')
    .replace(/:(?:443|80)(?=\/|$)/, '')

const bare = (text: string): string => folded(resolved(decoded(text))).replace(/^["\s]+|["\s./]+$/g, '')

/** Whether two names are the same to a reader that decodes, resolves, folds Unicode and trims before it compares. */
export const spelledAlike = (one: string, other: string): boolean => bare(one) === bare(other)

/** Whether one name stands in another to a reader that looks for it, whichever is the longer one. */
export const isPart = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.includes(other) || other.includes(one))

/** Whether a text is a name, or that is one of several in it, to a reader that takes it for a list or reads it line by line. */
export function isListed(text: string, name: string): boolean {
  const parts = text.split(/[,\s\0]/).filter((part) => part !== '')
  return text === name || (parts.length > 1 && parts.includes(name))
}

/** Whether a text ends the quotes that a query has around it, and something that holds is read behind them. */
export const endsQuotes = (text: string): boolean => /' (?:OR '1'='1|-- )|'OR''='/.test(text)

/** What a browser reads of a text that stands as it is between the double quotes of an attribute. */
export const readFromPage = (text: string | undefined): string | undefined =>
  text?.replace(/".*/s, '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
