import { bare } from '../../../harness/mutations/evidence.js'
import type { HttpRequest } from '../../../harness/wire/types.js'

/** What a call without an access token shows in its place. */
interface Unauthenticated {
  readonly name: string
  /** @param partyId A party that is known and may call. */
  readonly headers: (partyId: string) => readonly (readonly [name: string, value: string])[]
}

/** By these a proxy tells who calls. */
export const namingCaller = (partyId: string): readonly (readonly [name: string, value: string])[] =>
  ['x-client-id', 'x-consumer-id', 'x-forwarded-user', 'x-user-id'].map((to) => [to, partyId])

const basic = Buffer.from('admin:admin').toString('base64')

/** Filters in front of a server know a caller by what anybody can write: by another scheme, or by the headers of a proxy. */
const unauthenticated: readonly Unauthenticated[] = [
  { name: 'none', headers: () => [] },
  { name: 'nothing after Bearer', headers: () => [['authorization', 'Bearer ']] },
  { name: 'Basic in its place', headers: () => [['authorization', `Basic ${basic}`]] },
  {
    name: 'headers of a proxy by which the call comes from the same machine',
    headers: () => [
      ['x-forwarded-for', '127.0.0.1'],
      ['x-real-ip', '127.0.0.1'],
      ['forwarded', 'for=127.0.0.1'],
    ],
  },
  {
    name: 'headers of a proxy that name the caller',
    headers: namingCaller,
  },
  { name: 'the name of a probe', headers: () => [['user-agent', 'kube-probe/1.29']] },
]

/** The request with each of these in the place of the access token of that party. */
export const unauthenticatedAs = (
  partyId: string,
): readonly { readonly name: string; readonly value: (request: HttpRequest) => HttpRequest }[] =>
  unauthenticated.map(({ name, headers }) => ({
    name: `in the place of the access token: ${name}`,
    value: (request) => {
      const others = bare(request)
      return { ...others, headers: [...others.headers, ...headers(partyId)] }
    },
  }))
