import type { RecordedCertificate, RecordedJwt, RecordedMessage } from '../../../harness/contracts/evidence.js'
import { counted, cut } from '../../text.js'
import { h, type Markup } from '../markup.js'
import type { Shown } from './pair.js'

const mostCertificates = 10

/** A certificate of one or both messages, at its places in `x5c`. */
interface Placed {
  readonly certificate: RecordedCertificate
  readonly places: readonly number[]
  readonly of: 'control' | 'changed' | 'both'
}

/** The certificates that control and message presented as one tree, issuers above what they issued. */
export function chains(told: Shown | undefined): Markup | undefined {
  const all = placed(chainOf(told?.shown), chainOf(told?.control))
  if (all.length === 0) return undefined
  const shown = all.slice(0, mostCertificates)
  const compared = told?.control !== undefined
  return h`<h4>Certificate chain</h4>
${tree(shown, compared)}${all.length > shown.length && h`<p class="muted">${counted(all.length - shown.length, 'further certificate')} in the evidence file.</p>`}
`
}

// Where the header is no JSON the recorder still writes a chain, empty.
function chainOf(message: RecordedMessage | undefined): readonly RecordedCertificate[] {
  const jwt: RecordedJwt | undefined = message?.assertion
  return jwt?.chain ?? []
}

/** Each certificate once: those of the changed message at their places there, then what the control alone has. */
function placed(changed: readonly RecordedCertificate[], control: readonly RecordedCertificate[]): readonly Placed[] {
  const placesIn = (chain: readonly RecordedCertificate[], { sha256 }: RecordedCertificate) =>
    chain.flatMap((other, place) => (other.sha256 === sha256 ? place : []))
  const once = (chain: readonly RecordedCertificate[], of: (one: RecordedCertificate) => Placed['of'] | undefined) =>
    chain.flatMap((certificate, place): Placed | never[] => {
      const places = placesIn(chain, certificate)
      const whose = of(certificate)
      return places[0] === place && whose !== undefined ? { certificate, places, of: whose } : []
    })
  return [
    ...once(changed, (one) => (placesIn(control, one).length > 0 ? 'both' : 'changed')),
    ...once(control, (one) => (placesIn(changed, one).length > 0 ? undefined : 'control')),
  ]
}

/** A forest: what has no issuer here is a root of it; so is one certificate of a circle. */
function tree(all: readonly Placed[], compared: boolean): Markup {
  const drawn = new Set<Placed>()
  const branch = (one: Placed): Markup => {
    drawn.add(one)
    const issued = all.filter((other) => !drawn.has(other) && issuerOf(other, all) === one)
    const below = issued.flatMap((other) => (drawn.has(other) ? [] : branch(other)))
    return h`<li>${description(one, issuerOf(one, all) !== undefined, compared)}${below.length > 0 && h`<ol>${below}</ol>`}</li>
`
  }
  const roots = all.filter((one) => issuerOf(one, all) === undefined).map(branch)
  const circles = all.flatMap((one) => (drawn.has(one) ? [] : branch(one)))
  return h`<ol class="tree">${roots}${circles}</ol>`
}

/** The certificate whose subject is the issuer's name: rather one of the same message, and rather the next one in `x5c`. */
function issuerOf({ certificate, of, places: [place = 0] }: Placed, all: readonly Placed[]): Placed | undefined {
  if (isSelfIssued(certificate)) return undefined
  const named = all.filter(
    (other) => other.certificate !== certificate && other.certificate.subject === certificate.issuer,
  )
  const distance = (other: Placed) =>
    (other.of === of || other.of === 'both' || of === 'both' ? 0 : 100) + Math.abs((other.places[0] ?? 0) - place - 1)
  return named.toSorted((a, b) => distance(a) - distance(b))[0]
}

const isSelfIssued = ({ subject, issuer }: RecordedCertificate): boolean => subject === issuer

function description({ certificate: one, places, of }: Placed, hasIssuer: boolean, compared: boolean): Markup {
  const tags = {
    control: h` <del class="tag">control only</del>`,
    changed: h` <ins class="tag">changed only</ins>`,
    both: undefined,
  }
  const note = hasIssuer
    ? ''
    : isSelfIssued(one)
      ? 'issued by itself'
      : `issued by ${cut(one.issuer, 200)}, which was not sent`
  const facts = [
    `x5c${places.map((place) => `[${place}]`).join(' and ')}`,
    one.key,
    one.keyUsage.join(', '),
    `${minute(one.notBefore)} to ${minute(one.notAfter)}`,
    `serial ${cut(one.serial, 60)}`,
    note,
  ]
  return h`<b>${cut(one.subject, 300)}</b>${compared && tags[of]}<br><span class="muted">${facts.filter((fact) => fact !== '').join('; ')}; sha256 <span class="mono">${one.sha256.slice(0, 16)}…</span></span>`
}

/** A time of a certificate, to the minute, UTC. */
const minute = (iso: string): string => iso.slice(0, 16).replace('T', ' ')
