import { moreOfStranger, otherThan, stranger } from '../../contracts/lab-protocol.js'
import { type IdTokenMutation, type IdTokenName, idTokens } from '../../mutations/id-token.js'
import { type Misbehaviour, misbehaviours, telling } from '../misbehaviour/misbehaviour.js'
import { atFirst, redirecting, saying } from '../misbehaviour/odd-answers.js'

/** What a wrong answer to a relying party is made of. */
export interface AnsweredFlow {
  /** The state that the relying party sent, or none. */
  readonly state: string | undefined
  /** The state that the same relying party sent in another flow; one that nobody sent where there is none. */
  readonly stateOfOtherFlow: string
  /** The state of the last login of the same human that was answered; none at the first login. */
  readonly stateOfLastLogin: string | undefined
  /** A state that nobody sent. */
  readonly madeUp: string
  /** `iss` of the other IdentityProvider. */
  readonly otherIssuer: string
  /** `iss` of the one that was asked. */
  readonly issuer: string
  /** An id_token about the human, with a signature that is none. */
  readonly unsignedIdToken: string
}

/** One way in which the lab's IdentityProviders go wrong, or are right otherwise, when a certain human logs in. */
export interface LoginBehaviour {
  /** Catalogue cases that it serves. */
  readonly cases: readonly string[]
  /** Other parameters of the answer that the browser carries; `undefined` leaves one out. */
  readonly response?: (flow: AnsweredFlow) => Readonly<Record<string, string | undefined>>
  /** The provider that was asked first sends the browser on to the other one, and takes that one's code. */
  readonly sendsOn?: true
  /** The browser is left at the provider, at an address that says what it would have carried back (`keptBackPath`). */
  readonly keepsBack?: true
  /** The code has another form. */
  readonly code?: (own: string) => string
  /** The code is that of a request with neither a nonce nor a PKCE challenge. */
  readonly unbound?: true
  /** The other provider makes and signs the id_token, honest in itself. */
  readonly madeByOther?: true
  readonly idToken?: IdTokenMutation
  readonly token?: Misbehaviour['answer']
  readonly userinfo?: Misbehaviour['answer']
}

const mixUp = ['OID-17', 'BRK-06']

/** Userinfo that tells of somebody else than the human who logs in. */
const ofStranger = (members: (subject: string) => { readonly sub?: string }): Misbehaviour['answer'] =>
  saying(async ({ sound }) => {
    const { sub } = JSON.parse(await sound()) as { readonly sub: string }
    return JSON.stringify({ ...stranger, ...moreOfStranger, ...members(sub) })
  })

/** A state that has no parts of which one may be all that is compared. */
const inOnePiece = /^[\w-]{5,}$/

/** An answer with nearly the state that was sent, or with one that nobody sent where that would come to the same. */
const nearly =
  (alter: (state: string) => string) =>
  ({ state = '', madeUp }: AnsweredFlow) => {
    const altered = alter(state)
    return { state: inOnePiece.test(state) && altered !== state ? altered : madeUp }
  }

/** Where letters are of one case, the other one may be another spelling of the same number. */
const inOtherCase = (state: string): string =>
  /[a-z]/.test(state) && /[A-Z]/.test(state) ? state.toUpperCase() : state

const withoutIdToken = saying(async ({ sound }) => {
  const { id_token: _, ...rest } = JSON.parse(await sound()) as { readonly id_token: string }
  return JSON.stringify(rest)
})

/** Every way in which an IdentityProvider of the lab goes wrong beside its id_token, by the name that `HumanProgram.behaviour` takes. */
export const loginBehaviours = {
  'state-missing': { cases: ['OID-13'], response: () => ({ state: undefined }) },
  'state-other': { cases: ['OID-13'], response: ({ madeUp }) => ({ state: madeUp }) },
  'state-that-is-empty': { cases: ['OID-13'], response: () => ({ state: '' }) },
  'state-of-four-characters': { cases: ['OID-13'], response: nearly((state) => state.slice(0, 4)) },
  'state-without-its-end': { cases: ['OID-13'], response: nearly((state) => state.slice(0, -4)) },
  'state-with-more-behind-it': { cases: ['OID-13'], response: nearly((state) => `${state}more`) },
  'state-in-other-letter-case': { cases: ['OID-13'], response: nearly(inOtherCase) },
  'state-of-other-flow': { cases: ['OID-13'], response: ({ stateOfOtherFlow }) => ({ state: stateOfOtherFlow }) },
  'state-used': {
    cases: ['OID-13'],
    response: ({ stateOfLastLogin }) => (stateOfLastLogin === undefined ? {} : { state: stateOfLastLogin }),
  },
  'error-beside-code': { cases: [], response: () => ({ error: 'access_denied' }) },
  'error-without-code': { cases: [], response: () => ({ code: undefined, error: 'access_denied' }) },
  'answer-without-code': { cases: [], response: () => ({ code: undefined }) },
  'id-token-in-place-of-code': {
    cases: ['OID-15'],
    response: ({ unsignedIdToken }) => ({ code: undefined, id_token: unsignedIdToken }),
  },
  'answer-kept-back': { cases: ['OID-13'], keepsBack: true },
  'unbound-answer-kept-back': { cases: ['OID-13'], keepsBack: true, unbound: true },

  // Whatever a code is written in (RFC 6749 Appendix A.11); how long it is, its issuer says (§4.1.2).
  'code-with-punctuation': { cases: [], code: (own) => `${own}+/~:?#&a=b%2B==` },
  'code-of-500-characters': { cases: [], code: (own) => own.padEnd(500, '-') },

  'answer-of-other-provider': { cases: mixUp, madeByOther: true },
  'response-iss-of-other': { cases: mixUp, response: ({ otherIssuer }) => ({ iss: otherIssuer }) },
  'response-iss-with-more-behind-it': { cases: mixUp, response: ({ issuer }) => ({ iss: `${issuer}-` }) },
  'response-iss-that-is-empty': { cases: mixUp, response: () => ({ iss: '' }) },
  'response-without-iss': { cases: mixUp, response: () => ({ iss: undefined }) },
  'redirected-to-other': { cases: mixUp, sendsOn: true },

  'userinfo-of-other-subject': { cases: ['OID-18'], userinfo: ofStranger((sub) => ({ sub: otherThan(sub) })) },
  'userinfo-without-sub': { cases: ['OID-18'], userinfo: ofStranger(() => ({})) },
  'userinfo-sub-in-other-letter-case': {
    cases: ['OID-18'],
    userinfo: ofStranger((sub) => ({ sub: sub.toUpperCase() })),
  },
  'userinfo-sub-with-a-space-behind-it': { cases: ['OID-18'], userinfo: ofStranger((sub) => ({ sub: `${sub} ` })) },
  'userinfo-sub-without-its-end': { cases: ['OID-18'], userinfo: ofStranger((sub) => ({ sub: sub.slice(0, -4) })) },
  'userinfo-status-500': { cases: [], userinfo: misbehaviours['status 500'].answer },
  'userinfo-reset': { cases: [], userinfo: misbehaviours['reset before the answer'].answer },
  'userinfo-html': { cases: [], userinfo: misbehaviours.HTML.answer },
  'userinfo-silent': { cases: [], userinfo: misbehaviours.silent.answer },
  'userinfo-endless': { cases: [], userinfo: misbehaviours['endless body'].answer },

  'token-telling-another-audience': { cases: ['OID-20'], token: telling(401) },
  'token-telling-another-audience-at-first': { cases: ['OID-20'], token: atFirst(telling(401)) },
  'token-redirect-307': { cases: ['OID-20'], token: redirecting(307) },
  'token-redirect-308': { cases: ['OID-20'], token: redirecting(308) },
  'token-without-id-token': { cases: [], token: withoutIdToken },
  'token-status-500': { cases: [], token: misbehaviours['status 500'].answer },
  'token-reset': { cases: [], token: misbehaviours['reset before the answer'].answer },
  'token-html': { cases: [], token: misbehaviours.HTML.answer },
  'token-silent': { cases: [], token: misbehaviours.silent.answer },
  'token-endless': { cases: [], token: misbehaviours['endless body'].answer },
} satisfies Readonly<Record<string, LoginBehaviour>>

/** A name that `HumanProgram.behaviour` takes. */
export type LoginBehaviourName = keyof typeof loginBehaviours | IdTokenName

/** The row of that name, or none. */
export const loginBehaviourNamed = (name: string | undefined): LoginBehaviour | undefined => {
  if (name === undefined) return undefined
  if (Object.hasOwn(loginBehaviours, name)) return loginBehaviours[name as keyof typeof loginBehaviours]
  if (!Object.hasOwn(idTokens, name)) return undefined
  const idToken = idTokens[name as IdTokenName]
  return { cases: idToken.cases, idToken }
}
