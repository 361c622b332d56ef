import type { About } from '../../harness/check/delegation/types.js'
import { type NearMiss, otherNames, otherSpellings } from '../../harness/mutations/near-misses.js'
import { otherCase } from '../support/values/letter-case.js'

type Policy = Parameters<About['value']>[0]

/** Stands for what no policy names. */
const unnamed = 'x-assay-unnamed'

const identifiers =
  (change: (own: readonly string[]) => readonly string[]): About['value'] =>
  ({ resource, ...policy }) => ({ ...policy, resource: { ...resource, identifiers: change(resource.identifiers) } })
const actions =
  (change: (own: readonly string[]) => readonly string[]): About['value'] =>
  (policy: Policy) => ({ ...policy, actions: change(policy.actions) })

export const unnamedResource: About = {
  name: 'a resource that no policy names',
  value: identifiers(() => [unnamed]),
}
export const unnamedAction: About = { name: 'an action that no policy names', value: actions(() => [unnamed]) }

const typed =
  (change: (own: string) => string): About['value'] =>
  ({ resource, ...policy }) => ({ ...policy, resource: { ...resource, type: change(resource.type) } })
export const unnamedType: About = { name: 'a type of resource that no policy names', value: typed(() => unnamed) }

/** What another policy names. */
export const actionsOf = ({ id, actions: named }: Policy): About => ({
  name: `the action of the policy "${id}"`,
  value: actions(() => named),
})
export const typeOf = ({ id, resource }: Policy): About => ({
  name: `the type of resource of the policy "${id}"`,
  value: typed(() => resource.type),
})

export const issuerOf = ({ id, policyIssuer }: Policy): About =>
  issuedBy(`the issuer of the policy "${id}"`, () => policyIssuer)

const attributed = (name: string, change: (own: readonly string[]) => readonly string[]): About => ({
  name,
  value: ({ resource, ...policy }) => ({
    ...policy,
    resource: { ...resource, attributes: change(resource.attributes) },
  }),
})
export const unnamedAttributes: readonly About[] = [
  attributed('an attribute that the policy does not name', () => [unnamed]),
  attributed('an attribute that the policy names and one that it does not', (own) => [...own, unnamed]),
  attributed('all attributes', () => ['*']),
]

const near = (what: string, asking: (of: NearMiss['of']) => About['value']): readonly About[] =>
  otherNames.map(({ name, of }) => ({ name: `${what} ${name}`, value: asking(of) }))
export const nearlyResource: readonly About[] = [
  ...near('its own resource', (of) => identifiers((own) => own.map(of))),
  ...near('its own type of resource', typed),
]
export const nearlyAction = near('its own action', (of) => actions((own) => own.map(of)))

const spellings: readonly NearMiss[] = [{ name: 'in the other letter case', of: otherCase }, ...otherSpellings]
/** What a policy names as an attribute, nearly or spelled otherwise. */
export const nearlyAttribute: readonly About[] = [...otherNames, ...spellings].map(({ name, of }) =>
  attributed(`its own attribute ${name}`, (own) => own.map(of)),
)

const issuedBy = (name: string, issuer: (policy: Policy) => string): About => ({
  name,
  value: (policy) => ({ ...policy, policyIssuer: issuer(policy) }),
})
/** What a policy names, spelled otherwise: many a database compares texts so. */
export const respelled: readonly About[] = spellings.flatMap(({ name, of }) => [
  { name: `its own resource ${name}`, value: identifiers((own) => own.map(of)) },
  { name: `its own type of resource ${name}`, value: typed(of) },
  { name: `its own action ${name}`, value: actions((own) => own.map(of)) },
  issuedBy(`its own policy issuer ${name}`, ({ policyIssuer }) => of(policyIssuer)),
])

/** Requests for nothing. */
export const emptyLists: readonly About[] = [
  { name: 'no resource', value: identifiers(() => []) },
  { name: 'no action', value: actions(() => []) },
]

/** Parties that issued no policy. Evidence that says who did permits nothing in their name. */
export const otherIssuers: readonly About[] = [
  issuedBy('the consumer as the policy issuer', ({ accessSubject }) => accessSubject),
  ...[...otherNames, { name: 'as *', of: () => '*' }].map(({ name, of }) =>
    issuedBy(`its own policy issuer ${name}`, ({ policyIssuer }) => of(policyIssuer)),
  ),
]

/** Requests for more than a policy names. Evidence may permit what it names, and nothing beside it. */
const beside = (what: string, { value: judged }: About, asking: typeof identifiers): readonly About[] => [
  { name: `its own ${what} and one that no policy names`, value: asking((own) => [...own, unnamed]), judged },
  { name: `${what} that no policy names and its own`, value: asking((own) => [unnamed, ...own]), judged },
]
export const besideOwnResource = beside('resource', unnamedResource, identifiers)
export const besideOwnAction = beside('action', unnamedAction, actions)

/** Requests for `*`, which no policy names. Evidence may permit what a policy names in its place. */
export const asterisks: readonly About[] = [
  { name: 'the resource *', value: identifiers(() => ['*']), judged: unnamedResource.value },
  { name: 'the action *', value: actions(() => ['*']), judged: unnamedAction.value },
]
