import type { CheckedDocument } from '../../harness/check/documents/types.js'
import { inOrder } from '../support/order.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { claimRows } from './claims.cases.js'
import { credentialRows } from './credential.cases.js'
import { ruleDocument } from './rules.js'

/** Every document of a kind that the target file names, as it is now. Ends the check where there is none to judge. */
async function documentsOf(
  { documents, judge }: Pick<Fixtures, 'documents' | 'judge'>,
  kind: 'claim' | 'credential',
): Promise<readonly CheckedDocument[]> {
  const named = documents.named(kind)
  if (named.length === 0) judge.notApplicable(`No ${kind} is named under \`documents:\` of the target file.`)
  const party = await documents.party()
  const read: CheckedDocument[] = []
  for (const document of named) {
    if (!document.served) {
      read.push(documents.validated(document, await documents.textOf(document)))
      continue
    }
    const { outcome, exchange } = await judge.tries(documents.fetch(party, document), `document ${document.path}`)
    if (outcome.kind === 'refused')
      judge.notTestable(
        `GET ${document.path} is answered with ${outcome.status}: name a path under \`documents:\` that serves a ${kind} to every participant.`,
      )
    if (outcome.kind !== 'granted') judge.inconclusive(`${document.path} was not answered: ${outcome.kind}.`)
    read.push(documents.validated(document, exchange.response?.body ?? ''))
  }
  return read
}

for (const row of inOrder([...claimRows, ...credentialRows]))
  test(row.title, covers(row), async ({ documents, judge }) => {
    const all = await documentsOf({ documents, judge }, row.kind)
    const open = all.filter(({ closed }) => row.envelope || closed === undefined)
    const concerned = open.filter(
      (document) => (row.readable && document.unreadable !== undefined) || row.present(document),
    )
    for (const document of concerned) ruleDocument(judge, row, document)
    const shown = [...new Set(row.shows ? concerned.flatMap(row.shows.of) : [])].sort()
    if (row.shows && shown.length > 0) judge.observes(row.shows.observed, shown.join(' and '))
    const unopened = all.find((document) => !open.includes(document))
    if (unopened?.closed !== undefined) judge.notTestable(`${unopened.name}: ${unopened.closed}`)
    if (concerned.length === 0) judge.notApplicable(`No ${row.subject} is among the documents of the target file.`)
  })

/** Party endpoints answer parties that have authenticated (L203). */
const readByNobody: Coverage = check(
  'documents.read-authenticated',
  'PARTY-LOOKUP-AUTHENTICATED',
  'serves-claims-to-anybody',
  { level: 'strict', roles: ['ParticipantRegistry'] },
)

test('serves no claims without an access token', covers(readByNobody), async ({ documents, judge }) => {
  const served = documents.named('claim').filter((one) => one.served)
  if (served.length === 0) judge.notApplicable('No claim that the target serves is named under `documents:`.')
  const party = await documents.party()
  for (const document of served) {
    const own = documents.fetchClaims(party, document, 'its own')
    const { outcome } = await judge.tries(own, `document ${document.path}`)
    if (outcome.kind !== 'granted') judge.notTestable(`No claims came from ${document.path} with an access token.`)
    await judge.grants(own)
    for (const token of ['none', 'invented'] as const)
      await judge.refuses(documents.fetchClaims(party, document, token))
  }
})
