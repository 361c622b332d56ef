import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import type { Authority, KeyPool } from '../../../ca/index.js'
import { writeWhole } from '../../evidence/store.js'
import type { Speaker } from '../../mutations/signed-token.js'
import { partyOf, type StoredParty, storedParty } from '../../target/kit/fixtures.js'
import { readKept } from '../../target/kit/kept-file.js'
import { unique } from '../unique.js'

/** What the folder of a world keeps of its registry. */
interface Kept extends StoredParty {
  readonly basis: string
}

/** Whom a certificate is for and what it says. */
export interface Wanted {
  readonly partyId: string
  /** Where CRL and OCSP are. */
  readonly httpUrl: string
  /** How its subject names the party. */
  readonly subject: object
}

/** The registry of a world. It keeps its certificate, which some pin, as long as what the certificate says is true. */
export async function registryIn(
  folder: string,
  { authority, keys }: { readonly authority: Authority; readonly keys: KeyPool },
  wanted: Wanted,
): Promise<Speaker> {
  const file = join(folder, 'registry-certificate.json')
  const basis = JSON.stringify(wanted)
  const kept = readKept(file) as Kept | undefined
  if (kept?.basis === basis && lasts(kept)) return partyOf(kept)
  const { partyId, httpUrl: base } = wanted
  const scope = unique()
  const key = await keys.own('registry', 2048)
  const certified = await authority.issue({ partyId, kind: 'conforming', key, revocation: { base, scope } })
  writeWhole(file, JSON.stringify({ ...storedParty({ partyId, scope, certified }), basis }), 0o600)
  return { partyId, certified }
}

/** Whether a run may begin with its certificate. */
const lasts = ({ chain: [leaf = ''] }: Kept): boolean =>
  Date.parse(new X509Certificate(Buffer.from(leaf, 'base64')).validTo) > Date.now() + dayMs

const dayMs = 24 * 60 * 60 * 1000
