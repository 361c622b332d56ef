import { isThere } from '../../browser/lazy.js'
import type { Swap } from '../../browser/swap.js'
import type { BrowserCookie, LoginValues } from '../../browser/types.js'
import type { GuiseValue } from '../../guises/types.js'
import { assign } from '../../mutations/form-parameters.js'
import type { Form, Mutation, Party } from '../../mutations/types.js'
import type { Exchange } from '../../wire/types.js'
import type { CheckClient } from '../message/client.js'
import type { MintableMessage } from '../message/message.js'
import type { Message } from '../types.js'
import type { World } from '../world.js'
import { authorizationRequest, bareAddress, codeIn, tokensIn } from './authorization.js'
import { lastOf, readAuthorized } from './codes.js'
import { sessionIn } from './codes-in-guise.js'
import { brokenOff } from './page.js'
import { reaches } from './reaches.js'
import type { AuthorizationCode, Authorized, LoginCodes, WalkOptions } from './types.js'

/** An authorization request, where it is not as usual. */
export interface AskOptions
  extends Pick<WalkOptions, 'unsigned' | 'session' | 'cookies' | 'pages' | 'sideBySide' | 'swap' | 'rewrite'> {
  readonly mutate?: Extract<Mutation, { entry: 'authorization' }>
  /** What is typed in place of the user name and password of the target's human; `name` says in the recipe what that is. */
  readonly typed?: { readonly name: string; readonly values: Partial<LoginValues> }
  /** What is typed first, and changed on the page that comes then. */
  readonly slip?: { readonly name: string; readonly values: Partial<LoginValues> }
  /** The request is posted, with these parameters in its query; `name` says in the recipe what they are. */
  readonly besides?: { readonly name: string; readonly query: Form }
  /** In the browser where there is one, though its pages may need none: its pictures are evidence that people look at. */
  readonly inBrowser?: boolean
  /** The form with the password is sent without the cookies of its page, as the page of a stranger would send it. */
  readonly fromStranger?: boolean
  /** Who has another request opened in the same browser, once the first page of this one is shown. */
  readonly meanwhile?: Party
  /** That request is opened in a browser of its own; `alike`: with the state, nonce and code_challenge of this one. */
  readonly meanwhileApart?: { readonly alike: boolean }
  /** Whether a redirect with a code is what was sought; one to the redirect URI of the request by default, its query and fragment included. */
  readonly granted?: (redirect: string) => boolean
}

/** What came of an authorization request. */
export interface Came {
  /** Where the target sent the human. */
  readonly redirect?: string
  /** Of the request that the answer is about, by its state. */
  readonly code?: AuthorizationCode
  /**
   * Where another request was opened meanwhile: whether the answer is about that one, the nonce of the one that it is
   * not about, and the code as if it was of that one.
   */
  readonly meanwhile?: {
    readonly isAnswered: boolean
    readonly foreignNonce: string
    readonly foreignCode?: AuthorizationCode
  }
  /** Whether the human proved on the way who they are. */
  readonly proven: boolean
  /** Requests on the way that carried what was to be swapped. */
  readonly carriers: number
  /** Whether the request was sent with cookies. */
  readonly hadCookies: boolean
  /** What the browser holds afterwards. */
  readonly cookies: readonly BrowserCookie[]
}

/** With what a request is made and sent. */
export interface AskTools {
  readonly world: World
  readonly codes: LoginCodes
  readonly client: CheckClient
}

/**
 * An authorization request of a party, by itself.
 * @param tell Called each time that it was sent.
 */
export function asking(
  { world, codes, client }: AskTools,
  party: Party,
  options: AskOptions,
  tell: (message: Message, came: Came) => void,
): Message {
  const { mutate, typed, slip, unsigned, cookies: held, pages = true, sideBySide = false } = options
  const { swap, rewrite, inBrowser = false, fromStranger = false, granted } = options
  const usual = client.authentication(party)
  // Another human than the usual one, or another password, is in the same pages; a wrong one is sent once.
  const plain = typed || fromStranger || swap?.besideProof ? 'page' : 'redirect'
  const dressing = world.guise?.values ?? []
  const { session, elsewhere } = sessionIn(dressing, options.session)
  const posted = isPosted(options, dressing)
  const message: MintableMessage = {
    ...usual,
    sought: 'an authorization code',
    recipe: {
      ...usual.recipe,
      session: sessionOf({ ...options, session }),
      human: typed?.name ?? 'the usual one',
      ...unusual(options, posted),
      pages: pagesOf(swap),
    },
    perform: async (timeoutMs, ready) => {
      const { parameters, ...own } = authorizationRequest(world, party.partyId)
      for (const { authorization } of dressing) authorization?.(parameters)
      await client.inContext(party, mutate, async (context) => mutate?.change(parameters, context, own))
      const other = meanwhileOf(world, options, { parameters, own })
      const takesBrowser = world.alwaysInBrowser || (inBrowser && (await isThere(world.browser)))
      const how = {
        party,
        unsigned,
        posted,
        besides: options.besides?.query,
        session,
        elsewhere,
        cookies: held,
        meanwhile: other,
        pages,
        sideBySide,
        swap: fromStranger ? withoutCookies(world.login?.password ?? '') : swap,
        rewrite,
        plain: takesBrowser ? undefined : plain,
        timeoutMs,
        typed: typed?.values,
        slip: slip?.values,
        ready,
      } as const
      const authorized = await codes.walk(parameters, how)
      const { exchanges, redirect, problem, proven = false } = authorized
      const redirectUri = parameters.find(([name]) => name === 'redirect_uri')?.[1] ?? world.redirectUri
      const what = cameOf(authorized, { redirectUri, own, other })
      const secrets = [...(what.code?.secrets ?? []), ...tokensIn(redirect).map(([, value]) => value)]
      tell(message, what)
      // A page may report that it was left, after the browser has set out for the relying party.
      const last = arrival(exchanges, redirect) ?? lastOf(authorized)
      const isSought = (to = ''): boolean => codeIn(to) !== undefined && (granted?.(to) ?? reaches(to, redirectUri))
      const answer = readAuthorized(authorized, isSought)
      const isUnasked = typed !== undefined && !proven && ['granted', 'refused'].includes(answer.outcome.kind)
      return {
        minted: { secrets, before: exchanges.filter((each) => each !== last) },
        exchanges: [last],
        answer: isUnasked ? brokenOff('nothing asked who the human is') : answer,
        screenshots: problem?.screenshot ? [problem.screenshot] : [],
      }
    },
  }
  return message
}

/** What only who made a request knows of it. */
type Own = Omit<ReturnType<typeof authorizationRequest>, 'parameters'>

/** The request that is opened meanwhile. */
function meanwhileOf(
  world: World,
  { meanwhile: party, meanwhileApart }: AskOptions,
  { parameters, own }: { readonly parameters: Form; readonly own: Own },
) {
  if (!party) return undefined
  const other = { ...authorizationRequest(world, party.partyId), party, isApart: meanwhileApart !== undefined }
  if (!meanwhileApart?.alike) return other
  for (const [name, value] of parameters)
    if (['state', 'nonce', 'code_challenge'].includes(name)) assign(other.parameters, name, value)
  return { ...other, verifier: own.verifier }
}

/** The requests that were open in a browser. */
interface Opened {
  readonly redirectUri: string
  readonly own: Own
  /** That of another party, if one was opened meanwhile. */
  readonly other: Own | undefined
}

/** What came of a request, and of another one that was opened meanwhile. */
function cameOf(
  { exchanges, redirect, proven = false, carriers = 0, cookies = [], paged }: Authorized,
  { redirectUri, own, other }: Opened,
): Came {
  const code = codeIn(redirect)
  const isOfOther = other !== undefined && (redirect?.includes(other.state) ?? false)
  const [answered, foreign] = isOfOther ? [other, own] : [own, other]
  const codeOf = ({ verifier, nonce }: Own): AuthorizationCode | undefined =>
    code === undefined
      ? undefined
      : { verifier, nonce, code, redirectUri, before: exchanges, secrets: [code, verifier] }
  const [given, foreignCode] = [codeOf(answered), foreign && codeOf(foreign)]
  return {
    proven,
    carriers,
    cookies,
    hadCookies: exchanges[0]?.request.headers.some(([name]) => name.toLowerCase() === 'cookie') ?? false,
    ...(redirect !== undefined && { redirect }),
    ...(given && { code: given }),
    ...(foreign &&
      paged && {
        meanwhile: { isAnswered: isOfOther, foreignNonce: foreign.nonce, ...(foreignCode && { foreignCode }) },
      }),
  }
}

/** Whether the request is a form that is posted: by itself, or in the form of a guise where nothing stands against it. */
const isPosted = ({ besides, sideBySide, swap }: AskOptions, dressing: readonly GuiseValue[]): boolean =>
  besides !== undefined || (!sideBySide && swap === undefined && dressing.some(({ posted }) => posted))

/** What is not as usual about the request, in the words of the recipe. */
const unusual = (
  { mutate, besides, slip, fromStranger, meanwhile, meanwhileApart, unsigned }: AskOptions,
  posted: boolean,
): Message['recipe'] => ({
  ...(mutate && { authorization: mutate.name }),
  ...(posted && { sent: 'by POST' }),
  ...(besides && { 'in the query': besides.name }),
  ...(slip && { 'typed first': slip.name }),
  ...(fromStranger && { 'form with the password': 'without the cookies of its page' }),
  ...(meanwhile && { 'opened meanwhile': `another request of ${meanwhile.partyId}${placeOf(meanwhileApart)}` }),
  ...(unsigned && { request: 'parameters in the query' }),
})

/** Where it is opened, in the words of the recipe. */
const placeOf = (apart: AskOptions['meanwhileApart']): string =>
  apart ? `, in another browser${apart.alike ? ', with the same values' : ''}` : ''

/** What is changed in its pages, in the words of the recipe. */
const pagesOf = ({ from, to, at }: Partial<Swap> = {}): string =>
  at === undefined ? 'as they come' : `${to} in request ${at + 1} of those that carry ${from}`

/** The first form that carries a text, as it is. */
const withoutCookies = (text: string): Swap => ({ from: text, to: text, at: 0, ofPages: true })

/** What the browser that asks has of earlier logins, in the words of the recipe. */
function sessionOf({ session = 'kept', cookies, rewrite }: AskOptions): string {
  if (rewrite) return 'cookies written anew'
  if (cookies) return 'cookies of an earlier request'
  return session === 'kept' ? 'logged in' : 'none'
}

/** The request with which a browser came back to the relying party. */
const arrival = (exchanges: readonly Exchange[], redirect: string | undefined): Exchange | undefined =>
  exchanges.findLast(({ request }) => redirect !== undefined && bareAddress(request.url) === bareAddress(redirect))
