import { cut, decoded, visible } from '../../../reports/index.js'
import { ConfigError } from '../../contracts/errors.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import { callWords } from '../../run/new-calls.js'
import type { Bench } from '../bench/bench.js'
import { type Desk, keyOf, type Laid } from '../desk.js'
import { namedChecks, type View, type Wish } from '../loop.js'
import { why } from '../terminal.js'
import { standing } from './board.js'
import type { Audience, Call, PageEvent } from './events.js'
import { listPage } from './list.js'
import { type PageContent, servePage } from './server.js'

/** A page beside a watch. */
export interface OpenPage {
  readonly address: string
  readonly view: View
  close(): Promise<void>
}

/** How often the lab is asked for new calls while somebody looks, milliseconds. */
const everyMs = 300

/** Calls at most that are handed on at once; older ones are left out. */
const mostRows = 100

/** What a page works with. */
export interface PageTools {
  readonly desk: Desk
  readonly title: string
  /** What came of a check, as a page of its own. */
  readonly check: (laid: Laid) => string
  /** Each gives the calls that a lab got since it was asked last. */
  readonly calls: readonly (() => Promise<readonly LedgerEntry[]>)[]
  /** Hears which round is asked for. */
  readonly want: (wish: Wish) => void
  /** Makes messages by hand; absent where the target takes none. */
  readonly bench?: Pick<Bench, 'work'>
}

/** Opens the page of a watch. */
export async function openPage(tools: PageTools): Promise<OpenPage> {
  const { desk, title, want } = tools
  let says: PageEvent = { kind: 'says', text: 'Nothing has been carried out yet.', busy: false }
  const bench = benchFor(tools.bench)
  const server = await servePage({
    ...bench,
    whole: () => listPage(desk, title, tools.bench !== undefined),
    check: (key) => {
      const laid = desk.all().find(({ planned }) => keyOf(planned) === key)
      return laid && tools.check(laid)
    },
    standing: () => [
      says,
      standing(desk),
      ...(calls.recent().length > 0 ? [{ kind: 'calls', calls: calls.recent() } as const] : []),
    ],
    run: ({ what, names }) => {
      try {
        if (what === 'failing' || what === 'all') want({ kind: what })
        else if (Array.isArray(names) && names.every((name) => typeof name === 'string')) want(namedChecks(desk, names))
        else return 'It takes what (failing, all) or names.'
      } catch (error) {
        if (error instanceof ConfigError) return error.message
        throw error
      }
      return undefined
    },
  })
  const { audience } = server
  const say = (text: string, busy: boolean): void => {
    says = { kind: 'says', text: visible(text), busy }
    audience.tell(says)
  }
  const calls = followCalls(tools, audience)
  return {
    address: server.address,
    view: {
      began: ({ number, wish, ids }) => say(`Round ${number}: ${why(wish)}, ${ids.size} checks.`, true),
      ready: () => undefined,
      judged: (result) => audience.tell(standing(desk, new Set([keyOf({ ...result, check: result })]))),
      kept: (results) => {
        const keys = results.map((result) => keyOf({ ...result, check: result }))
        audience.tell(standing(desk, new Set(keys)))
        audience.tell({ kind: 'kept', keys })
      },
      ended: ({ number }, { problem, interrupted }) => {
        const left = desk.notGreen().size
        const came = left === 0 ? 'everything is green' : `${left} of ${desk.everything().size} checks are not green`
        say(problem ?? `Round ${number}${interrupted ? ' was cut short' : ' is over'}: ${came}.`, false)
      },
      complain: (message) => say(message, false),
    },
    async close() {
      calls.close()
      server.close()
    },
  }
}

/** The workbench of a page. */
function benchFor(bench: PageTools['bench']): Pick<PageContent, 'byHand' | 'made'> {
  let made: string | undefined
  return {
    made: () => made,
    async byHand({ act, mutation = '', guise = '' }) {
      if (!bench) return 'This target takes no message that could be made by hand.'
      if ((act !== 'mint' && act !== 'send') || typeof mutation !== 'string' || typeof guise !== 'string')
        return 'It takes act (mint, send), mutation and guise.'
      try {
        made = await bench.work(act, { mutation, guise })
        return undefined
      } catch (error) {
        return visible((error as Error).message)
      }
    },
  }
}

/** Calls of the lab as they come, while somebody looks. */
interface Calls {
  /** Those that a page which joins has missed. */
  readonly recent: () => readonly Call[]
  close(): void
}

/** Hands the calls of the lab on. */
function followCalls({ calls }: PageTools, { isThere, tell }: Audience): Calls {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let recent: readonly Call[] = []
  const look = async (): Promise<void> => {
    for (const next of isThere() ? calls : []) {
      const rows = (await next()).slice(-mostRows).map(rowOf)
      recent = [...recent, ...rows].slice(-mostRows)
      if (rows.length > 0) tell({ kind: 'calls', calls: rows })
    }
  }
  const again = (): void => {
    // The lab may end before the page does.
    const looked = (): Promise<void> => look().catch(() => undefined)
    if (!closed) timer = setTimeout(() => void looked().finally(again), everyMs)
  }
  again()
  return {
    recent: () => recent,
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

function rowOf(entry: LedgerEntry): Call {
  const { who, remarks } = callWords(entry)
  const { at, method, target, status, assertion, forwarded = [] } = entry
  const cells = [who, `${method} ${target}`, status === 0 ? 'no answer' : String(status), remarks]
  const jwts = [...(assertion ? [assertion] : []), ...forwarded]
  return {
    cells: [new Date(at).toISOString().slice(11, 23), ...cells.map((text) => cut(visible(text), 300))],
    ...(jwts.length > 0 && { jwt: visible(decoded(jwts.flatMap(({ header, payload }) => [header, payload]))) }),
  }
}
