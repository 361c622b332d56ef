import { answerNames, type InterfaceSettings, type LookUpForm, lookUpForms } from '../../contracts/interface.js'
import type { Json } from '../../contracts/json.js'
import { memberOf } from '../../wire/decode.js'
import { entryAskedFor, listOf, recordMember } from '../../wire/members.js'
import { type Problem, valueAt } from './problems.js'
import type { KeyPath } from './source.js'

/** Claims of every JWT (L250–259); none of them can hold a record. */
const claims = ['iss', 'sub', 'aud', 'jti', 'iat', 'exp']

interface Contradiction {
  /** Below `interface`. */
  readonly path: KeyPath
  readonly value: Json
  readonly says: string
}

/**
 * Settings of an interface that contradict each other, wherever they come from.
 * @param data The target's document, to tell what it says itself from what its preset says.
 */
export const checkInterface = (settings: InterfaceSettings, data: unknown): readonly Problem[] =>
  [
    ...checkForms(settings),
    ...checkRecord(settings),
    ...checkParameters(settings),
    ...checkClaims(settings),
    ...checkMembers(settings),
  ].map(({ path, value, says }) => {
    const own = ['interface', ...path]
    const is = `${JSON.stringify(value)}, which ${says}`
    if (valueAt(data, own) !== undefined) return { path: own, at: 'value', says: `is ${is}`, example: false }
    const preset = String(valueAt(data, ['interface', 'preset']))
    const inPreset = `is ${JSON.stringify(preset)}, where ${path.join('.')} is ${is}`
    return { path: ['interface', 'preset'], at: 'value', says: inPreset, example: false }
  })

/** A registry that answers no look-up is none. */
const checkForms = ({ registry }: InterfaceSettings): Contradiction[] =>
  lookUpForms.some((form) => registry[form])
    ? []
    : [
        {
          path: ['registry', 'byPath'],
          value: null,
          says: 'leaves no form of the look-up, since byQuery is null too: name the one that there is',
        },
      ]

/** Members of a record have to stand apart from each other and from the claims of the JWT, in the answer to each form. */
const checkRecord = ({ registry }: InterfaceSettings): Contradiction[] => {
  const found = lookUpForms.flatMap((form) => checkAnswer(registry, form))
  return found.filter(({ path }, index) => found.findIndex((other) => `${other.path}` === `${path}`) === index)
}

const checkAnswer = (registry: InterfaceSettings['registry'], form: LookUpForm): Contradiction[] => {
  const { partyId, status, certificates, claims: claimList, redirectUris } = answerNames(registry, form).recordFields
  const members = Object.entries({ partyId, status, certificates, claims: claimList, redirectUris })
  return members.flatMap(([name, value], index): Contradiction[] => {
    const own = registry[form]?.recordFields ?? {}
    const path = ['registry', ...(Object.hasOwn(own, name) ? [form] : []), 'recordFields', name]
    const [first = ''] = value.split('.')
    if (claims.includes(first)) return [{ path, value, says: `leads to ${first}, a claim of the JWT itself` }]
    if (value.includes(entryAskedFor) && listOf(value)?.[0] !== listOf(partyId)?.[0])
      return [{ path, value, says: `leads into a list by ${entryAskedFor}, which partyId (${partyId}) does not` }]
    const through = members.find(([, other]) => value.startsWith(`${other}.`))
    if (through) return [{ path, value, says: `leads through ${through[0]} (${through[1]}), which is no object` }]
    const twin = members.slice(0, index).find(([, other]) => other === value)
    return twin ? [{ path, value, says: `is the place of ${twin[0]} already` }] : []
  })
}

/** What the text asks of an assertion is no setting. */
const checkClaims = ({ token }: InterfaceSettings): Contradiction[] =>
  Object.entries(token.claims)
    .filter(([name]) => claims.includes(name))
    .map(([name, value]) => ({
      path: ['token', 'claims', name],
      value,
      says: `contradicts the text, which says what ${name} is (L252–261)`,
    }))

/** What the text shows of a policy set, and of the target of a policy, is no further member. */
const checkMembers = ({ delegation }: InterfaceSettings): Contradiction[] => {
  const { members, context } = delegation
  const placed = context && recordMember(members.target, context.place)
  const taken = { policySet: ['policies'], target: ['resource', 'actions'] } as const
  const shown = (['policySet', 'target'] as const).flatMap((group) =>
    taken[group].flatMap((name): Contradiction[] => {
      const value = memberOf(members[group], name)
      const says = `contradicts the text, which shows what ${name} is (L223)`
      return value === undefined ? [] : [{ path: ['delegation', 'members', group, name], value, says }]
    }),
  )
  if (!context || placed === undefined) return shown
  const path = ['delegation', 'members', 'target', ...context.place.split('.')]
  return [...shown, { path, value: placed, says: 'stands at the place of delegation.context' }]
}

/** The two parameters of an assertion and the further ones need names of their own. */
const checkParameters = ({ token: { parameterNames, parameters } }: InterfaceSettings): Contradiction[] => {
  const { clientId, clientAssertion } = parameterNames
  const assertionPath = ['token', 'parameterNames', 'clientAssertion']
  const same: Contradiction[] =
    clientId === clientAssertion
      ? [{ path: assertionPath, value: clientAssertion, says: 'is the name of clientId already' }]
      : []
  const repeated = Object.entries(parameterNames).filter(([, name]) => Object.hasOwn(parameters, name))
  return [
    ...same,
    ...repeated.map(([which, name]) => ({
      path: ['token', 'parameters', name],
      value: parameters[name] ?? '',
      says: `contradicts token.parameterNames: that parameter is ${which}`,
    })),
  ]
}
