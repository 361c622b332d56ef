import type { RecordedCertificate, RecordedJwt, RecordedMessage } from '../../harness/evidence/types.js'
import { counted, cut, moment } from '../text.js'
import { h, type Markup } from './markup.js'
import type { Shown } from './pair.js'

const mostCertificates = 8

/** The certificate chain that the message presented, and the control's where it differs. */
export function chains({ shown, control }: Shown): Markup | undefined {
  const certificates = chainOf(shown)
  const other = chainOf(control)
  if (certificates.length === 0 && other.length === 0) return undefined
  const equal = certificates.map((one) => one.sha256).join() === other.map((one) => one.sha256).join()
  const both = control !== undefined && !equal
  return h`<h4>Certificate chain</h4>
${both && h`<h5>Control</h5>${list(other)}<h5>Changed</h5>`}${list(certificates)}`
}

// Where the header is no JSON the recorder still writes a chain, empty.
function chainOf(message: RecordedMessage | undefined): readonly RecordedCertificate[] {
  const jwt: RecordedJwt | undefined = message?.assertion
  return jwt?.chain ?? []
}

function list(chain: readonly RecordedCertificate[]): Markup {
  if (chain.length === 0) return h`<p class="muted">No certificate that can be read.</p>`
  return h`<ol class="chain">${chain
    .slice(0, mostCertificates)
    .map(
      (one) =>
        h`<li><b>${cut(one.subject, 300)}</b><br><span class="muted">${one.key}${one.keyUsage.length > 0 && `, ${one.keyUsage.join(', ')}`}; valid from ${moment(one.notBefore)} to ${moment(one.notAfter)}; issued by ${cut(one.issuer, 300)}; serial ${cut(one.serial, 60)}; sha256 <span class="mono">${one.sha256.slice(0, 16)}…</span></span></li>`,
    )}</ol>${chain.length > mostCertificates && h`<p class="muted">${counted(chain.length - mostCertificates, 'further certificate')} in the evidence file.</p>`}
`
}
