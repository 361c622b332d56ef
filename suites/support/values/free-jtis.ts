import { conforming } from '../../../harness/guises/values.js'
import { claims } from '../../../harness/mutations/mutation.js'
import type { Mutation } from '../../../harness/mutations/types.js'

const jti = (name: string, of: (own: string) => string): Mutation =>
  claims(`jti ${name}`, (own) => {
    own.jti = of(String(own.jti))
  })

/** Values of `jti` that are no name of a file or of an entry in a cache; a target may bound its length (L306). */
export const unstorableJtis: readonly Mutation[] = [
  jti('with a slash, as in base64', (own) => `q8/${own}+w==`),
  jti('with a space', (own) => `${own} of today`),
  jti('of 300 characters', (own) => own.padEnd(300, 'x')),
]

/** Values of `jti` that are no UUID; the signer is free to choose them (L257). */
export const freeJtis: readonly Mutation[] = [
  ...conforming('jti=short', 'jti=200 characters', 'jti=with punctuation'),
  jti('with non-ASCII letters', (own) => `\u0142\u00f3d\u017a-${own}`),
]
