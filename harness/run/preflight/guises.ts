import type { Role } from '../../../requirements/types.js'
import { authorizationRequest, codeIn } from '../../check/identity-provider/authorization.js'
import { sessionIn } from '../../check/identity-provider/codes-in-guise.js'
import { isAnsweredByForm } from '../../check/identity-provider/form-answer.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender, guiseTried } from '../../check/message/sender.js'
import { type Identifiers, preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { World } from '../../check/world.js'
import { NotTestable } from '../../contracts/errors.js'
import type { RunOrder } from '../../contracts/run.js'
import { triedAtFirst } from '../../guises/bundles.js'
import {
  isOfCall,
  isOfConsumer,
  isOfEvidence,
  isOfIdToken,
  isOfLoginRequest,
  isOfQuestion,
  isOfRequestForEvidence,
  isOfSignedAnswers,
  isOfTokenAnswers,
  keepsToken,
} from '../../guises/concerns.js'
import { type GuiseValue, guiseOf } from '../../guises/types.js'
import { guiseValue } from '../../guises/values.js'
import { isBusy } from '../../judge/outcome.js'
import { plainLogin } from './plain.js'

/** What the values follow from that a run plays. */
export type Order = Pick<RunOrder, 'seed' | 'profile' | 'only' | 'guises'>

/** Whether a conforming exchange in a guise of these values ends as it should. */
export type Takes = (values: readonly GuiseValue[]) => Promise<boolean>

/** Names of the values of guises that a target grants to clients. */
export async function grantedValues(world: World, order: Order): Promise<readonly string[]> {
  const ids = preflightIdentifiers(order.seed, world, 'preflight of guises')
  // A key of 4096 bits takes as long as a few checks, which somebody waits for.
  const isTooSlow = ({ certified }: GuiseValue): boolean =>
    !order.guises && order.only.length > 0 && certified?.bits === 4096
  const concerns = (value: GuiseValue): boolean =>
    !isOfTokenAnswers(value) &&
    !isOfIdToken(value) &&
    !isOfEvidence(value) &&
    !isOfQuestion(value) &&
    !isOfConsumer(value) &&
    !isOfCall(value) &&
    !isOfLoginRequest(value) &&
    reaches(value, world.target.role, (world.given ?? world.newcomers) !== undefined) &&
    !isTooSlow(value)
  return seenBy(world, () => takenOf(order, concerns, (values) => grants(world, ids, values)))
}

/** Names of those that a ServiceProvider takes of the evidence about a consumer and of a call; `serves` calls its service. */
export const grantedAtService = (order: Order, serves: Takes): Promise<readonly string[]> =>
  takenAlone(order, (value) => isOfEvidence(value) || isOfCall(value), serves)

/** Names of those that a ParticipantRegistry takes of a look-up; `finds` looks a party up. */
export const grantedAtLookUp = (order: Order, finds: Takes): Promise<readonly string[]> =>
  takenAlone(order, isOfCall, finds)

/** Names of those that are taken, each alone. */
async function takenAlone(
  order: Order,
  concerns: (value: GuiseValue) => boolean,
  takes: Takes,
): Promise<readonly string[]> {
  const taken: string[] = []
  for (const value of namesIn(order).map(guiseValue).filter(concerns)) if (await takes([value])) taken.push(value.name)
  return taken
}

/** Names of those with which the authorization request of a relying party gets a code, each alone. */
export async function grantedAtAuthorization(world: World, order: Order): Promise<readonly string[]> {
  const { codes } = world
  if (!codes || !mayPlay(order, ['login.'])) return []
  const ids = preflightIdentifiers(order.seed, world, 'preflight of authorization requests in guises')
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new NotTestable(reason)
  })
  const party = await client.make()
  await client.register()
  const taken: string[] = []
  for (const value of namesIn(order).map(guiseValue).filter(isOfLoginRequest)) {
    const { name, authorization, posted } = value
    if (value.elsewhere && !world.login?.otherSteps) continue
    const { parameters } = authorizationRequest(world, party.partyId)
    authorization?.(parameters)
    const how = { party, posted, ...sessionIn([value], undefined), plain: 'redirect' } as const
    const { redirect, inBrowser } = await codes.walk(parameters, how)
    // Hundreds of checks ask in that form, most of them without a page.
    const mayTakePages = how.session === 'none' || value.dimension === 'login-scope' || isAnsweredByForm(parameters)
    const isSoon = order.profile === 'deep' || !inBrowser || !mayTakePages
    if (codeIn(redirect) !== undefined && isSoon) taken.push(name)
  }
  return taken
}

/** Whether a run may play checks of these topics: their forms cost messages, which a few other checks alone need not wait for. */
export const mayPlay = ({ only, guises }: Pick<Order, 'only' | 'guises'>, topics: readonly string[]): boolean =>
  guises !== undefined ||
  only.length === 0 ||
  // Requirements and cases may have checks in any topic.
  only.some((name) => !name.includes('.') || topics.some((topic) => mayName(name, topic)))

/** Whether an id, or what the beginning of one stands for (`state.*`), may be that of a check whose id begins so. */
function mayName(name: string, beginning: string): boolean {
  const [own = '', more] = name.split('*')
  return own.startsWith(beginning) || (more !== undefined && beginning.startsWith(own))
}

/** The last answer to what is asked once; twice with values by which an access token is kept, which a target may take once. */
export const lastOf = async <T>(values: readonly GuiseValue[], ask: () => Promise<T>): Promise<T> => {
  const first = await ask()
  return keepsToken({ values }) ? ask() : first
}

/** Names of all values that a run plays. */
const namesIn = ({ guises, profile }: Order): readonly string[] => [
  ...new Set((guises ?? triedAtFirst(profile)).flat()),
]

/** Names of those with which a request for evidence gets what it asks for. */
export const permittedIn = (order: Order, permits: Takes): Promise<readonly string[]> =>
  takenOf(order, (value) => isOfRequestForEvidence(value) || isOfCall(value), permits)

/** Names of those that a relying party takes with the access token of a login. */
export function grantedAtLogin(world: World, order: Order): Promise<readonly string[]> {
  const logIn = plainLogin(world, order.seed, 'preflight of logins in guises')
  const takes: Takes = async (values) => (await logIn?.(guiseOf(values))) === 'granted'
  return seenBy(world, () => takenOf(order, (value) => isOfTokenAnswers(value) || isOfIdToken(value), takes))
}

/** Names of those that a ServiceConsumer takes from a provider. */
export const grantedByConsumer = (world: World, order: Order, takes: Takes): Promise<readonly string[]> =>
  seenBy(world, () => takenOf(order, (value) => reaches(value, 'ServiceConsumer'), takes))

const compressed = 'transfer=compressed'

/** Leaves out the one value that no answer has where the target does not ask for it. */
async function seenBy({ lab, given }: World, taken: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const since = Date.now()
  const names = await taken()
  if (!names.includes(compressed) || given) return names
  const answers = await lab.ledger({ since })
  return answers.some(({ guise }) => guise?.includes('compressed'))
    ? names
    : names.filter((name) => name !== compressed)
}

/** The values of each bundle that is taken as a whole, and of another one as many as are taken together, tried one after the other. */
async function takenOf(
  { guises, profile }: Order,
  concerns: (value: GuiseValue) => boolean,
  takes: Takes,
): Promise<readonly string[]> {
  const taken = new Set<string>()
  for (const names of guises ?? triedAtFirst(profile)) {
    const values = names.map(guiseValue).filter(concerns)
    if (values.length === 0) continue
    for (const { name } of (await takes(values)) ? values : await together(values, takes)) taken.add(name)
  }
  return [...taken]
}

/** Whether the suite can give its messages that form: what it does not make of a party it cannot change. */
export const reaches = (value: GuiseValue, role: Role, isGiven = false): boolean => {
  const { certified, mutation, answered, history } = value
  if (role === 'ServiceConsumer') return answered !== undefined && !isOfSignedAnswers(value) && !isOfIdToken(value)
  const isFixed = isGiven || role === 'ParticipantRegistry'
  const ofParty =
    (certified !== undefined && isGiven) ||
    history === 'never seen' ||
    mutation?.entry === 'party id' ||
    mutation?.entry === 'record' ||
    mutation?.entry === 'registry'
  return !(isFixed && (ofParty || answered))
}

async function together(values: readonly GuiseValue[], takes: Takes): Promise<readonly GuiseValue[]> {
  const certified = values.filter((value) => value.certified)
  // A kit may have parties that are certified in all these ways at once, and none that are in two of them.
  const kept = certified.length > 1 && (await takes(certified)) ? certified : []
  for (const value of values) if (!kept.includes(value) && (await takes([...kept, value]))) kept.push(value)
  return kept
}

/** How often a message is sent at most that meets a busy server. */
const mostTries = 3

/** Whether a conforming message in that guise is granted; what cannot be sent here is not. */
async function grants(world: World, ids: Identifiers, values: readonly GuiseValue[]): Promise<boolean> {
  const stop = (reason: string): never => {
    throw new NotTestable(reason)
  }
  const client = checkClient({ ...world, guise: guiseOf(values) }, ids, { changes: [] }, stop)
  const message = await client.message().catch(unlessLacking)
  if (!message) return false
  const sender = checkSender(world, client, createRecorder())
  let sent = await sender.probe(message, guiseTried)
  // A gateway that is busy for a while says nothing of a form.
  for (let tries = 1; tries < mostTries && sent && isBusy(sent); tries += 1)
    sent = await sender.probe(client.next(message), guiseTried)
  return sent?.outcome.kind === 'granted'
}

const unlessLacking = (error: unknown): undefined => {
  if (!(error instanceof NotTestable)) throw error
}
