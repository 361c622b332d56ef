import { HarnessError } from '../../harness/contracts/errors.js'
import { encoding } from '../../harness/mutations/mutation.js'
import { base64url, decoded, signedAgain, signedUntil } from '../../harness/mutations/resign.js'
import type { MintContext, Mutation, Parts } from '../../harness/mutations/types.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { inUnusedBits } from '../support/values/jws.js'

type Respell = (part: string) => string

/** The signature part spelled otherwise; nothing else changes, since nothing signs it. */
const inSignature = (name: string, respell: Respell): Mutation =>
  encoding(`signature ${name}`, ({ header, payload, signature }) => `${header}.${payload}.${respell(signature)}`)

/** Header or payload spelled otherwise, and signed in that spelling. */
const inSigned = (which: 'header' | 'payload', name: string, respell: Respell): Mutation =>
  encoding(`${which} ${name}, signed so`, (parts, { party }) =>
    signedAgain({ ...parts, [which]: respell(parts[which]) }, party.certified.key),
  )

/** The part with the padding that RFC 4648 §3.2 asks for, and RFC 7515 §2 forbids; a space in the JSON makes room for some. */
const padded: Respell = (part) => {
  const roomy = part.length % 4 === 0 ? base64url(`${decoded(part)} `) : part
  return roomy.padEnd(Math.ceil(roomy.length / 4) * 4, '=')
}

const inMiddle =
  (insertion: string): Respell =>
  (part) =>
    `${part.slice(0, 100)}${insertion}${part.slice(100)}`

const after =
  (addition: string): Respell =>
  (part) =>
    `${part}${addition}`

const standardAlphabet: Respell = (part) => part.replaceAll('-', '+').replaceAll('_', '/')

const signedSo = (parts: Parts, { party }: MintContext, fits: (signature: Buffer) => boolean): Parts => {
  const found = signedUntil(parts, party.certified.key, fits)
  if (found === undefined) throw new HarnessError('No signature of the wanted shape came up.')
  return found
}

/** Spellings that are not base64url as RFC 7515 §2 defines it. */
export const refused: readonly Row[] = [
  row('jws-form.padding', 'JWS-11', 'decodes-leniently').sends('base64url with padding', [
    inSignature('with padding', padded),
    inSigned('header', 'with padding', padded),
    inSigned('payload', 'with padding', padded),
  ]),
  row('jws-form.white-space', 'JWS-12', 'decodes-leniently').sends('white space in the signature part', [
    inSignature('with a space after it', after(' ')),
    inSignature('with a line break after it', after('\n')),
    inSignature('with a space in the middle', inMiddle(' ')),
    inSignature('with a tab in the middle', inMiddle('\t')),
    inSignature('with CR LF in the middle', inMiddle('\r\n')),
  ]),
  row('jws-form.foreign-characters', 'JWS-13', 'decodes-leniently').sends('characters outside the alphabet', [
    ...['?', '#', '!', 'é'].map((character) => inSignature(`with ${character} in the middle`, inMiddle(character))),
    inSigned('payload', 'with ! after it', after('!')),
  ]),
  row('jws-form.standard-alphabet', 'JWS-14', 'decodes-leniently').sends(
    'a signature in the standard base64 alphabet',
    encoding('signature with + and /', (parts, context) => {
      const found = signedSo(parts, context, (signature) => /[-_]/.test(base64url(signature)))
      return `${found.header}.${found.payload}.${standardAlphabet(found.signature)}`
    }),
  ),
  row('jws-form.inner-padding', 'JWS-16', 'decodes-leniently').sends('a part with = in the middle', [
    inSignature('with = and more after it', after('=AAAA')),
    inSignature('with = in the middle', inMiddle('=')),
    inSigned('payload', 'with = and more after it', after('=AAAA')),
  ]),
]

/** What is only noted. */
export const recorded: readonly Row[] = [
  {
    id: 'jws-form.unused-bits',
    title: 'what it does with unused bits of the signature part that are not zero',
    requirements: ['JWS-BASE64URL'],
    cases: ['JWS-15'],
    // 256 bytes leave four bits unused, 512 leave two; the lowest is unused in both.
    mutate: encoding('signature with an unused bit set', ({ header, payload, signature }) =>
      inUnusedBits(1)(`${header}.${payload}.${signature}`),
    ),
  },
]
