import { createHash } from 'node:crypto'
import type { Judge } from '../../harness/check/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { timeForMore } from '../support/flows/patience.js'
import { readsClock } from '../support/values/counted.js'
import { ruleUnderived } from '../support/values/derived.js'
import { ruleDifference, ruleLength } from '../support/values/guessable.js'
import type { Tools } from './logins.js'
import { hasStateOfBrowser } from './state-of-browser.js'

/** A request without the scope `openid` is none of OpenID Connect (Core §3.1.2.1). */
export async function asksForOpenId({ relyingParty, judge }: Tools<never>): Promise<void> {
  const { authorize } = await relyingParty.seen(await judge.grants(relyingParty.prepare()[0]))
  const { request_uri: uri, scope = '' } = authorize.at(-1)?.query ?? {}
  if (uri !== undefined) judge.notApplicable('The target asks with the address of a request object.')
  judge.rule('Asks for the scope openid', scope.split(' ').includes('openid'), {
    expected: 'openid among the values of scope',
    got: JSON.stringify(scope),
  })
}

type Query = LedgerEntry['query']

/** No login is begun with what another was begun with, in another browser or in the same one. */
export async function beginsAnew({ relyingParty, judge }: Tools<never>): Promise<void> {
  const asked: Query[] = []
  for (let count = 0; count < 2; count += 1) {
    const { authorize } = await relyingParty.seen(await judge.grants(relyingParty.prepare()[0]))
    asked.push(authorize.at(-1)?.query)
  }
  const names = ['state', 'nonce', 'code_challenge'].filter((name) => asked[0]?.[name] !== undefined)
  if (names.length === 0) judge.notApplicable('The target sends no state, nonce or code_challenge.')
  const twice = await judge.records(relyingParty.withLoginAgain(), 'a second login of a human in one window')
  const { authorize } = await relyingParty.seen(twice)
  for (const name of names) {
    ruleAnother(judge, `Begins each login with a ${name} of its own`, name, asked)
    // A target may begin no second login there, and a state may say no more than which browser it is.
    if (authorize.length > 1 && name !== 'state')
      ruleAnother(
        judge,
        `Begins the second login in a browser with a ${name} of its own`,
        name,
        authorize.map(({ query }) => query),
      )
  }
}

function ruleAnother(judge: Pick<Judge, 'rule'>, says: string, name: string, asked: readonly Query[]): void {
  const isAnother = new Set(asked.map((query) => query?.[name])).size === asked.length
  judge.rule(says, isAnother, { expected: 'two values', got: isAnother ? 'two values' : 'the same twice' })
}

/** What each login is begun with anew; a state may be that of all logins of a browser (RFC 6749 §10.12). */
const anew = ['state', 'nonce', 'code_challenge'] as const
/** So many logins are looked at beside those of other checks. */
const more = 6

/** Of all logins that the run has seen no two are begun with one value; a request that comes twice is one. */
export async function neverAgain({ relyingParty, judge, lab }: Tools<'lab'>): Promise<void> {
  const hasTime = timeForMore()
  for (let count = 0; count < more && hasTime(); count += 1) await judge.grants(relyingParty.prepare()[0])
  const isOfBrowser = await hasStateOfBrowser({ relyingParty, judge })
  if (isOfBrowser) judge.observes('state', 'one for all logins of a browser')
  const seen = (await lab.ledger({ kinds: ['authorize'] })).map(({ query }) => anew.map((name) => query?.[name]))
  const requests = [...new Map(seen.map((values) => [JSON.stringify(values), values])).values()]
  judge.observes('requests that were looked at', requests.length)
  for (const [index, name] of anew.entries()) {
    const values = requests.flatMap((request) => request[index] ?? [])
    const different = new Set(values).size
    // Of one that is always the same, or is not sent, other checks speak. Which browser came, nobody can tell here.
    if (different < 2 || (name === 'state' && isOfBrowser)) continue
    judge.rule(`No ${name} comes again in the whole run`, different === values.length, {
      expected: `${values.length} values`,
      got: `${different} values in ${values.length} requests`,
    })
  }
}

/** How many values of a kind are compared. */
const compared = 6
/** Bits of each; what is compared in one browser while a login lasts needs no more than a session identifier does. */
const drawn = [
  ['state', 64],
  ['nonce', 64],
  ['code_verifier', 128],
] as const

/** Nobody can guess what a login is begun with; the latest values of this run tell, whatever login they were for. */
export async function drawsAtRandom({ relyingParty, judge, lab }: Tools<'lab'>): Promise<void> {
  const latest = async () => {
    const entries = await lab.ledger({ kinds: ['authorize', 'login-token'], drawn: true })
    return drawn.flatMap(([name, bits]) => {
      const values = entries.flatMap((entry) => entry.drawn?.[name] ?? [])
      return values.length === 0 ? [] : [{ name, bits, values: [...new Set(values)].slice(-compared) }]
    })
  }
  await judge.grants(relyingParty.prepare()[0])
  let seen = await latest()
  if (seen.length === 0) judge.notApplicable('The target sends no state, nonce or code_verifier.')
  for (let logins = 1; logins < compared && seen.some(({ values }) => values.length < compared); logins += 1) {
    await judge.grants(relyingParty.prepare()[0])
    seen = await latest()
  }
  await ruleUnguessed({ relyingParty, judge, lab })
  for (const { name, bits, values } of seen) {
    ruleLength(judge, `Its values of ${name}`, values, bits)
    ruleDifference(judge, `Its values of ${name}`, values, bits)
    const isClock = values.some((value) => readsClock(value))
    judge.rule(`Its values of ${name} are no readings of a clock`, !isClock, {
      expected: 'nothing that tells the time',
      got: isClock ? 'the time, as a number' : 'nothing that tells the time',
    })
  }
}

/** What one login was begun with, and when. */
async function begun({ relyingParty, judge, lab }: Tools<'lab'>) {
  const since = Date.now()
  const sent = await judge.grants(relyingParty.prepare()[0])
  const { partyId } = sent.message.party
  const entries = await lab.ledger({ subjects: [partyId], kinds: ['authorize', 'login-token'], drawn: true })
  const asked = entries.find(({ kind }) => kind === 'authorize')
  const { state, nonce } = asked?.drawn ?? {}
  const verifier = entries.flatMap(({ drawn: one }) => one?.code_verifier ?? []).at(-1)
  const { query } = asked ?? {}
  // The human is known once they have typed their name, by when a browser may have taken a second.
  const requests = await lab.ledger({ kinds: ['authorize'], since, drawn: true })
  const departure = requests.find(({ drawn: one }) => one?.state === state && one?.nonce === nonce)
  const { at: to = Date.now() } = departure ?? asked ?? {}
  const values = { ...(query?.client_id !== undefined && { client_id: query.client_id }) }
  return { state, nonce, verifier, values, from: since, to }
}

/** Nobody makes what a login was begun with of the name of the target, or of the time. */
async function ruleUnguessed(tools: Tools<'lab'>): Promise<void> {
  const { state, nonce, values, from, to } = await begun(tools)
  const names = Object.entries({ state, nonce: nonce === state ? undefined : nonce })
  for (const [name, value] of names)
    if (value !== undefined) ruleUnderived(tools.judge, `Its ${name}`, value, { values, from, to })
}

/** A PKCE challenge tells nobody the verifier. */
export async function hashesVerifier({ relyingParty, judge }: Tools<never>): Promise<void> {
  const { authorize } = await relyingParty.seen(await judge.grants(relyingParty.prepare()[0]))
  const { code_challenge: challenge, code_challenge_method: method = 'plain' } = authorize.at(-1)?.query ?? {}
  if (!challenge) judge.notApplicable('The target sends no code_challenge.')
  judge.rule('Sends the hash of its code_verifier', method === 'S256', {
    expected: 'code_challenge_method S256',
    got: `code_challenge_method ${method}`,
  })
}

/** What anybody makes of a text who sees it: itself, what is encoded in it, and its hash. */
const readable = (text: string): readonly string[] => {
  const hash = createHash('sha256').update(text).digest()
  const decoded = text.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  return [text, ...decoded, hash.toString('hex'), hash.toString('base64url')]
}

/** Nothing that a browser carries in a request tells the verifier, whatever login of this run it was for. */
export async function keepsVerifier({ relyingParty, judge, lab }: Tools<'lab'>): Promise<void> {
  const { state, nonce, verifier, values, from, to } = await begun({ relyingParty, judge, lab })
  const entries = await lab.ledger({ kinds: ['authorize', 'login-token'], drawn: true })
  const verifiers = entries.flatMap(({ drawn }) => drawn?.code_verifier ?? [])
  if (verifiers.length === 0) judge.notApplicable('The target sends no code_verifier.')
  for (const name of ['state', 'nonce']) {
    const texts = entries.flatMap(({ drawn }) => readable(drawn?.[name] ?? ''))
    const isTold = texts.some((text) => verifiers.some((verifier) => text.includes(verifier)))
    judge.rule(`Tells its code_verifier in no ${name}`, !isTold, {
      expected: 'nothing of it',
      got: isTold ? 'one that anybody can read there' : 'nothing of it',
    })
  }
  const seen = { ...values, ...(state !== undefined && { state }), ...(nonce !== undefined && { nonce }) }
  if (verifier !== undefined) ruleUnderived(judge, 'Its code_verifier', verifier, { values: seen, from, to })
}
