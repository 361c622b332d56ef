import { spellings } from '../evidence/leaks/spellings.js'

/** What a visit must not tell. */
export interface Secrets {
  /** Never to be seen anywhere. */
  add(secret: string): void
  /** Typed by a step of the target file: never to be written, though a page may well show it. */
  addTyped(text: string): void
  /** A text without these secrets, in every spelling of pages and forms. No digest stays: one may reveal a weak password. */
  clean(text: string): string
  /** Whether a text holds a secret, however it is broken into lines. */
  areIn(text: string): boolean
}

export type Clean = Secrets['clean']

export function createSecrets(first: readonly string[]): Secrets {
  const dense = new Set<string>()
  let forms: readonly string[] = []
  const addTyped = (text: string): void => {
    forms = [...new Set([...forms, ...spellings(text)])].sort((one, other) => other.length - one.length)
  }
  const add = (secret: string): void => {
    addTyped(secret)
    if (secret.trim() !== '') dense.add(withoutSpace(secret))
  }
  first.forEach(add)
  return {
    add,
    addTyped,
    clean: (text) => forms.reduce((rest, form) => rest.replaceAll(form, '‹secret›'), text),
    areIn: (text) => {
      const searched = withoutSpace(text)
      return [...dense].some((secret) => searched.includes(secret))
    },
  }
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '')
