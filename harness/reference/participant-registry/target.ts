import { type LookUp, partiesPath } from './look-up.js'

/** Text of a request target, percent-decoded; as it is where it is no such encoding. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Party ids of the target as written: by path where something stands below the parties, by that query parameter otherwise (L207–208). */
export function readTarget({ received: { path, query } }: LookUp, parameter: string): Pick<LookUp, 'form' | 'written'> {
  const item = path.slice(partiesPath.length + 1)
  if (item !== '') return { form: 'path', written: [item] }
  const pairs = query.split('&').map((pair) => pair.split('='))
  return {
    form: 'query',
    written: pairs.filter(([name = '']) => decoded(name) === parameter).map(([, ...value]) => value.join('=')),
  }
}
