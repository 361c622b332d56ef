import { cookieJar } from '../../browser/plain/cookies.js'
import type { BrowserCookie, LoginValues } from '../../browser/types.js'
import { Inconclusive, NotTestable } from '../../contracts/errors.js'
import { isPassword } from '../../contracts/login.js'
import { readOutcome } from '../../judge/outcome.js'
import { secretIn } from '../bearer.js'
import type { CheckClient } from '../message/client.js'
import type { MintableMessage } from '../message/message.js'
import type { Minted } from '../message/mint.js'
import type { Message, Sent } from '../types.js'
import type { World } from '../world.js'
import { type AskOptions, asking, type Came } from './asking.js'
import type { AuthorizationCode, LoginCodes } from './types.js'

/** What the lab's relying parties do at an IdentityProvider or IdentityBroker beside redeeming codes. */
export interface Login {
  /** Of the lab's relying parties. */
  readonly redirectUri: string
  /** What a relying party asks for. */
  readonly scope: string
  /** Whether relying parties sign their requests, as the target wants (`interface.login.request`). */
  readonly signsRequests: boolean
  /** A code for the party that sends `message`, not redeemed yet; ends the check where the target gives none. */
  code(message: Message): Promise<AuthorizationCode>
  /** Token requests of the party that sends `message`, all for one code, each with an assertion of its own; `name` says in the recipe which one. */
  redeeming(message: Message, code: AuthorizationCode, name?: string): Message
  /** An authorization request of the party that sends `message`, by itself. */
  asking(message: Message, options?: AskOptions): Message
  /** What came of it the last time that a message of `asking` was sent. */
  came(asking: Message): Came
  /** The human who logs in at the target. */
  readonly human: LoginValues
  /** Another human of the kit; none at a target that logs in a human of its own. */
  readonly otherHuman: LoginValues | undefined
  /** Whether a step of the target file types a password. */
  readonly hasPassword: boolean
  /** How long the human of the kept session has been logged in at least, milliseconds. */
  sessionAge(): number
  /**
   * A call of the userinfo endpoint with the access token that came back, or without where none did.
   * @param name Says in the recipe which one.
   * @param cookies Of the browser that calls; none by default.
   */
  userinfo(
    sent: Pick<Sent, 'message' | 'accessToken' | 'assertion'>,
    name?: string,
    cookies?: readonly BrowserCookie[],
  ): Message
}

/** What the logins of one check are made with. */
export interface LoginTools {
  readonly world: World
  readonly codes: LoginCodes
  readonly client: CheckClient
  /** Where codes go that must not be kept. */
  readonly secrets: string[]
  /** End the check. */
  readonly inconclusive: (reason: string) => never
  readonly notTestable: (reason: string) => never
}

/** The logins of one check. */
export function checkLogin({ world, codes, client, secrets, inconclusive, notTestable }: LoginTools): Login {
  const came = new WeakMap<Message, Came>()
  const { username = '', password = '', steps = [] } = world.login ?? {}
  const isOfKit = world.humans.some((human) => human.username === username && human.password === password)
  return {
    redirectUri: world.redirectUri,
    scope: world.settings.login.scope,
    signsRequests: world.settings.login.request === 'signed',
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
      const { takesTurn: _code, ...usual } = client.authentication(party)
      const message: MintableMessage = {
        ...usual,
        recipe: { ...usual.recipe, code: name },
        mint,
        copies: (count) => Promise.all(Array.from({ length: count }, mint)),
      }
      return message
    },
    asking: ({ party }, options = {}) =>
      asking({ world, codes, client }, party, options, (message, what) => {
        secrets.push(...(what.code?.secrets ?? []))
        came.set(message, what)
      }),
    came: (message) => came.get(message) ?? { proven: false, carriers: 0, hadCookies: false, cookies: [] },
    human: { username, password },
    otherHuman:
      isOfKit || world.target.role === 'IdentityBroker'
        ? world.humans.find((human) => human.username !== username)
        : undefined,
    hasPassword: steps.some(isPassword),
    sessionAge: () => codes.age(),
    userinfo({ message: { party, recipe }, accessToken, assertion }, name = 'that of the control', cookies = []) {
      const url = `${world.target.baseUrl}${world.settings.login.userinfoPath}`
      const cookie = cookieJar(cookies).header(url)
      const message: MintableMessage = {
        party,
        recipe: {
          ...recipe,
          'access token': accessToken === undefined ? 'none' : name,
          ...(cookies.length > 0 && { cookies: 'of an earlier login' }),
        },
        sought: 'a document',
        fresh: true,
        read: (exchange) => readOutcome(exchange, ({ status }) => status >= 200 && status < 300),
        mint: async () => ({
          request: {
            method: 'GET',
            url,
            headers: [
              ['accept', 'application/json'],
              ...(accessToken === undefined ? [] : [['authorization', `Bearer ${accessToken}`] as const]),
              ...(cookie === undefined ? [] : [['cookie', cookie] as const]),
            ],
          },
          secrets: secretIn(accessToken, party, assertion),
        }),
      }
      return message
    },
  }
}
