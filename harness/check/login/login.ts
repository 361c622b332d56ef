import type { LoginValues } from '../../browser/types.js'
import { Inconclusive, NotTestable } from '../../errors.js'
import { readOutcome } from '../../judge/outcome.js'
import type { MintContext, Mutation } from '../../mutations/types.js'
import { isPassword } from '../../target/login.js'
import type { Exchange } from '../../wire/types.js'
import type { CheckClient } from '../client.js'
import type { MintableMessage } from '../message.js'
import type { Minted } from '../mint.js'
import type { Message, Sent } from '../types.js'
import type { World } from '../world.js'
import { authorizationRequest, bareAddress, codeIn } from './authorization.js'
import { readAuthorized } from './codes.js'
import { brokenOff } from './page.js'
import { reaches } from './reaches.js'
import type { AuthorizationCode, CodeSource } from './types.js'
import type { WalkOptions } from './walk.js'

/** An authorization request, where it is not as usual. */
export interface AskOptions extends Pick<WalkOptions, 'session' | 'pages'> {
  readonly mutate?: Extract<Mutation, { entry: 'authorization' }>
  /** What is typed in place of the user name and password of the target's human; `name` says in the recipe what that is. */
  readonly typed?: { readonly name: string; readonly values: Partial<LoginValues> }
  /** Whether a redirect with a code is what was sought; one to the redirect URI of the request by default, its query and fragment included. */
  readonly granted?: (redirect: string) => boolean
}

/** What the lab's relying parties do at an IdentityProvider or IdentityBroker beside redeeming codes. */
export interface Login {
  /** Of the lab's relying parties. */
  readonly redirectUri: string
  /** What a relying party asks for. */
  readonly scope: string
  /** A code for the party that sends `message`, not redeemed yet; ends the check where the target gives none. */
  code(message: Message): Promise<AuthorizationCode>
  /** Token requests of the party that sends `message`, all for one code, each with an assertion of its own; `name` says in the recipe which one. */
  redeeming(message: Message, code: AuthorizationCode, name?: string): Message
  /** An authorization request of the party that sends `message`, by itself. */
  asking(message: Message, options?: AskOptions): Message
  /** Where the target sent the human the last time that a message of `asking` was sent. */
  redirect(asking: Message): string | undefined
  /** The code that came the last time that a message of `asking` was sent. */
  given(asking: Message): AuthorizationCode | undefined
  /** The human who logs in at the target. */
  readonly human: LoginValues
  /** Another human of the kit; none where the target file names a human of its own. */
  readonly otherHuman: LoginValues | undefined
  /** Whether a step of the target file types a password. */
  readonly hasPassword: boolean
  /** Whether the password was typed the last time that a message of `asking` was sent. */
  typedPassword(asking: Message): boolean
  /** How long the human of the kept session has been logged in at least, milliseconds. */
  sessionAge(): number
  /** A call of the userinfo endpoint with the access token that came back, or without where none did; `name` says in the recipe which one. */
  userinfo(sent: Pick<Sent, 'message' | 'accessToken'>, name?: string): Message
}

/** What the logins of one check are made with. */
export interface LoginTools {
  readonly world: World
  readonly codes: CodeSource
  readonly client: CheckClient
  /** Where codes go that must not be kept. */
  readonly secrets: string[]
  /** End the check. */
  readonly inconclusive: (reason: string) => never
  readonly notTestable: (reason: string) => never
}

/** The logins of one check. */
export function checkLogin({ world, codes, client, secrets, inconclusive, notTestable }: LoginTools): Login {
  const redirects = new WeakMap<Message, string>()
  const codesGiven = new WeakMap<Message, AuthorizationCode>()
  const passwordTyped = new WeakMap<Message, boolean>()
  const { username = '', password = '', steps = [] } = world.login ?? {}
  const isOfKit = world.humans.some((human) => human.username === username && human.password === password)
  return {
    redirectUri: world.redirectUri,
    scope: world.settings.login.scope,
    async code({ party }) {
      try {
        const code = await codes.code(party)
        secrets.push(...code.secrets)
        return code
      } catch (error) {
        if (error instanceof NotTestable) return notTestable(error.message)
        if (error instanceof Inconclusive) return inconclusive(error.message)
        throw error
      }
    },
    redeeming({ party }, code, name = 'one for all') {
      const mint = async (): Promise<Minted> => {
        // Copies with something before them would be taken for copies with codes of their own.
        const { before: _, ...minted } = await client.redeeming(party, code)
        return minted
      }
      const usual = client.authentication(party)
      const message: MintableMessage = {
        ...usual,
        recipe: { ...usual.recipe, code: name },
        mint,
        copies: (count) => Promise.all(Array.from({ length: count }, mint)),
      }
      return message
    },
    asking({ party }, { mutate, typed, session = 'kept', pages = true, granted } = {}) {
      const message: MintableMessage = {
        ...client.authentication(party),
        sought: 'an authorization code',
        recipe: {
          ...client.authentication(party).recipe,
          session: session === 'kept' ? 'logged in' : 'none',
          human: typed?.name ?? 'the usual one',
          ...(mutate && { authorization: mutate.name }),
        },
        perform: async (timeoutMs) => {
          const { parameters, ...own } = authorizationRequest(world, party.partyId)
          await client.inContext(party, async (context: MintContext) => mutate?.change(parameters, context, own))
          const authorized = await codes.walk(parameters, { session, pages, timeoutMs, typed: typed?.values })
          const { exchanges, redirect, problem, typedPassword = false } = authorized
          if (redirect !== undefined) redirects.set(message, redirect)
          passwordTyped.set(message, typedPassword)
          const asked = parameters.find(([name]) => name === 'redirect_uri')?.[1] ?? world.redirectUri
          const code = codeIn(redirect)
          if (code !== undefined)
            codesGiven.set(message, {
              ...own,
              code,
              redirectUri: asked,
              before: exchanges,
              secrets: [code, own.verifier],
            })
          // A page may report that it was left, after the browser has set out for the relying party.
          const last = arrival(exchanges, redirect) ?? (exchanges.at(-1) as Exchange)
          return {
            minted: { secrets: code === undefined ? [] : [code], before: exchanges.filter((each) => each !== last) },
            exchanges: [last],
            answer:
              typed && !typedPassword
                ? brokenOff('nothing asked for the password')
                : readAuthorized(
                    authorized,
                    (to = '') => codeIn(to) !== undefined && (granted?.(to) ?? reaches(to, asked)),
                  ),
            screenshots: problem?.screenshot ? [problem.screenshot] : [],
          }
        },
      }
      return message
    },
    redirect: (asking) => redirects.get(asking),
    given(asking) {
      const code = codesGiven.get(asking)
      if (code) secrets.push(...code.secrets)
      return code
    },
    human: { username, password },
    otherHuman: isOfKit ? world.humans.find((human) => human.username !== username) : undefined,
    hasPassword: steps.some(isPassword),
    typedPassword: (asking) => passwordTyped.get(asking) ?? false,
    sessionAge: () => codes.age(),
    userinfo({ message: { party, recipe }, accessToken }, name = 'that of the control') {
      const message: MintableMessage = {
        party,
        recipe: { ...recipe, 'access token': accessToken === undefined ? 'none' : name },
        sought: 'a document',
        fresh: true,
        read: (exchange) => readOutcome(exchange, ({ status }) => status >= 200 && status < 300),
        mint: async () => ({
          request: {
            method: 'GET',
            url: `${world.target.baseUrl}${world.settings.login.userinfoPath}`,
            headers: [
              ['accept', 'application/json'],
              ...(accessToken === undefined ? [] : [['authorization', `Bearer ${accessToken}`] as const]),
            ],
          },
          secrets: accessToken === undefined ? [] : [accessToken],
        }),
      }
      return message
    },
  }
}

/** The request with which a browser came back to the relying party. */
const arrival = (exchanges: readonly Exchange[], redirect: string | undefined): Exchange | undefined =>
  exchanges.findLast(({ request }) => redirect !== undefined && bareAddress(request.url) === bareAddress(redirect))
