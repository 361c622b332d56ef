import type { Judge, Message } from '../../harness/check/types.js'
import type { LedgerEntry } from '../../harness/lab/protocol.js'
import { authentications, ruleAudience, ruleConduct, ruleRenewed } from '../client/authentications.js'
import type { ConductRow } from '../client/client.cases.js'
import { ruleDifference, ruleLength } from '../support/guessable.js'
import type { Fixtures } from '../support/test.js'
import type { RedirectCheck } from './flows.cases.js'
import { type LoginCheck, unconcerned } from './rows.js'

type Tools<Names extends keyof Fixtures> = Pick<Fixtures, 'relyingParty' | 'judge' | Names>

/** An honest login works, and none does in which the IdentityProvider does something wrong. */
export async function endsLogin({ defects, needs }: LoginCheck, { relyingParty, judge }: Tools<never>): Promise<void> {
  const [control, ...mutated] = relyingParty.prepare(...defects)
  const reason = unconcerned(needs, await relyingParty.seen(await judge.grants(control)))
  if (reason !== undefined) judge.notApplicable(reason)
  for (const message of mutated) {
    const keptAt = relyingParty.keptAt(await judge.refuses(message))
    if (keptAt !== undefined) judge.observes('Refused on its page and logged in all the same at', keptAt)
  }
}

/** The answer that one browser got logs nobody in who brings it back in another. */
export async function endsLoginOfAnother({ relyingParty, judge }: Tools<never>): Promise<void> {
  await judge.grants(relyingParty.prepare()[0])
  await judge.refuses(relyingParty.withAnswerOfAnother())
}

/** No assertion with which a code was redeemed in this run contradicts the row; one that does is shown with a login of this check. */
export async function signsWell(
  row: ConductRow,
  { relyingParty, judge, lab, lookups, target }: Tools<'lab' | 'lookups' | 'target'>,
): Promise<void> {
  const roots = await lookups.roots()
  const receiver = (call: LedgerEntry): string => call.counterparty ?? lab.registry.partyId
  const holds = (call: LedgerEntry): boolean =>
    row.contradiction(call, { own: target.partyId, receiver: receiver(call), roots }) === undefined
  const known = await authentications({ lab, target }, 'login-token')
  if (known.length === 0 || !known.every(holds)) await judge.grants(relyingParty.prepare()[0])
  ruleConduct({ judge, lab, target }, row, await authentications({ lab, target }, 'login-token'), roots)
}

/** Every login has an assertion of its own. */
export async function signsAnew({ relyingParty, judge, lab, target }: Tools<'lab' | 'target'>): Promise<void> {
  const seen = () => authentications({ lab, target }, 'login-token')
  for (let count = (await seen()).length; count < 2; count += 1) await judge.grants(relyingParty.prepare()[0])
  ruleRenewed(judge, await seen())
}

/** No login is begun with what another was begun with. */
export async function beginsAnew({ relyingParty, judge }: Tools<never>): Promise<void> {
  const asked: LedgerEntry['query'][] = []
  for (let count = 0; count < 2; count += 1) {
    const { authorize } = await relyingParty.seen(await judge.grants(relyingParty.prepare()[0]))
    asked.push(authorize.at(-1)?.query)
  }
  const [first, second] = asked
  const names = ['state', 'nonce', 'code_challenge'].filter((name) => first?.[name] !== undefined)
  if (names.length === 0) judge.notApplicable('The target sends no state, nonce or code_challenge.')
  for (const name of names)
    judge.rule(`Begins each login with a ${name} of its own`, first?.[name] !== second?.[name], {
      expected: 'two values',
      got: first?.[name] === second?.[name] ? 'the same twice' : 'two values',
    })
}

/** How many values of a kind are compared. */
const compared = 6
const drawn = ['state', 'nonce', 'code_verifier'] as const

/** Nobody can guess what a login is begun with; the latest values of this run tell, whatever login they were for. */
export async function drawsAtRandom({ relyingParty, judge, lab }: Tools<'lab'>): Promise<void> {
  const latest = async () => {
    const entries = await lab.ledger({ kinds: ['authorize', 'login-token'], drawn: true })
    return drawn.flatMap((name) => {
      const values = entries.flatMap((entry) => entry.drawn?.[name] ?? [])
      return values.length === 0 ? [] : [{ name, values: [...new Set(values)].slice(-compared) }]
    })
  }
  await judge.grants(relyingParty.prepare()[0])
  let seen = await latest()
  if (seen.length === 0) judge.notApplicable('The target sends no state, nonce or code_verifier.')
  for (let logins = 1; logins < compared && seen.some(({ values }) => values.length < compared); logins += 1) {
    await judge.grants(relyingParty.prepare()[0])
    seen = await latest()
  }
  for (const { name, values } of seen) {
    ruleLength(judge, `Its values of ${name}`, values)
    ruleDifference(judge, `Its values of ${name}`, values)
  }
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

/** What the IdentityProvider gave goes through no address of the browser. */
export async function hidesTokens({ relyingParty, judge }: Tools<never>): Promise<void> {
  const telling = relyingParty.addressesWithTokens(await judge.grants(relyingParty.prepare()[0]))
  judge.rule('Puts no token into an address', telling.length === 0, {
    expected: 'none',
    got: telling.join(', ') || 'none',
  })
}

/** Whoever logs in in the window of another human is taken for themselves. */
export async function takesSecondHuman({ relyingParty, judge }: Tools<never>): Promise<void> {
  const sent = await judge.records(
    relyingParty.withSecondHuman(),
    'a login of a second human in a window where one is logged in',
  )
  if (!relyingParty.wasAtLab(sent)) judge.notApplicable('The target begins no second login in the same browser.')
  const { token } = await relyingParty.seen(sent)
  if (!token.some(({ status }) => status === 200))
    judge.notApplicable('The target does not redeem the code of a second human in the same browser.')
  if (sent.outcome.kind === 'refused') judge.notApplicable('The target logs no second human in in the same browser.')
  if (sent.outcome.kind !== 'granted') judge.inconclusive('The login of the second human came to no end.')
  const taken = relyingParty.takenFor(sent)
  if (taken === undefined) judge.notApplicable('The target does not say who is logged in.')
  judge.rule('Takes the human who logged in last for logged in', taken === 'second', {
    expected: 'the second human',
    got: `the ${taken} human`,
  })
}

/** No answer of the token endpoint talks the target into another audience. */
export async function keepsAudience({ relyingParty, judge, lab, target }: Tools<'lab' | 'target'>): Promise<void> {
  const since = Date.now()
  const told = 'token-telling-another-audience'
  const [control, ...mutated] = relyingParty.prepare(
    { entry: 'token answer', name: `${told}-at-first` },
    { entry: 'token answer', name: told },
  )
  await judge.grants(control)
  const lured: LedgerEntry[] = []
  for (const message of mutated) {
    const sent = await judge.records(message, `a login at an IdentityProvider: ${message.recipe['token answer']}`)
    lured.push(...(await relyingParty.seen(sent)).lured)
  }
  // Whoever heeds it may do so at its next login only.
  await judge.records(relyingParty.prepare()[0], 'the next login')
  const calls = (await authentications({ lab, target }, 'login-token')).filter(({ at }) => at >= since)
  ruleAudience(judge, calls, lab.registry.partyId)
  ruleNotLured(judge, lured)
}

/** A redirect of the token endpoint leads the target nowhere. */
export async function keepsToItself({ defect }: RedirectCheck, { relyingParty, judge }: Tools<never>): Promise<void> {
  const [control, redirected] = relyingParty.prepare(defect) as [Message, Message]
  await judge.grants(control)
  const { lured } = await relyingParty.seen(await judge.records(redirected, `a login: ${defect.name}`))
  ruleNotLured(judge, lured)
}

function ruleNotLured(judge: Judge, lured: readonly LedgerEntry[]): void {
  const carrying = lured.filter(({ assertion }) => assertion !== undefined)
  judge.rule('Sends its assertion to nobody else', carrying.length === 0, {
    expected: 'none',
    got: `${carrying.length} assertions elsewhere`,
  })
}
