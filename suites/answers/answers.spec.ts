import { adhering } from '../../harness/check/lookup/forms.js'
import { issuedIn } from '../../harness/check/relying-party/tokens.js'
import type { Message } from '../../harness/check/types.js'
import { malformed } from '../http/malformed.js'
import { lookUpByEach } from '../lookup/look-up-by-each.js'
import { type AnswersRow, ruleHeard } from '../support/flows/heard.js'
import { timeForMore } from '../support/flows/patience.js'
import { covers, type Fixtures, test } from '../support/test.js'
import {
  delegationTokens,
  idTokens,
  neverLookedUp,
  ofLogin,
  partiesTokens,
  secrets,
  tokens,
  unasked,
} from './answers.cases.js'

// Other checks hold one answer, or some, against these rules. Here it is all that the target has answered in the run,
// in whatever form it was asked and whatever came before: a server that breaks a rule under one condition alone shows it
// at some time.

/** So many answers are asked for beside those that others got: they show what goes wrong once in four times. */
const few = 6
/** And what goes wrong once in fifteen times. */
const many = 18

/** Asks some times more, and rules what has been answered in the whole run. */
async function ruleRun(
  { judge, target }: Pick<Fixtures, 'judge' | 'target'>,
  row: AnswersRow,
  own: number,
  ask: () => Promise<boolean>,
): Promise<void> {
  const hasTime = timeForMore()
  for (let count = 0; count < own && hasTime() && (await ask()); count += 1);
  ruleHeard({ judge, target }, row)
}

for (const row of tokens)
  test(`${row.title}, in the whole run`, covers(row), async ({ client, judge, target }) => {
    await judge.grants(await client.message())
    await ruleRun({ judge, target }, row, few, async () => {
      const { outcome } = await judge.records(await client.message(), 'one more client')
      return outcome.kind === 'granted'
    })
  })

for (const [row, own] of [
  [idTokens, many],
  [ofLogin, few],
] as const)
  test(`${row.title}, in the whole run`, covers(row), async ({ client, judge, target }) => {
    const message = await client.message()
    await judge.grants(message)
    await ruleRun({ judge, target }, row, own, async () => {
      const { outcome } = await judge.records(client.next(message), 'one more login')
      return outcome.kind === 'granted'
    })
  })

test(`${partiesTokens.title}, in the whole run`, covers(partiesTokens), async ({ lookups, judge, target }) => {
  const [caller, subject] = [await lookups.party(), await lookups.party()]
  await ruleRun({ judge, target }, partiesTokens, many, async () => {
    const answers = await lookUpByEach({ lookups, judge }, caller, adhering(subject.partyId), { keepsToken: true })
    return answers.length > 0
  })
})

test(`${delegationTokens.title}, in the whole run`, covers(delegationTokens), async ({ delegation, judge, target }) => {
  await judge.grants(delegation.ask('unconditional'))
  await ruleRun({ judge, target }, delegationTokens, many, async () => {
    const { outcome } = await judge.records(delegation.ask('unconditional'), 'one more request')
    return outcome.kind === 'granted'
  })
})

/** Rules that a lab that tells of parties was asked about each that got what it tells of. */
async function ruleAsked(
  { lab, judge, target }: Pick<Fixtures, 'lab' | 'judge' | 'target'>,
  kind: 'token' | 'service',
  says: string,
): Promise<void> {
  const got = [...(target.answers(kind)?.parties ?? [])]
  const asked = new Set(await lab.subjects(kind === 'token' ? 'party-lookup' : 'delegation'))
  const without = got.filter(([party]) => !asked.has(party))
  judge.observes('parties that were looked at', got.length)
  // Of a target that never asks, or asks about others, the checks of the usual answer speak.
  if (without.length === got.length) judge.notApplicable('It asks about no party, as other checks say.')
  judge.rule(says, without.length === 0, {
    expected: 'that it asked about each',
    got:
      without.length === 0
        ? 'that it asked about each'
        : `nothing asked about ${without.length} of ${got.length}, one of them in ${without[0]?.[1]}`,
  })
}

/** Sends so many more of them. */
async function more(judge: Fixtures['judge'], what: string, message: () => Promise<Message>): Promise<void> {
  await judge.grants(await message())
  const hasTime = timeForMore()
  for (let count = 0; count < few && hasTime(); count += 1) await judge.records(await message(), what)
}

test(
  'looks up each new client that it gives an access token, in the whole run',
  covers(neverLookedUp),
  async ({ client, lab, judge, target }) => {
    await more(judge, 'one more client', () => client.message())
    await ruleAsked({ lab, judge, target }, 'token', 'It looks up each client that it gives an access token')
  },
)

test(
  'asks for evidence about each consumer that it serves, in the whole run',
  covers(unasked),
  async ({ service, lab, judge, target }) => {
    await more(judge, 'one more consumer', () => service.message())
    await ruleAsked({ lab, judge, target }, 'service', 'It asks for evidence about each consumer that it serves')
  },
)

test(
  'shows its callers nothing that is between it and another server, in the whole run',
  covers(secrets),
  async ({ client, lab, judge, target }) => {
    const [control, ...wrong] = await client.prepare(...malformed.slice(0, few))
    await judge.grants(control)
    for (const message of wrong) await judge.records(message, 'one that is malformed')
    const calls = await lab.ledger({ kinds: ['registry-token', 'evidence-token'] })
    if (calls.length === 0) judge.notApplicable('It has authenticated at nobody.')
    const shown = target.answers('text')?.shown ?? new Map<string, string>()
    for (const [what, digests] of [
      ['access token', [...issuedIn(calls)]],
      ['client assertion', calls.flatMap(({ assertion }) => assertion?.whole ?? [])],
    ] as const) {
      const told = digests.flatMap((digest) => shown.get(digest) ?? [])
      judge.rule(`No answer holds its ${what} for another server`, told.length === 0, {
        expected: 'none',
        got: told.length === 0 ? 'none' : `${told.length} of ${digests.length}, one of them in an answer to ${told[0]}`,
      })
    }
  },
)
