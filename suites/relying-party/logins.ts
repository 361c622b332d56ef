import { meeting } from '../../harness/check/meeting.js'
import type { Circumstance, LoginMisbehaviour } from '../../harness/check/relying-party/types.js'
import type { Judge, Message, Sent } from '../../harness/check/types.js'
import type { LedgerEntry } from '../../harness/contracts/lab-protocol.js'
import { authentications, ruleAudience, ruleConduct, ruleRenewed } from '../client/authentications.js'
import type { ConductRow } from '../client/client.cases.js'
import { together } from '../support/flows/together.js'
import type { Fixtures } from '../support/test.js'
import { tokenForms, transferForms } from '../support/values/answer-forms.js'
import { type LoginCheck, unconcerned } from './rows.js'

/** The tools of a relying party's checks, and others. */
export type Tools<Names extends keyof Fixtures> = Pick<Fixtures, 'relyingParty' | 'judge' | Names>

/** An honest login works, and none does in which the IdentityProvider does something wrong. */
export async function endsLogin(
  row: LoginCheck,
  { relyingParty, judge, lab, target }: Tools<'lab' | 'target'>,
): Promise<void> {
  const { remembered, asked } = row
  if (remembered && target.clock.registryCacheSeconds > 0)
    judge.notApplicable('The target declares a cache of the registry.')
  for (const message of await concerning(row, { relyingParty, judge })) {
    const unless = (sent: Sent) => unasked({ relyingParty, lab }, sent)
    const keptAt = relyingParty.keptAt(await judge.refuses(message, asked && { unless }))
    if (keptAt !== undefined) judge.observes('Refused on its page and logged in all the same at', keptAt)
  }
}

/**
 * The wrong logins of a row, behind an honest one that works. What is wrong at userinfo is so beside an id_token that
 * says nothing of the human, too, at a target that logs humans in by such a one. Ends the check where no row concerns the target.
 */
async function concerning(
  row: Pick<LoginCheck, 'misbehaviours' | 'needs'>,
  { relyingParty, judge }: Tools<never>,
): Promise<readonly Message[]> {
  const { misbehaviours, needs } = row
  const [control, ...usual] = relyingParty.prepare(...misbehaviours)
  const reason = unconcerned(needs, await relyingParty.seen(await judge.grants(control)))
  const bare = needs === 'userinfo' ? await concerningBare(row, { relyingParty, judge }) : []
  if (reason !== undefined && bare.length === 0) judge.notApplicable(reason)
  return [...(reason === undefined ? usual : []), ...bare]
}

/** Those of them beside an id_token that says nothing of the human; none where the target logs nobody in by such a one, or asks nothing more. */
async function concerningBare(
  { misbehaviours, needs }: Pick<LoginCheck, 'misbehaviours' | 'needs'>,
  { relyingParty, judge }: Tools<never>,
): Promise<readonly Message[]> {
  const [first] = relyingParty.prepareBare()
  const tried = await judge.records(first, 'a login whose id_token says nothing of the human')
  if (tried.outcome.kind !== 'granted' || unconcerned(needs, await relyingParty.seen(tried)) !== undefined) return []
  const [control, ...bare] = relyingParty.prepareBare(...misbehaviours)
  await judge.grants(control)
  return bare
}

/** An honest login works in a circumstance, and none does there in which the IdentityProvider does one of these things wrong. */
export async function endsAllIn(
  circumstance: Circumstance,
  wrong: readonly { readonly needs: LoginCheck['needs']; readonly misbehaviour: LoginMisbehaviour }[],
  { relyingParty, judge }: Tools<never>,
): Promise<void> {
  const [control] = relyingParty.prepareIn(circumstance)
  const seen = await relyingParty.seen(await judge.grants(control))
  const concerning = wrong.filter(({ needs }) => unconcerned(needs, seen) === undefined)
  const [, ...mutated] = relyingParty.prepareIn(circumstance, ...concerning.map(({ misbehaviour }) => misbehaviour))
  for (const message of mutated) await judge.refuses(message)
}

/** Why what the registry said about the provider of an id_token says nothing; undefined where the target asked for it. */
async function unasked(
  { relyingParty, lab }: Pick<Fixtures, 'relyingParty' | 'lab'>,
  sent: Sent,
): Promise<string | undefined> {
  const [call] = (await relyingParty.seen(sent)).token
  if (call?.counterparty === undefined) return undefined
  const query = { kinds: ['party-lookup'] as const, subjects: [call.counterparty], since: call.at }
  return (await lab.ledger(query)).length > 0
    ? undefined
    : 'It asks the registry nothing about the provider of an id_token.'
}

/** A login works however the IdentityProvider writes its codes. */
export async function takesAnyCode({ relyingParty, judge }: Tools<never>): Promise<void> {
  await judge.grants(relyingParty.prepare()[0])
  for (const name of ['code-with-punctuation', 'code-of-500-characters'] as const)
    await judge.accepts(relyingParty.otherwise({ entry: 'answer', name }))
}

/** A login works whatever conforming form the answer has that redeems its code. */
export async function takesAnyTokenAnswer({ relyingParty, judge }: Tools<never>): Promise<void> {
  await judge.grants(relyingParty.prepare()[0])
  for (const form of [...tokenForms, ...transferForms]) await judge.accepts(relyingParty.answeredIn(form))
}

/** Nothing is taken from userinfo about somebody else: it ends the login, or is left alone (OpenID Connect Core §5.3.2). */
export async function leavesAlone(row: LoginCheck, { relyingParty, judge }: Tools<never>): Promise<void> {
  let [silent, spoken] = [0, 0]
  for (const message of await concerning(row, { relyingParty, judge })) {
    const sent = await judge.records(message, `a login with ${message.recipe.userinfo}`)
    const { kind } = sent.outcome
    if (kind !== 'granted' && kind !== 'refused') judge.inconclusive(`No answer to judge: ${kind}.`)
    const isTaken = kind === 'granted' && relyingParty.saysStranger(sent)
    if (kind === 'granted' && !isTaken && !relyingParty.saysWho(sent, sent)) silent += 1
    else {
      spoken += 1
      judge.rule('Takes nothing from userinfo about somebody else', !isTaken, {
        expected: 'no login, or one of the human whom the id_token names',
        got: isTaken ? 'the name of somebody else' : kind,
      })
    }
  }
  if (silent > 0 && spoken === 0) judge.notApplicable('It logs the human in without saying whom it takes them for.')
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
    row.contradiction(call, {
      own: target.partyId,
      clientIdNames: target.clientIdNames,
      parameterTypes: target.parameterTypes,
      receiver: receiver(call),
      roots,
    }) === undefined
  const known = await authentications({ lab, target }, 'login-token')
  if (known.length === 0 || !known.every(holds)) await judge.grants(relyingParty.prepare()[0])
  ruleConduct({ judge, lab, target }, row, await authentications({ lab, target }, 'login-token'), roots)
}

/** Every login has an assertion of its own, one in a browser that has logged in before no less. */
export async function signsAnew({ relyingParty, judge, lab, target }: Tools<'lab' | 'target'>): Promise<void> {
  const seen = () => authentications({ lab, target }, 'login-token')
  for (let count = (await seen()).length; count < 2; count += 1) await judge.grants(relyingParty.prepare()[0])
  await judge.records(relyingParty.withLoginAgain(), 'a second login of a human in one window')
  ruleRenewed(judge, await seen())
}

/** What the IdentityProvider gave goes through no address of the browser. */
export async function hidesTokens({ relyingParty, judge }: Tools<never>): Promise<void> {
  const sent = await judge.grants(relyingParty.prepare()[0])
  const { token } = await relyingParty.seen(sent)
  if (!token.some(({ status }) => status === 200)) judge.inconclusive('The lab gave no tokens for this login.')
  const telling = relyingParty.addressesWithTokens(sent)
  judge.rule('Puts no token into an address', telling.length === 0, {
    expected: 'none',
    got: telling.join(', ') || 'none',
  })
}

/** What a target has of its IdentityProvider, and its own proofs, are nobody's to read where it refuses a login. */
export async function tellsNothing({ relyingParty, judge }: Tools<never>): Promise<void> {
  const [control, ...wrong] = relyingParty.prepare(
    { entry: 'id_token', name: 'signature corrupted' },
    { entry: 'token answer', name: 'token-status-500' },
    { entry: 'token answer', name: 'token-without-id-token' },
  )
  await judge.grants(control)
  for (const message of wrong) {
    const sent = await judge.records(
      message,
      `a login with ${message.recipe.id_token} and ${message.recipe['token answer']}`,
    )
    // That it refuses is for other checks.
    if (sent.outcome.kind === 'granted') continue
    const told = await relyingParty.tells(sent)
    judge.rule('Tells no secret of a login that it refuses', told.length === 0, {
      expected: 'nothing of them',
      got: told.join(', ') || 'nothing of them',
    })
  }
}

/** How many humans log in at the same time, and how often that many do. */
const windows = 4
const rounds = 2

/** The logins that worked of humans who logged in at the same time, each in a window of their own; by round. */
export async function logInSideBySide(judge: Judge, newLogin: () => Message): Promise<readonly (readonly Sent[])[]> {
  const worked: Sent[][] = []
  for (let round = 0; round < rounds; round += 1) {
    const gathered = meeting(windows)
    const sending = Array.from({ length: windows }, (_, place) =>
      judge.tries(newLogin(), 'a login side by side with others', () => gathered.arrive(place)),
    )
    worked.push((await together(sending)).filter(({ outcome }) => outcome.kind === 'granted'))
  }
  if (worked.every((granted) => granted.length < 2))
    judge.inconclusive('Of logins that went side by side, never more than one worked.')
  return worked
}

/** For whom the target takes a human who logs in in the window of another one; ends the check where it logs no second one in, or does not say. */
async function takenAsSecond({ relyingParty, judge }: Tools<never>): Promise<'first' | 'second'> {
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
  return relyingParty.takenFor(sent) ?? judge.notApplicable('The target does not say who is logged in.')
}

/** A human who logs in in the window of another one is taken for themselves. */
export async function takesSecondHuman({ relyingParty, judge }: Tools<never>): Promise<void> {
  const taken = await takenAsSecond({ relyingParty, judge })
  judge.rule('Takes the human who logged in last for logged in', taken === 'second', {
    expected: 'the second human',
    got: `the ${taken} human`,
  })
}

/** No login in which the IdentityProvider does one of these things wrong takes the place of that of another human. */
export async function endsAllOfSecondHuman(
  wrong: Parameters<typeof endsAllIn>[1],
  { relyingParty, judge }: Tools<never>,
): Promise<void> {
  await needsSecondHuman({ relyingParty, judge })
  await endsAllIn('where another human is logged in', wrong, { relyingParty, judge })
}

/** Ends the check where a second human cannot log in where another one is. */
async function needsSecondHuman({ relyingParty, judge }: Tools<never>): Promise<void> {
  if ((await takenAsSecond({ relyingParty, judge })) === 'first')
    judge.notApplicable('The target takes the second human for the first, as another check says.')
}

/** The answer that one browser got logs nobody in where another human is logged in. */
export async function endsForeignWhereAnotherIs({ relyingParty, judge }: Tools<never>): Promise<void> {
  await needsSecondHuman({ relyingParty, judge })
  await judge.grants(relyingParty.prepareIn('where another human is logged in')[0])
  await judge.refuses(relyingParty.withAnswerWhereAnotherIs())
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
  // A target that heeds it may do so at its next login only.
  await judge.records(relyingParty.prepare()[0], 'the next login')
  const calls = (await authentications({ lab, target }, 'login-token')).filter(({ at }) => at >= since)
  ruleAudience(judge, calls, lab.registry.partyId)
  ruleNotLured(judge, lured)
}

/** A redirect of the token endpoint leads the target nowhere. */
export async function keepsToItself(
  misbehaviour: LoginMisbehaviour,
  { relyingParty, judge }: Tools<never>,
): Promise<void> {
  const [control, redirected] = relyingParty.prepare(misbehaviour) as [Message, Message]
  await judge.grants(control)
  const { lured } = await relyingParty.seen(await judge.records(redirected, `a login: ${misbehaviour.name}`))
  ruleNotLured(judge, lured)
}

function ruleNotLured(judge: Judge, lured: readonly LedgerEntry[]): void {
  const carrying = lured.filter(({ assertion }) => assertion !== undefined)
  judge.rule('Sends its assertion to nobody else', carrying.length === 0, {
    expected: 'none',
    got: `${carrying.length} assertions elsewhere`,
  })
}
