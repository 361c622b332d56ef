import type { Evidence, RecordedExchange } from '../../harness/evidence/types.js'
import { count, cut } from '../text.js'
import { h, type Markup } from './markup.js'
import { nameOf } from './pair.js'

interface Step {
  readonly at: number
  readonly from: string
  readonly to: string
  readonly what: string
  readonly back?: boolean
}

type LedgerEntry = Evidence['ledger'][number]

const mostSteps = 40

/** Who in the lab answers, where it is not the Participant Registry. */
const servers: Readonly<Record<string, string>> = {
  crl: 'CRL (lab)',
  ocsp: 'OCSP responder (lab)',
  canary: 'canary (lab)',
}

/** What happened, in order of time, in milliseconds since the first message: messages, their answers, and the target's calls to the lab. */
export function sequence(evidence: Evidence): Markup | undefined {
  const steps = [
    ...evidence.messages.flatMap((message) =>
      message.exchanges.flatMap((exchange) => conversation(exchange, nameOf(message), message.party)),
    ),
    ...evidence.ledger.flatMap(call),
  ].toSorted((a, b) => a.at - b.at)
  const start = steps[0]?.at
  if (start === undefined) return undefined
  const rows = steps.slice(0, mostSteps).map(
    (
      step,
    ) => h`<li class="${step.back === true ? 'back' : ''}"><span class="at">${count(Math.round(step.at - start))} ms</span><span class="who">${cut(step.from, 60)} <span aria-label="to">→</span> ${cut(step.to, 60)}</span><span class="what">${cut(step.what, 220)}</span></li>
`,
  )
  return h`<h4>What happened</h4>
<ol class="sequence">${rows}</ol>${steps.length > mostSteps && h`<p class="muted">${count(steps.length - mostSteps)} later steps in the evidence file.</p>`}
`
}

function conversation(exchange: RecordedExchange, label: string, party: string): readonly Step[] {
  const at = Date.parse(exchange.startedAt)
  const { method, url } = exchange.request
  const answer =
    exchange.response === undefined
      ? `no answer: ${exchange.noAnswer?.message ?? 'unknown'}`
      : `${exchange.response.status}${bodyHint(exchange.response.body)}`
  return [
    { at, from: party, to: 'target', what: `${method} ${pathOf(url)}, ${label}` },
    { at: at + exchange.durationMs, from: 'target', to: party, what: answer, back: true },
  ]
}

function bodyHint(body: string): string {
  return /"access_token"\s*:/.test(body) ? ' with an access token' : ''
}

function call(entry: LedgerEntry): readonly Step[] {
  const to = servers[entry.kind] ?? 'Participant Registry (lab)'
  return [{ at: entry.at, from: 'target', to, what: `${entry.method} ${entry.target} answered ${entry.status}` }]
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url
}
