import type { LoginMisbehaviour, LoginSeen } from '../../harness/check/relying-party/types.js'
import type { Role } from '../../requirements/types.js'
import type { Coverage } from '../support/row.js'

/** What a check is about at one kind of relying party. */
export type About = Pick<Coverage, 'requirements' | 'cases' | 'level'>

/** What the relying party has to have asked for, or else a row does not concern it. */
export type Needed = 'state' | 'nonce' | 'userinfo'

/** Which relying party a row is asked of: a ServiceProvider, or an IdentityBroker where IdentityProviders see it. */
type Side = 'atServiceProvider' | 'atBroker'

/** One thing that an IdentityProvider does wrong; each is the work of another fault. */
export interface LoginRow extends Pick<Coverage, 'detects' | 'profile' | 'exclusive'> {
  /** Of its check at each kind of relying party. */
  readonly ids: Readonly<Record<Side, string>>
  /** Completes the sentence "ends a login …". */
  readonly title: string
  readonly misbehaviours: readonly LoginMisbehaviour[]
  readonly needs?: Needed
  /** A target that remembers answers of the registry may go by what it said before. */
  readonly remembered?: true
  /** It concerns a target alone that asks the registry about the provider once that has handed out the id_token. */
  readonly asked?: true
  readonly atServiceProvider: About
  readonly atBroker: About
  /** What only a broker can be told. */
  readonly alsoAtBroker?: Required<Pick<Coverage, 'detects'>> & Pick<LoginRow, 'misbehaviours'>
}

/** A row as a check at one kind of relying party. */
export type LoginCheck = Coverage & Pick<LoginRow, 'title' | 'misbehaviours' | 'needs' | 'remembered' | 'asked'>

const checksAt =
  (side: Side, role: Role) =>
  (rows: readonly LoginRow[]): readonly LoginCheck[] =>
    rows.map((row) => {
      const { ids, atServiceProvider: _, atBroker: __, alsoAtBroker, ...rest } = row
      const also = side === 'atBroker' ? alsoAtBroker : undefined
      const misbehaviours = [...row.misbehaviours, ...(also?.misbehaviours ?? [])]
      const detects = [...(row.detects ?? []), ...(also?.detects ?? [])]
      return {
        ...rest,
        ...row[side],
        id: ids[side],
        roles: [role],
        misbehaviours,
        detects,
        sends: misbehaviours.length,
      }
    })

/** Rows as checks of a ServiceProvider. */
export const atServiceProvider = checksAt('atServiceProvider', 'ServiceProvider')

/** Rows as checks of the side of an IdentityBroker that IdentityProviders see. */
export const atBroker = checksAt('atBroker', 'IdentityBroker')

/** Why a row does not concern a relying party whose honest login the lab saw; undefined where it does. */
export const unconcerned = (needed: Needed | undefined, { authorize, userinfo }: LoginSeen): string | undefined => {
  if (needed === 'userinfo') return userinfo.length > 0 ? undefined : 'The target does not ask for userinfo.'
  if (needed === undefined) return undefined
  return authorize.some(({ query }) => query?.[needed] !== undefined) ? undefined : `The target sends no ${needed}.`
}
