import type { Evidence, RecordedExchange } from '../../../harness/contracts/evidence.js'
import { stories } from '../../story.js'
import { count, cut } from '../../text.js'
import { h, type Markup } from '../markup.js'
import { mostLanes } from '../style/style-evidence.js'
import { nameOf } from './pair.js'

interface Step {
  readonly at: number
  readonly from: string
  readonly to: string
  readonly what: string
  /** It is an answer that must not have come. */
  readonly bad?: boolean
}

type LedgerEntry = Evidence['ledger'][number]

const mostSteps = 40
/** Parties of the check that get a lane of their own; all others share one. */
const mostParties = 3
const target = 'target'
const others = 'further parties'

/** Who of the lab was asked. */
const servers: Readonly<Partial<Record<LedgerEntry['kind'], string>>> = {
  'registry-token': 'Participant Registry',
  'party-lookup': 'Participant Registry',
  'evidence-token': 'evidence giver',
  delegation: 'evidence giver',
  'provider-token': 'ServiceProvider',
  service: 'ServiceProvider',
  crl: 'CRL',
  ocsp: 'OCSP responder',
  authorize: 'IdentityProvider',
  'login-token': 'IdentityProvider',
  userinfo: 'IdentityProvider',
  canary: 'canary',
}
const elsewhere = 'lab'
const relyingParty = 'relying party'
/** Where the lab's relying parties are answered. */
const relyingPartyPath = '/relying-party/'

/** What happened as a sequence diagram: a lane per party, target and counterparty; milliseconds since the first message. */
export function sequence(evidence: Evidence): Markup | undefined {
  const steps = stepsOf(evidence)
  const start = steps[0]?.at
  if (start === undefined) return undefined
  const shown = steps.slice(0, mostSteps)
  const lanes = lanesOf(shown)
  const rows = shown.map((step) => row(step, lanes, start))
  const heads = lanes.map((name, lane) => h`<span class="h${lane + 1}">${laneTitle(name, lanes)}</span>`)
  return h`<h4>What happened</h4>
<ol class="seq n${lanes.length}"><li class="lanes">${heads}</li>
${rows}</ol>${steps.length > shown.length && h`<p class="muted">${count(steps.length - shown.length)} later steps in the evidence file.</p>`}
`
}

function stepsOf(evidence: Evidence): readonly Step[] {
  const breaches = new Set(stories(evidence).flatMap(({ breach, message }) => (breach ? (message ?? []) : [])))
  const parties = [...new Set(evidence.messages.map(({ party }) => party))]
  const laneOf = (party: string) => (parties.indexOf(party) < mostParties ? party : others)
  // A browser on its way through the target asks the lab's IdentityProviders too, which their ledger tells once more.
  const pages = new Set(evidence.ledger.flatMap((entry) => (entry.kind === 'authorize' ? pathOf(entry.target) : [])))
  return [
    ...evidence.messages.flatMap((message, position) => {
      const starts = startsOf(message.exchanges)
      return message.exchanges.flatMap((exchange, index) =>
        conversation(exchange, nameOf(message), {
          at: starts[index] as number,
          from: laneOf(message.party),
          to: serverOf(pathOf(exchange.request.url), pages),
          bad: breaches.has(position),
        }),
      )
    }),
    ...evidence.ledger.filter(({ kind }) => kind !== 'authorize').map(call),
  ].toSorted((a, b) => a.at - b.at)
}

/** When the exchanges of a message began. Times are cut to milliseconds: one that began in the last one's end began then. */
function startsOf(exchanges: readonly RecordedExchange[]): readonly number[] {
  let ended = 0
  return exchanges.map(({ startedAt, durationMs }) => {
    const noted = Date.parse(startedAt)
    const start = noted < ended && ended < noted + 1 ? ended : noted
    ended = start + durationMs
    return start
  })
}

/** Who answers at a path. */
function serverOf(path: string, pages: ReadonlySet<string>): string {
  if (pages.has(path)) return servers.authorize ?? elsewhere
  return path.startsWith(relyingPartyPath) ? relyingParty : target
}

/** Parties, then the target, then whom it asked, each in the order of appearance. */
function lanesOf(steps: readonly Step[]): readonly string[] {
  const names = [...new Set(steps.flatMap(({ from, to }) => [from, to]))]
  const asked = new Set([...Object.values(servers), relyingParty, elsewhere])
  const parties = names.filter((name) => name !== target && !asked.has(name))
  return [...parties, target, ...names.filter((name) => asked.has(name))].slice(0, mostLanes)
}

/** The target and the servers that it asked by what they are; those who asked it, as client or human, by name. */
function laneTitle(name: string, lanes: readonly string[]): Markup {
  const clients = lanes.indexOf(target)
  const lane = lanes.indexOf(name)
  if (name === others || lane >= clients) return h`${name}`
  return h`${name.startsWith('human-') ? 'human' : 'client'}${clients > 1 && ` ${lane + 1}`}<small>${cut(name, 60)}</small>`
}

function row({ at, from, to, what, bad }: Step, lanes: readonly string[], start: number): Markup {
  const [a, z] = [lanes.indexOf(from) + 1 || lanes.length, lanes.indexOf(to) + 1 || lanes.length]
  const [left, right] = [Math.min(a, z), Math.max(a, z)]
  return h`<li${bad === true && h` class="bad"`}><span class="at">${count(Math.round(at - start))} ms</span><span class="msg m${left}"><span class="sr">${cut(from, 60)} to ${cut(to, 60)}: </span>${cut(what, 220)}</span><i class="arrow ${a < z ? 'r' : 'l'} a${left} z${right}"></i></li>
`
}

function conversation(
  exchange: RecordedExchange,
  label: string,
  { at, from, to, bad }: Pick<Step, 'at' | 'from' | 'to' | 'bad'>,
): readonly Step[] {
  const { method, url } = exchange.request
  const answer =
    exchange.response === undefined
      ? `no answer: ${exchange.noAnswer?.message ?? 'unknown'}`
      : `${exchange.response.status}${bodyHint(exchange.response.body)}`
  return [
    { at, from, to, what: `${method} ${pathOf(url)}: ${label}` },
    { at: at + exchange.durationMs, from: to, to: from, what: answer, bad: bad === true && to === target },
  ]
}

function bodyHint(body: string): string {
  return /"access_token"\s*:/.test(body) ? ' with an access token' : ''
}

function call({ at, kind, method, target: asked, status }: LedgerEntry): Step {
  return {
    at,
    from: target,
    to: servers[kind] ?? elsewhere,
    what: `${method} ${cut(shortened(asked), 160)} → ${status}`,
  }
}

/** A request target without the digests in it, which say nothing here. */
const shortened = (text: string): string => text.replace(/[0-9a-f]{40,}/g, (digest) => `${digest.slice(0, 6)}…`)

function pathOf(url: string): string {
  return URL.canParse(url, 'http://target') ? new URL(url, 'http://target').pathname : url
}
