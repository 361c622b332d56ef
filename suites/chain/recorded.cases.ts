import { header } from '../../harness/mutations/mutation.js'
import type { Mutation, Party } from '../../harness/mutations/types.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { row } from '../support/row.js'
import { holding } from '../support/values/certificates.js'
import { armoured, folded } from '../support/values/pem.js'

type Elements = readonly string[]

const spelled = ({ certified: { chain } }: Party): Elements => chain.map((der) => der.toString('base64'))

/** The elements of `x5c` rearranged or respelled. */
const elements = (name: string, of: (own: Elements) => Elements): Mutation =>
  header(name, (own, { party }) => {
    own.x5c = of(spelled(party))
  })

/** The same, with those of another participant at hand. */
const withOthers = (name: string, of: (own: Elements, others: Elements) => Elements): Mutation =>
  header(
    name,
    (own, { party, other }) => {
      own.x5c = of(spelled(party), spelled(other))
    },
    'other',
  )

const each = (name: string, spell: (element: string) => string): Mutation => elements(name, (own) => own.map(spell))

export const recorded: readonly Row[] = [
  row('chain.without-root', 'X5C-11').sends(
    'whether it takes a chain without its root',
    elements('root left out', (own) => own.slice(0, -1)),
  ),
  row('chain.unrelated-certificate', 'X5C-13').sends('whether it takes an unrelated certificate in a chain', [
    withOthers('unrelated certificate before the root', (own, others) => [
      ...own.slice(0, -1),
      ...others.slice(0, 1),
      ...own.slice(-1),
    ]),
    withOthers('unrelated certificate after the root', (own, others) => [...own, ...others.slice(0, 1)]),
  ]),
  row('chain.duplicates', 'X5C-14').sends('whether it takes a chain that holds a certificate twice', [
    elements('leaf twice', (own) => [...own.slice(0, 1), ...own]),
    elements('root twice', (own) => [...own, ...own.slice(-1)]),
  ]),
  row('chain.pem', 'X5C-17').sends('whether it takes certificates with PEM armour', each('PEM', armoured)),
  row('chain.base64-of-pem', 'X5C-18').sends(
    'whether it takes certificates as base64 of their PEM text',
    each('base64 of PEM', (element) => Buffer.from(armoured(element)).toString('base64')),
  ),
  row('chain.base64', 'X5C-19').sends('which spellings of base64 it takes in x5c', [
    each('base64url', (element) => Buffer.from(element, 'base64').toString('base64url')),
    each('line breaks', folded),
    each('spaces', (element) => folded(element).replaceAll('\n', ' ')),
    each('no padding', (element) => element.replace(/=+$/, '')),
  ]),
  row('chain.long', 'X5C-21', [], { roles: lookingUp, unsafe: 'large' }).sends(
    'what becomes of chains of 100 and 1,000 certificates',
    holding('chain-of-100', 'chain-of-100-same-name', 'chain-in-a-circle', 'chain-of-1000'),
  ),
]
