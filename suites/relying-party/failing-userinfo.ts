import { randomUUID } from 'node:crypto'
import type { LoginMisbehaviour } from '../../harness/check/relying-party/types.js'
import type { Sent } from '../../harness/check/types.js'
import { isUnanswered } from '../../harness/judge/outcome.js'
import { failing } from '../support/flows/insisting.js'
import { subIn } from '../support/values/sub-in.js'
import type { Tools } from './logins.js'
import { unconcerned } from './rows.js'

/** How userinfo fails. */
const failures = ['userinfo-status-500', 'userinfo-html', 'userinfo-reset'] as const

/** Where userinfo fails, a target ends the login or goes on by the id_token alone; what it knows of the human before is nobody else's. */
export async function keepsHumansApart({ relyingParty, judge }: Tools<never>): Promise<void> {
  let [isAsked, areJudged] = [false, false]
  const says = (sent: Sent, of: Sent): boolean =>
    relyingParty.saysWho(sent, of) || (subIn(of) !== undefined && subIn(sent) === subIn(of))
  // A target may ask for want of claims alone.
  for (const isBare of [false, true]) {
    const logIn = (wrong?: LoginMisbehaviour) =>
      relyingParty.withSubject(randomUUID(), 'usual', { ownName: true, isBare, ...(wrong && { wrong }) })
    const first = isBare
      ? await judge.records(logIn(), 'a login whose id_token says nothing of the human')
      : await judge.grants(logIn())
    if (first.outcome.kind !== 'granted' || unconcerned('userinfo', await relyingParty.seen(first)) !== undefined)
      continue
    isAsked = true
    for (const name of failures) {
      const before = await judge.grants(logIn())
      const sent = await judge.records(logIn({ entry: 'userinfo', name }), `the next login: ${name}`, failing)
      if (isUnanswered(sent.outcome)) judge.inconclusive(`No answer to judge: ${name}.`)
      if (!says(before, before)) continue
      areJudged = true
      const isBefore = says(sent, before)
      judge.rule(`Takes nobody for the human before: ${name}`, !isBefore, {
        expected: 'no login, or one of the human whom the id_token names',
        got: isBefore ? 'the human before' : sent.outcome.kind,
      })
    }
  }
  if (!isAsked) judge.notApplicable('The target does not ask for userinfo.')
  if (!areJudged) judge.notApplicable('The target does not say who is logged in.')
}
