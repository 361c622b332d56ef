import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { refused, taken, type WriteRow } from './writes.cases.js'

/** At each endpoint that takes claims: the conforming set is stored, then each changed one is judged. */
async function atEachEndpoint(
  { documents, judge }: Pick<Fixtures, 'documents' | 'judge'>,
  { changes }: WriteRow,
  verb: 'refuses' | 'accepts',
): Promise<void> {
  if (documents.endpoints.length === 0)
    judge.notApplicable('No endpoint that takes claims is named under `write:` of the target file.')
  const party = await documents.party()
  for (const endpoint of documents.endpoints) {
    await judge.grants(documents.submission(party, endpoint))
    for (const change of changes) await judge[verb](documents.submission(party, endpoint, change))
  }
}

for (const row of inOrder(refused))
  test(`does not store ${row.title}`, covers(row), ({ documents, judge }) =>
    atEachEndpoint({ documents, judge }, row, 'refuses'),
  )

for (const row of inOrder(taken))
  test(`stores ${row.title}`, covers(row), ({ documents, judge }) =>
    atEachEndpoint({ documents, judge }, row, 'accepts'),
  )
