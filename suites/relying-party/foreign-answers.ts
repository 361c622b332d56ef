import type { Sent } from '../../harness/check/types.js'
import type { Coverage } from '../support/row.js'
import type { Tools } from './logins.js'
import { unconcerned } from './rows.js'
import { hasOneState, hasStateOfBrowser } from './state-of-browser.js'

/** A check of a ServiceProvider, what it is as one of a broker, and its flow. */
export interface ForeignAnswer {
  /** Completes the sentence "ends a login …" or "logs nobody in …". */
  readonly title: string
  readonly serviceProvider: Omit<Coverage, 'roles'>
  readonly broker: Pick<Coverage, 'id'> & Partial<Coverage>
  readonly flow: (tools: Tools<never>) => Promise<void>
}

const once = { requirements: ['LOGIN-STATE'], cases: ['OID-13'], profile: 'standard' } as const
const atBroker = { requirements: ['BROKER-MIX-UP'], cases: [], level: 'strict' } as const

/** The answer that a human got is brought to a browser that began no login; at a broker, a code would be for anybody who opens that address. */
async function takesAnswerFromNowhere({ relyingParty, judge }: Tools<never>): Promise<void> {
  await judge.grants(relyingParty.prepare()[0])
  await judge.refuses(relyingParty.withAnswerOfAnother({ begins: false }))
}

/** The same without its state; PKCE and the nonce, too, would keep the code from anybody else, and so the other one is bound to neither. */
async function takesAnswerWithoutState({ relyingParty, judge }: Tools<never>): Promise<void> {
  await judge.grants(relyingParty.prepare()[0])
  for (const unbound of [false, true])
    await judge.refuses(relyingParty.withAnswerOfAnother({ begins: false, withState: false, unbound }))
}

/** An answer stays in the history of its browser, and in logs. */
async function takesAnswerThatIsOver({ relyingParty, judge }: Tools<never>): Promise<void> {
  await judge.grants(relyingParty.prepare()[0])
  for (const begins of [false, true]) await judge.refuses(relyingParty.withAnswerThatIsOver({ begins }))
}

/** Ends the check where the target sends no state. */
async function needsState({ relyingParty, judge }: Tools<never>): Promise<void> {
  const reason = unconcerned('state', await relyingParty.seen(await judge.grants(relyingParty.prepare()[0])))
  if (reason !== undefined) judge.notApplicable(reason)
}

/** Its answers then differ in nothing by which they could belong to one login and not to another. */
const oneState = 'The target has one state for all logins of a browser.'

async function takesUsedState({ relyingParty, judge }: Tools<never>): Promise<void> {
  await needsState({ relyingParty, judge })
  const unless = async (sent: Sent) => {
    if (!relyingParty.wasAtLab(sent)) return 'The target begins no second login in the same browser.'
    return hasOneState(relyingParty.statesOf(sent)) ? oneState : undefined
  }
  await judge.refuses(relyingParty.withUsedState(), { unless })
}

async function takesRequestAgain({ relyingParty, judge }: Tools<never>): Promise<void> {
  await needsState({ relyingParty, judge })
  const unless = async ({ outcome }: Sent) => {
    if (outcome.kind !== 'granted') return undefined
    return (await hasStateOfBrowser({ relyingParty, judge })) ? oneState : undefined
  }
  await judge.refuses(relyingParty.withRequestAgain(), { unless })
}

/** Answers that belong to no login which waits in the browser. */
export const foreignAnswers: readonly ForeignAnswer[] = [
  {
    // A browser that has no cookie of the target at all is another one, too.
    title: 'logs nobody in by an answer in a browser that began no login',
    serviceProvider: { ...once, id: 'relying-party.answer-from-nowhere', detects: ['takes-answer-without-cookie'] },
    broker: { ...atBroker, id: 'broker.answer-from-nowhere' },
    flow: takesAnswerFromNowhere,
  },
  {
    // What a browser without a session remembers of a login is nothing, and nothing is what it is asked for then.
    title: 'logs nobody in by an answer without a state in a browser that began no login',
    serviceProvider: {
      ...once,
      id: 'relying-party.answer-without-state-from-nowhere',
      exclusive: true,
      sends: 2,
      detects: ['takes-no-state-without-cookie', 'takes-code-of-no-login'],
    },
    broker: { ...atBroker, id: 'broker.answer-without-state-from-nowhere' },
    flow: takesAnswerWithoutState,
  },
  {
    title: 'logs nobody in by the answer of a login that is over in another browser',
    serviceProvider: {
      ...once,
      id: 'relying-party.answer-that-is-over',
      sends: 2,
      detects: ['repeats-outcome-of-answer'],
    },
    broker: { ...atBroker, id: 'broker.answer-that-is-over' },
    flow: takesAnswerThatIsOver,
  },
  {
    title: 'ends a login on an answer with the state of a login that is over',
    serviceProvider: { ...once, id: 'relying-party.state-used', detects: ['accepts-used-state'] },
    broker: { ...atBroker, id: 'broker.state-used' },
    flow: takesUsedState,
  },
  {
    // Neither the nonce nor PKCE tells that a request was answered before; only its state does.
    title: 'ends a login on a second answer to the request of a login that is over',
    serviceProvider: {
      ...once,
      id: 'relying-party.request-answered-again',
      detects: ['accepts-used-state', 'keeps-used-state'],
    },
    broker: { ...atBroker, id: 'broker.request-answered-again' },
    flow: takesRequestAgain,
  },
]
