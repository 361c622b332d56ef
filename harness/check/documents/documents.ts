import { claimsIn, isToken, notClaims } from '../../documents/claims.js'
import { nothing } from '../../documents/collect.js'
import { openEnvelope } from '../../documents/envelope.js'
import { parseDocument, readText } from '../../documents/read.js'
import type { DocumentKind } from '../../documents/types.js'
import { validateDocument } from '../../documents/validate.js'
import { ConfigError } from '../../errors.js'
import type { JsonObject } from '../../json.js'
import { readOutcome } from '../../judge/outcome.js'
import type { NamedDocument } from '../../target/config.js'
import type { Exchange } from '../../wire/types.js'
import type { Bearers } from '../bearer.js'
import type { CheckClient } from '../client.js'
import type { MintableMessage } from '../message.js'
import { certificateEntry } from '../parties.js'
import type { World } from '../world.js'
import { claimSetOf } from './claim-set.js'
import type { CheckedDocument, ClaimEndpoint, Documents } from './types.js'

/** What the documents of one check are reached with. */
export interface DocumentTools {
  readonly world: World
  readonly client: CheckClient
  readonly bearers: Bearers
  readonly documents: readonly NamedDocument[]
  readonly endpoints: readonly ClaimEndpoint[]
}

/** The documents of one check. */
export function checkDocuments({ world, client, bearers, documents, endpoints }: DocumentTools): Documents {
  const untrusted = certificateEntry(world.untrusted)
  const message = (party: MintableMessage['party'], parts: Pick<MintableMessage, 'sought' | 'recipe'>) => ({
    party,
    fresh: true,
    read: (exchange: Exchange) => readOutcome(exchange, ({ status }) => status >= 200 && status < 300),
    ...parts,
  })
  const withToken = async (party: MintableMessage['party'], method: string, path: string, body?: string) => {
    const { token, before } = await bearers.fresh(party)
    const url = `${world.target.baseUrl}${path}`
    const headers = [['accept', 'application/json'] as const, ['authorization', `Bearer ${token}`] as const]
    return body === undefined
      ? { request: { method, url, headers }, before, secrets: [token] }
      : {
          request: { method, url, headers: [...headers, ['content-type', 'application/json'] as const], body },
          before,
          secrets: [token],
        }
  }
  return {
    named: (kind) => documents.filter((one) => one.kind === kind),
    party: async () => {
      const party = await client.make()
      await client.register()
      return party
    },
    fetch(party, { path }) {
      const fetched: MintableMessage = {
        ...message(party, { sought: 'a document', recipe: { document: path } }),
        mint: () => withToken(party, 'GET', path),
      }
      return fetched
    },
    textOf: ({ path }) => readText(path),
    validated: ({ kind, path }, text) => validated(kind, path, text),
    endpoints,
    submission(party, { method, path }, change) {
      const recipe = { endpoint: `${method} ${path}`, claims: change?.name ?? 'conforming' }
      const submitted: MintableMessage = {
        ...message(party, { sought: 'stored claims', recipe }),
        mint: () => {
          const own = claimSetOf(party)
          const claims = change?.change(own, { untrusted }) ?? own
          return withToken(party, method, path, JSON.stringify({ party_id: party.partyId, claims }))
        },
      }
      return submitted
    },
  }
}

function validated(kind: DocumentKind, name: string, text: string): CheckedDocument {
  const empty = { name, value: undefined, claims: [], isSet: false }
  try {
    const bare = text.trim()
    const parsed = kind === 'claim' && isToken(bare) ? bare : parseDocument(kind, text, name)
    const opened = kind === 'credential' ? openEnvelope(parsed) : { payload: parsed, findings: nothing }
    const closed = kind === 'claim' ? notClaims(parsed) : opened.closed
    if (closed !== undefined) return { ...empty, closed, ...opened.findings }
    const value = opened.payload
    const { claims, isSet } = claimsIn(value)
    const objects = claims.map(([, claim]) => claim).filter((claim) => typeof claim === 'object' && claim !== null)
    return { name, value, claims: objects as readonly JsonObject[], isSet, ...validateDocument(kind, parsed) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return { ...empty, unreadable: error.message, ...nothing }
  }
}
