import { randomUUID } from 'node:crypto'
import type { DocumentKind } from '../../contracts/document-kinds.js'
import { ConfigError } from '../../contracts/errors.js'
import type { Json, JsonObject } from '../../contracts/json.js'
import type { NamedDocument } from '../../contracts/target.js'
import { kindOf } from '../../documents/claim-shape.js'
import { claimsIn, isToken, notClaims } from '../../documents/claims.js'
import { nothing } from '../../documents/collect.js'
import { openEnvelope } from '../../documents/envelope.js'
import { parseDocument, readText } from '../../documents/read.js'
import { validateDocument } from '../../documents/validate.js'
import { readOutcome } from '../../judge/outcome.js'
import type { Party } from '../../mutations/types.js'
import type { Exchange } from '../../wire/types.js'
import type { Bearers } from '../bearer.js'
import type { CheckClient } from '../message/client.js'
import type { MintableMessage } from '../message/message.js'
import { certificateEntry } from '../parties/parties.js'
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

/** Credentials and JWTs may have types of their own. */
const accept = ['accept', 'application/json, */*;q=0.5'] as const
const inJson = ['content-type', 'application/json'] as const

const bodyOf = ({ partyId }: Party, claims: Json): string => JSON.stringify({ party_id: partyId, claims })

/** The documents of one check. */
export function checkDocuments({ world, client, bearers, documents, endpoints }: DocumentTools): Documents {
  const untrusted = certificateEntry(world.untrusted)
  const claimsOf = (party: Party, { ids }: ClaimEndpoint) =>
    claimSetOf(party, world.counterparties.authorisationRegistry.partyId, ids)
  const message = (party: MintableMessage['party'], parts: Pick<MintableMessage, 'sought' | 'recipe'>) => ({
    party,
    fresh: true,
    read: (exchange: Exchange) => readOutcome(exchange, ({ status }) => status >= 200 && status < 300),
    ...parts,
  })
  const withToken = async (party: MintableMessage['party'], method: string, path: string, body?: string) => {
    const { token, before } = await bearers.fresh(party)
    const url = `${world.target.baseUrl}${path}`
    const headers = [accept, ['authorization', `Bearer ${token}`] as const]
    return body === undefined
      ? { request: { method, url, headers }, before, secrets: [token] }
      : { request: { method, url, headers: [...headers, inJson], body }, before, secrets: [token] }
  }
  const submission = (party: Party, { method, path }: ClaimEndpoint, claims: string, token: string) =>
    message(party, {
      sought: 'stored claims',
      recipe: { endpoint: `${method} ${path}`, claims, 'access token': token },
    })
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
    fetchClaims(party, { path, kind }, token) {
      const bearer = token === 'none' ? [] : inventedToken()
      const url = `${world.target.baseUrl}${path}`
      const fetched: MintableMessage = {
        ...message(party, { sought: 'a document', recipe: { document: path, 'access token': token } }),
        read: (exchange) => readOutcome(exchange, ({ body }) => validated(kind, path, body).claims.some(kindOf)),
        mint: async () =>
          token === 'its own'
            ? withToken(party, 'GET', path)
            : { request: { method: 'GET', url, headers: [accept, ...bearer] } },
      }
      return fetched
    },
    textOf: ({ path }) => readText(path),
    validated: ({ kind, path }, text) => validated(kind, path, text),
    endpoints,
    submission: (party, endpoint, change) => ({
      ...submission(party, endpoint, change?.name ?? 'conforming', 'its own'),
      mint: () => {
        const own = claimsOf(party, endpoint)
        return withToken(
          party,
          endpoint.method,
          endpoint.path,
          bodyOf(party, change?.change(own, { untrusted }) ?? own),
        )
      },
    }),
    submissionOfNobody: (party, endpoint, token) => ({
      ...submission(party, endpoint, 'conforming', token),
      mint: async () => ({
        request: {
          method: endpoint.method,
          url: `${world.target.baseUrl}${endpoint.path}`,
          headers: [accept, inJson, ...(token === 'none' ? [] : inventedToken())],
          body: bodyOf(party, claimsOf(party, endpoint)),
        },
      }),
    }),
  }
}

const inventedToken = () => [['authorization', `Bearer ${randomUUID()}`] as const]

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
