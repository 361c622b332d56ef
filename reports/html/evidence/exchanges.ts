import type { Evidence, RecordedExchange, RecordedMessage } from '../../../harness/contracts/evidence.js'
import { counted, cut, cutLines, duration } from '../../text.js'
import { cell } from '../bits.js'
import { h, type Markup } from '../markup.js'
import { nameOf } from './pair.js'

const mostExchanges = 12
const mostBodies = 4

/** Every exchange with status and time, and the answers themselves, cut. */
export function exchanges(evidence: Pick<Evidence, 'messages'>): Markup | undefined {
  const all = evidence.messages.flatMap((message) =>
    message.exchanges.map((exchange) => ({ exchange, label: nameOf(message), message })),
  )
  if (all.length === 0) return undefined
  return h`<h4>Exchanges</h4>
<table class="fold"><thead><tr><th scope="col">Message</th><th scope="col">Request</th><th scope="col">Answer</th><th scope="col">Time</th></tr></thead><tbody>
${all.slice(0, mostExchanges).map(
  ({
    exchange,
    label,
  }) => h`<tr>${cell('Message', label)}${cell('Request', cut(`${exchange.request.method} ${exchange.request.url}`, 200), 'mono wrap')}${cell('Answer', answerWords(exchange))}${cell('Time', duration(exchange.durationMs), 'nowrap')}</tr>
`,
)}</tbody></table>${more(all.length)}
${all.slice(-mostBodies).map(({ exchange, label, message }) => [answer(exchange, label), exchange === message.exchanges.at(-1) && token(message)])}`
}

function more(all: number): Markup | false {
  return (
    all > mostExchanges &&
    h`<p class="muted">${counted(all - mostExchanges, 'further exchange')} in the evidence file.</p>`
  )
}

function answerWords(exchange: RecordedExchange): string {
  if (exchange.response !== undefined) return String(exchange.response.status)
  return `no answer (${exchange.noAnswer?.kind ?? 'unknown'}): ${cut(exchange.noAnswer?.message ?? '', 200)}`
}

function answer(exchange: RecordedExchange, label: string): Markup | undefined {
  const { response } = exchange
  if (response === undefined) return undefined
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${[value].flat().join(', ')}`)
  const text = [`${response.status}`, ...headers, '', response.body].join('\n')
  return h`<details class="plain"><summary>Answer to ${cut(label, 200)}${response.truncated && ', cut at the bound of the recorder'}</summary><div><pre>${cutLines(text, 40, 300)}</pre></div></details>
`
}

/** The JWT in an answer, which the answer itself holds as a digest. */
function token({ answered }: RecordedMessage): Markup | undefined {
  if (answered === undefined) return undefined
  const text = [answered.header, answered.payload].map((part) => JSON.stringify(part, null, 2)).join('\n')
  return h`<details class="plain"><summary>${cut(answered.member, 80)} in it, decoded</summary><div><pre>${cutLines(text, 80, 200)}</pre></div></details>
`
}
