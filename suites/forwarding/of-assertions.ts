import { HarnessError } from '../../harness/contracts/errors.js'
import type { Mutation } from '../../harness/mutations/types.js'
import { refused as algorithms } from '../algorithm/algorithm.cases.js'
import { refused as audiences } from '../audience/audience.cases.js'
import { refused as chains } from '../chain/chain.cases.js'
import { refused as headers } from '../header/header.cases.js'
import { refused as identities } from '../identity/identity.cases.js'
import { refused as json } from '../json/json.cases.js'
import { refused as compact } from '../jws-form/compact.cases.js'
import { refused as jtis } from '../replay/replay.cases.js'
import { refused as signatures } from '../signature/signature.cases.js'
import type { Row } from '../support/row.js'
import { refused as times } from '../time/time.cases.js'

const rows: ReadonlyMap<string, Row> = new Map(
  [
    ...algorithms,
    ...audiences,
    ...chains,
    ...compact,
    ...headers,
    ...identities,
    ...json,
    ...jtis,
    ...signatures,
    ...times,
  ].map((row) => [row.id, row]),
)

/** Rows of the client assertion by their ids, each with the names of the mutations that are meant, or all. */
export type Borrowed = Readonly<Record<string, 'all' | readonly string[]>>

const named = (of: readonly Mutation[], id: string, name: string): Mutation => {
  const found = of.find((each) => each.name === name)
  if (!found) throw new HarnessError(`${id} sends nothing by the name "${name}".`)
  return found
}

/** What those rows change about a client assertion. To a forwarded JWT "the target" is who it is addressed to. */
export const borrowed = (from: Borrowed): readonly Mutation[] =>
  Object.entries(from).flatMap(([id, names]) => {
    const row = rows.get(id)
    if (!row) throw new HarnessError(`There is no row ${id} of the client assertion.`)
    const all: readonly Mutation[] = [row.mutate].flat()
    return names === 'all' ? all : names.map((name) => named(all, id, name))
  })
