import { clientIdOf } from '../../../harness/mutations/form-parameters.js'
import { before, behind } from '../../../harness/mutations/json-text.js'
import { claims, form, request } from '../../../harness/mutations/mutation.js'
import type { ContextWith, Form, Mutation, Need } from '../../../harness/mutations/types.js'

/** Party Identifier of somebody else than the client who signs. */
type Another<N extends Need> = (context: ContextWith<N>) => string

/** Makes token requests that name another party beside the one that signs. */
type Naming = <N extends Need = never>(another: Another<N>, ...needs: readonly N[]) => readonly Mutation[]

/** A second `client_id`, behind the client's own and before it. */
export const twoClientIds: Naming = (another, ...needs) => {
  const placed = (name: string, at: 0 | 1): Mutation =>
    form(
      name,
      (parameters: Form, context) => {
        const own = clientIdOf(parameters, context)
        if (own) parameters.splice(parameters.indexOf(own) + at, 0, [own[0], another(context)])
      },
      ...needs,
    )
  return [placed('own client_id, then that of another party', 1), placed('client_id of another party, then the own', 0)]
}

/** A second `iss`, `sub` or both, before the own and behind it. */
export const twoIssuers: Naming = (another, ...needs) =>
  [before, behind].flatMap((place) => {
    const where = place === before ? 'before' : 'behind'
    return [['iss', 'sub'], ['iss'], ['sub']].map((named) =>
      place(
        `${named.join(' and ')} of another party ${where} the own`,
        'payload',
        Object.fromEntries(named.map((name) => [name, another])),
        ...needs,
      ),
    )
  })

/**
 * Another party where nothing of the text says who the client is: further claims (L261), further parameters, the query,
 * a second way of authentication. A certificate is no such place, since its names are its authority's words.
 */
export const namesElsewhere: Naming = (another, ...needs) => [
  ...['client_id', 'azp', 'party_id', 'preferred_username'].map((name) =>
    claims(
      `claim ${name}: another party`,
      (all, context) => {
        all[name] = another(context)
      },
      ...needs,
    ),
  ),
  // To a reader that ignores the letter case of names these are iss and sub.
  claims(
    'claims ISS and SUB: another party',
    (all, context) => {
      all.ISS = all.SUB = another(context)
    },
    ...needs,
  ),
  claims(
    'claim act: another party',
    (all, context) => {
      all.act = { sub: another(context) }
    },
    ...needs,
  ),
  ...['party_id', 'subject', 'username', 'iss'].map((name) =>
    form(
      `parameter ${name}: another party`,
      (parameters, context) => void parameters.push([name, another(context)]),
      ...needs,
    ),
  ),
  request(
    'client_id of another party in the query',
    (whole, context) => ({ ...whole, url: `${whole.url}?client_id=${encodeURIComponent(another(context))}` }),
    ...needs,
  ),
  request(
    'Authorization: Basic of another party',
    (whole, context) => {
      const user = Buffer.from(`${encodeURIComponent(another(context))}:`).toString('base64')
      return { ...whole, headers: [...whole.headers, ['authorization', `Basic ${user}`]] }
    },
    ...needs,
  ),
]

/**
 * Every token request that names two parties and may be granted to the one that signs (L200, L237, L254). Where `iss`,
 * `sub` and `client_id` themselves are at odds, none may be granted to anybody (`identity.*`).
 */
export const twoNames: Naming = (another, ...needs) =>
  [twoClientIds, twoIssuers, namesElsewhere].flatMap((naming) => naming(another, ...needs))
