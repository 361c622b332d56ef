import type { LedgerEntry } from '../contracts/lab-protocol.js'
import type { LabClient } from '../lab/channel/client.js'

/** How long a call is waited for that has no answer yet, milliseconds. */
const pendingMs = 3_000

/** Gives the calls that the lab got since it was asked last, in the order in which they came, each when it is answered. */
export function newCalls(client: Pick<LabClient, 'ledger'>): () => Promise<readonly LedgerEntry[]> {
  let since = Date.now()
  /** Of the calls of that very millisecond, how many were given. */
  let given = 0
  return async () => {
    const fresh = (await client.ledger({ since })).slice(given)
    const pending = fresh.findIndex(({ status, at }) => status === 0 && Date.now() - at < pendingMs)
    const calls = pending < 0 ? fresh : fresh.slice(0, pending)
    const last = calls.at(-1)
    if (last) {
      given = calls.filter(({ at }) => at === last.at).length + (last.at === since ? given : 0)
      since = last.at
    }
    return calls
  }
}

/** A call in words: who made it, and what is to be said of it beside method, path and status. */
export function callWords(entry: LedgerEntry): { readonly who: string; readonly remarks: string } {
  const { caller, subject, kind, bearer, assertion, inUrl = [] } = entry
  const remarks = [
    kind,
    ...(bearer === undefined ? [] : [`bearer ${bearer}`]),
    ...(assertion === undefined ? [] : [assertion.verified ? 'assertion verified' : `assertion: ${assertion.problem}`]),
    ...(inUrl.length > 0 && kind.endsWith('-token') ? [`in the URL: ${inUrl.join(', ')}`] : []),
  ]
  return { who: caller ?? subject ?? 'unknown', remarks: remarks.join('; ') }
}
