import type { Adapter, AdapterPayload } from 'oidc-provider'
import { BoundedMap } from '../engine/bounded-map.js'

/** Entries of one kind that are kept at most. */
const limit = 20_000

interface Entry {
  readonly payload: AdapterPayload
  /** Milliseconds since epoch. */
  readonly until: number
}

/** What `oidc-provider` keeps, in memory, by kind. Clients are not kept here but found by whoever knows them. */
export class Store {
  readonly #kinds = new Map<string, BoundedMap<Entry>>()
  readonly #findClient: (id: string) => AdapterPayload | undefined

  /** @param findClient Metadata of a client that may be served, `undefined` for any other. Asked whenever one is needed. */
  constructor(findClient: (id: string) => AdapterPayload | undefined) {
    this.#findClient = findClient
  }

  /** The adapter of one kind, as `oidc-provider` wants it. */
  adapter = (kind: string): Adapter => {
    const entries = this.#entriesOf(kind)
    const find = (id: string): AdapterPayload | undefined => {
      if (kind === 'Client') return this.#findClient(id)
      const entry = entries.get(id)
      return entry && entry.until > Date.now() ? entry.payload : undefined
    }
    return {
      find: async (id) => find(id),
      findByUid: async (uid) => [...entries.values()].find(({ payload }) => payload.uid === uid)?.payload,
      findByUserCode: async () => undefined,
      upsert: async (id, payload, seconds) => {
        entries.set(id, { payload, until: Date.now() + (seconds || 3600) * 1000 })
      },
      // Whether a code was used is judged by rules of ours, which a fault can change.
      consume: async () => undefined,
      destroy: async (id) => {
        entries.delete(id)
      },
      revokeByGrantId: async (grantId) => this.#revoke(grantId),
    }
  }

  /** Ends everything that was granted along with a code. */
  revokeAllOf(code: string): void {
    const grantId = this.#entriesOf('AuthorizationCode').get(code)?.payload.grantId
    if (grantId !== undefined) this.#revoke(grantId)
  }

  #revoke(grantId: string): void {
    for (const kind of ['AccessToken', 'AuthorizationCode'])
      for (const [id, { payload }] of this.#entriesOf(kind))
        if (payload.grantId === grantId) this.#entriesOf(kind).delete(id)
  }

  #entriesOf(kind: string): BoundedMap<Entry> {
    const entries = this.#kinds.get(kind) ?? new BoundedMap<Entry>(limit)
    this.#kinds.set(kind, entries)
    return entries
  }
}
