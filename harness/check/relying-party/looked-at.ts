import { cookieJar } from '../../browser/plain/cookies.js'
import type { Outcome } from '../../contracts/evidence.js'
import { type LedgerEntry, otherThan, stranger } from '../../contracts/lab-protocol.js'
import { readService, serviceRequest } from '../service/call.js'
import type { Sent } from '../types.js'
import { statesIn } from './begun-with.js'
import type { KnownJourney, Logins, RelyingPartyTools } from './logins.js'
import { type Pages, pagesOf } from './pages.js'
import { addressesWith, holdsOwnAssertion, toldIn } from './tokens.js'
import type { RelyingParty } from './types.js'

/** What is asked of a login that was made. */
type LookedAt = Pick<
  RelyingParty,
  | 'saysWho'
  | 'saysStranger'
  | 'astray'
  | 'hadCookies'
  | 'cookiesOf'
  | 'takenFor'
  | 'wasAtLab'
  | 'statesOf'
  | 'keptAt'
  | 'served'
  | 'addressesWithTokens'
  | 'tells'
  | 'seen'
  | 'callService'
>

/** What a login showed. */
export function lookedAt({ world, notTestable }: RelyingPartyTools, logins: Logins): LookedAt {
  const journeyOf = (sent: Sent): KnownJourney => logins.journeyOf(sent)
  const pages = (sent: Sent): Pages => pagesOf(journeyOf(sent).exchanges, world.target.baseUrl)
  /** Whether a page of the target in that login has any of these texts. */
  const shows = (sent: Sent, texts: readonly string[]): boolean =>
    pages(sent).some((page) => texts.some((text) => page.includes(text)))
  /** Whether one of its pages has that text, and not as a part of a longer name. */
  const showsAlone = (sent: Sent, text: string | undefined): boolean =>
    text !== undefined && pages(sent).some((page) => page.split(/[^\w-]+/).includes(text))
  return {
    saysWho: (sent, { message: { party } }) =>
      shows(sent, [party.partyId]) || showsAlone(sent, logins.subjects.get(party.partyId)),
    saysStranger: (sent) => shows(sent, [...Object.values(stranger), otherThan(sent.message.party.partyId)]),
    astray: (sent) => journeyOf(sent).astray,
    hadCookies: (sent) => journeyOf(sent).cookies.length > 0,
    cookiesOf: (sent) => new Map(journeyOf(sent).cookies.map(({ name, value }) => [name, value])),
    takenFor: (sent) => journeyOf(sent).taken,
    wasAtLab: (sent) => journeyOf(sent).callback !== undefined,
    statesOf: (sent) => statesIn(world, journeyOf(sent).exchanges),
    keptAt: (sent) => journeyOf(sent).keptAt,
    served: (sent) => journeyOf(sent).served,
    addressesWithTokens: (sent) => addressesWith(journeyOf(sent).tokens, world, journeyOf(sent)),
    async tells(sent) {
      const { exchanges, endedAt, tokens } = journeyOf(sent)
      const subjects = [sent.message.party.partyId]
      const calls = await world.lab.ledger({ subjects, kinds: ['login-token'], drawn: true })
      const verifiers = calls.flatMap(({ drawn }) => drawn?.code_verifier ?? [])
      const texts = toldIn(world, { exchanges, endedAt })
      const holds = (secrets: readonly string[]): boolean =>
        secrets.some((secret) => texts.some((text) => text.includes(secret)))
      return [
        ...(holds(verifiers) ? ['its code_verifier'] : []),
        ...(holds(tokens) ? ['a token of the IdentityProvider'] : []),
        ...(texts.some((text) => holdsOwnAssertion(text, world)) ? ['its client assertion'] : []),
      ]
    },
    async seen({ message: { party } }) {
      const entries = await world.lab.ledger({ subjects: [party.partyId, `lure-${party.partyId}`] })
      const of = (kind: LedgerEntry['kind']) => entries.filter((entry) => entry.kind === kind)
      return { authorize: of('authorize'), token: of('login-token'), userinfo: of('userinfo'), lured: of('canary') }
    },
    async callService(sent, accessToken) {
      const { service, target, http } = world
      if (!service) return notTestable('This check needs `service` in the target file.')
      const request = serviceRequest(target.baseUrl, service, undefined)
      const cookie = cookieJar(journeyOf(sent).cookies).header(request.url)
      const call = async (headers: typeof request.headers) =>
        readService(await http.exchange({ ...request, headers: [...request.headers, ...headers] }), service).outcome
      const asConsumer = [['authorization', `Bearer ${accessToken}`] as const]
      const withLogin = cookie === undefined ? [] : [['cookie', cookie] as const]
      const byToken: Outcome[] = []
      for (const token of await world.lab.loginTokens(sent.message.party.partyId))
        byToken.push(await call([['authorization', `Bearer ${token}`]]))
      return {
        anonymous: await call([]),
        loggedIn: await call(withLogin),
        byToken,
        consumer: await call(asConsumer),
        consumerLoggedIn: await call([...asConsumer, ...withLogin]),
      }
    },
  }
}
