import { Certificate } from '../certificate.js'
import { type Fetching, RevocationFetcher } from '../fetch.js'
import { type Crl, readCrl } from './crl.js'
import { type OcspAnswer, readOcspResponse, type Unverified } from './ocsp.js'
import { ocspRequest } from './ocsp-request.js'

/** What is known about the revocation of a certificate from one kind of source. `held`: revoked for the time being; `absent`: the certificate names no such source. */
export type RevocationStatus = 'good' | 'revoked' | 'held' | 'undetermined' | 'absent'

/** What is asked of the addresses of one kind of source, and what is made of their answers. */
export interface Heeding {
  readonly asked: (urls: readonly string[]) => readonly string[]
  /** Of the statuses in the order of the addresses that were asked. */
  readonly judged: (statuses: readonly RevocationStatus[]) => RevocationStatus
  /** How many entries of a CRL are looked at; all of them when absent. */
  readonly mostEntries?: number
  /** Whether the answer of a responder has to say until when it holds. */
  readonly wantsNextUpdate?: boolean
  readonly fetching?: Fetching
  /** What is not looked at of an answer before it is believed. */
  readonly unverified?: Unverified
}

/** How long an unusable answer is not asked for again, milliseconds. */
const pause = 2000
const limit = 2000

interface Remembered<T> {
  readonly until: number
  readonly answer: Promise<T | undefined>
}

/** Checks revocation by CRL and OCSP. Answers are remembered until their next update, failures briefly. */
export class Revocation {
  readonly #fetcher = new RevocationFetcher()
  readonly #crls = new Map<string, Remembered<Crl>>()
  readonly #answers = new Map<string, Remembered<OcspAnswer>>()
  readonly #note: (sentence: string) => void

  /** @param note Called with every status that stays undetermined. */
  constructor(note: (sentence: string) => void) {
    this.#note = note
  }

  async byCrl(certificate: Certificate, issuer: Certificate, heeding = everyAddress): Promise<RevocationStatus> {
    return heeding.judged(
      await Promise.all(
        heeding.asked(certificate.crlUrls).map(async (url) => {
          const crl = await this.#crl(url, heeding.fetching)
          const isBy = crl && (heeding.unverified === 'signer' || crl.isBy(issuer))
          if (!isBy || crl.nextUpdate < Date.now()) return this.#undetermined(url)
          if (!isListed(crl, certificate, heeding)) return 'good'
          return crl.held.has(certificate.serialHex) ? 'held' : 'revoked'
        }),
      ),
    )
  }

  /** Whether any CRL that a certificate of the chain names lists that one's serial number, by any issuer. */
  async isListedOnAny(certificate: Certificate, chain: readonly Certificate[]): Promise<boolean> {
    const crls = await Promise.all(chain.flatMap(({ crlUrls }) => crlUrls.map((url) => this.#crl(url))))
    return crls.some((crl) => crl?.revoked.has(certificate.serialHex))
  }

  async byOcsp(certificate: Certificate, issuer: Certificate, heeding = everyAddress): Promise<RevocationStatus> {
    return heeding.judged(
      await Promise.all(
        heeding.asked(certificate.ocspUrls).map(async (url) => {
          const answer = await this.#answer(url, [certificate, issuer], heeding)
          const isUsable = answer && !(heeding.wantsNextUpdate && answer.isEndless)
          return !isUsable || answer.status === 'undetermined' ? this.#undetermined(url) : answer.status
        }),
      ),
    )
  }

  /** The certificates that lie where a certificate says that its issuer does; only faults ask. */
  async issuersOf({ issuerUrls }: Certificate): Promise<readonly Certificate[]> {
    return Promise.all(issuerUrls.map(async (url) => new Certificate(await this.#fetcher.fetch(url))))
  }

  async close(): Promise<void> {
    await this.#fetcher.close()
  }

  #crl(url: string, fetching?: Fetching): Promise<Crl | undefined> {
    return remember(this.#crls, url, async () => readCrl(await this.#fetcher.fetch(url, undefined, fetching)))
  }

  #answer(
    url: string,
    [certificate, issuer]: readonly [Certificate, Certificate],
    { fetching, unverified }: Heeding,
  ): Promise<OcspAnswer | undefined> {
    const ask = async () => {
      const request = ocspRequest(certificate, issuer)
      return readOcspResponse(await this.#fetcher.fetch(url, request, fetching), certificate, issuer, unverified)
    }
    return remember(this.#answers, `${url} ${certificate.serialHex}`, ask)
  }

  #undetermined(url: string): RevocationStatus {
    this.#note(`revocation stays undetermined, taken as not revoked: ${url}`)
    return 'undetermined'
  }
}

/** Nothing is left out. */
export const everyAddress: Heeding = { asked: (urls) => urls, judged: worst }

const isListed = ({ revoked }: Crl, { serialHex }: Certificate, { mostEntries }: Heeding): boolean =>
  mostEntries === undefined ? revoked.has(serialHex) : [...revoked].slice(0, mostEntries).includes(serialHex)

function worst(statuses: readonly RevocationStatus[]): RevocationStatus {
  if (statuses.includes('revoked')) return 'revoked'
  if (statuses.includes('held')) return 'held'
  if (statuses.includes('good')) return 'good'
  return statuses[0] ?? 'absent'
}

function remember<T extends { readonly nextUpdate: number }>(
  memory: Map<string, Remembered<T>>,
  key: string,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  const known = memory.get(key)
  if (known && known.until > Date.now()) return known.answer
  const answer = ask().then(
    (value) => {
      memory.set(key, { until: Math.max(value.nextUpdate, Date.now() + pause), answer })
      return value
    },
    () => undefined,
  )
  const oldest = memory.size >= limit ? memory.keys().next().value : undefined
  if (oldest !== undefined) memory.delete(oldest)
  memory.set(key, { until: Date.now() + pause, answer })
  return answer
}
