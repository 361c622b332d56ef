import { header } from '../../harness/mutations/mutation.js'
import type { Mutation, Party } from '../../harness/mutations/types.js'
import { holding } from '../support/certificates.js'
import { armoured, folded } from '../support/pem.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'

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
  {
    id: 'chain.without-root',
    title: 'whether it takes a chain without its root',
    requirements: ['JWT-X5C-COMPLETE'],
    cases: ['X5C-11'],
    mutate: elements('root left out', (own) => own.slice(0, -1)),
  },
  {
    id: 'chain.unrelated-certificate',
    title: 'whether it takes an unrelated certificate in a chain',
    requirements: ['JWT-X5C-COMPLETE'],
    cases: ['X5C-13'],
    mutate: [
      withOthers('unrelated certificate before the root', (own, others) => [
        ...own.slice(0, -1),
        ...others.slice(0, 1),
        ...own.slice(-1),
      ]),
      withOthers('unrelated certificate after the root', (own, others) => [...own, ...others.slice(0, 1)]),
    ],
  },
  {
    id: 'chain.duplicates',
    title: 'whether it takes a chain that holds a certificate twice',
    requirements: ['JWT-X5C-COMPLETE'],
    cases: ['X5C-14'],
    mutate: [
      elements('leaf twice', (own) => [...own.slice(0, 1), ...own]),
      elements('root twice', (own) => [...own, ...own.slice(-1)]),
    ],
  },
  {
    id: 'chain.pem',
    title: 'whether it takes certificates with PEM armour',
    requirements: ['JWT-X5C-ENCODING'],
    cases: ['X5C-17'],
    mutate: each('PEM', armoured),
  },
  {
    id: 'chain.base64-of-pem',
    title: 'whether it takes certificates as base64 of their PEM text',
    requirements: ['JWT-X5C-ENCODING'],
    cases: ['X5C-18'],
    mutate: each('base64 of PEM', (element) => Buffer.from(armoured(element)).toString('base64')),
  },
  {
    id: 'chain.base64',
    title: 'which spellings of base64 it takes in x5c',
    requirements: ['JWT-X5C-ENCODING'],
    cases: ['X5C-19'],
    mutate: [
      each('base64url', (element) => Buffer.from(element, 'base64').toString('base64url')),
      each('line breaks', folded),
      each('spaces', (element) => folded(element).replaceAll('\n', ' ')),
      each('no padding', (element) => element.replace(/=+$/, '')),
    ],
  },
  {
    id: 'chain.long',
    title: 'what becomes of chains of 100 and 1,000 certificates',
    requirements: ['ROBUST-SIZE'],
    cases: ['X5C-21'],
    roles: lookingUp,
    mutate: holding('chain-of-100', 'chain-of-100-same-name', 'chain-in-a-circle', 'chain-of-1000'),
  },
]
