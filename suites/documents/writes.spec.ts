import type { ClaimEndpoint } from '../../harness/check/documents/types.js'
import type { Message, Sent } from '../../harness/check/types.js'
import type { Party } from '../../harness/mutations/types.js'
import { inOrder } from '../support/order.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { lackingMembers, ofEveryKind, refused, taken, type WriteRow } from './writes.cases.js'

type Tools = Pick<Fixtures, 'documents' | 'judge'>

/** Answers that say nothing yet of what is stored (L214): it is looked at later (RFC 9110 §15.3.3), or each claim apart (RFC 4918 §13). */
const undecided: readonly (number | undefined)[] = [202, 207]

/** What an endpoint answers that creates something which is there (RFC 9110 §15.5.10). */
const conflict = 409

/** What an endpoint answers for claims that name what it does not know (RFC 9110 §15.5.1, §15.5.5, §15.5.21). */
const unknownToIt: readonly number[] = [400, 404, 422]

/**
 * Ends the check where an endpoint takes the claims of a party once: whatever comes after them it refuses for that. And
 * where it refuses them each time, as a database does whose tables of frameworks and agreements are filled beforehand.
 */
async function ruleOutOnce({ documents, judge }: Tools, party: Party, endpoint: ClaimEndpoint): Promise<void> {
  const statuses: number[] = []
  for (const name of ['claims of a party', 'further claims of that party']) {
    const { exchange } = await judge.records(documents.submission(party, endpoint), name)
    statuses.push(exchange.response?.status ?? 0)
  }
  if (statuses.every((status) => unknownToIt.includes(status)))
    judge.inconclusive(
      `${endpoint.method} ${endpoint.path} refuses claims that are in order (status ${statuses[0]}): where it takes only frameworks, dataspaces, agreements and roles that it knows, name those under \`write[].ids\` in the target file.`,
    )
  const [first = 0, second = 0] = statuses
  const isStored = first >= 200 && first < 300
  if (first === conflict || (isStored && second >= 400 && second < 500 && second !== 429))
    judge.notApplicable(
      `${endpoint.method} ${endpoint.path} takes the claims of a party once, so that a refusal says nothing: name an endpoint that replaces them.`,
    )
}

/** Why nothing is said of a registry whose answer shows claims that are in order where those that were handed in were not (L214). */
function ifMended({ documents }: Pick<Tools, 'documents'>, { exchange }: Sent): string | undefined {
  const { status = 0, body = '' } = exchange.response ?? {}
  const { claims, problems } = documents.validated({ kind: 'claim', path: 'the answer', served: true }, body)
  return status < 300 && claims.length > 0 && problems.length === 0
    ? 'The claims that its answer shows are in order: it makes such members itself.'
    : undefined
}

/** At each endpoint that takes claims: the conforming set is stored, then others are judged. */
async function atEachEndpoint(
  { documents, judge }: Tools,
  others: (party: Party, endpoint: ClaimEndpoint) => readonly Message[] | Promise<readonly Message[]>,
  verb: 'refuses' | 'accepts',
  { ofContent = true, made = false }: { readonly ofContent?: boolean; readonly made?: boolean } = {},
): Promise<void> {
  if (documents.endpoints.length === 0)
    judge.notApplicable('No endpoint that takes claims is named under `write:` of the target file.')
  const party = await documents.party()
  for (const endpoint of documents.endpoints) {
    if (ofContent) await ruleOutOnce({ documents, judge }, party, endpoint)
    const { exchange } = await judge.grants(documents.submission(party, endpoint))
    const status = exchange.response?.status
    if (ofContent && undecided.includes(status))
      judge.notApplicable(`It answers claims that are in order with ${status}, which does not say what it stores.`)
    for (const message of await others(party, endpoint))
      if (verb === 'accepts') await judge.accepts(message)
      else await judge.refuses(message, { ...(made && { unless: async (sent) => ifMended({ documents }, sent) }) })
  }
}

/** The claims of a party as a row changes them. */
const changed =
  (documents: Tools['documents'], { changes }: WriteRow) =>
  (party: Party, endpoint: ClaimEndpoint): readonly Message[] =>
    changes.map((change) => documents.submission(party, endpoint, change))

for (const row of inOrder([...refused, ...lackingMembers, ...ofEveryKind]))
  test(`does not store ${row.title}`, covers(row), ({ documents, judge }) =>
    atEachEndpoint({ documents, judge }, changed(documents, row), 'refuses', row),
  )

for (const row of inOrder(taken))
  test(`stores ${row.title}`, covers(row), ({ documents, judge }) =>
    atEachEndpoint({ documents, judge }, changed(documents, row), 'accepts'),
  )

const ofNobody: Coverage = check(
  'documents.write-authenticated',
  'PARTY-LOOKUP-AUTHENTICATED',
  'stores-claims-for-anybody',
  { level: 'strict', roles: ['ParticipantRegistry'] },
)

test('stores no claims without an access token, or with an invented one', covers(ofNobody), ({ documents, judge }) =>
  atEachEndpoint(
    { documents, judge },
    // Each for a party of its own, since an endpoint may take the claims of a party once.
    async (_, endpoint) => [
      documents.submissionOfNobody(await documents.party(), endpoint, 'none'),
      documents.submissionOfNobody(await documents.party(), endpoint, 'invented'),
    ],
    'refuses',
    { ofContent: false },
  ),
)
