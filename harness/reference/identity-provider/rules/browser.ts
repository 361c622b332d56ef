import { global, party } from '../../engine/fault.js'
import { type Change, ruleAbout } from '../../engine/rule.js'
import type { Authorisation } from '../authorisation.js'

const rule = ruleAbout<Authorisation, 'authorisation'>()

/** Goes on with the login in another way. */
const conducting =
  (how: Partial<Authorisation>): Change<Authorisation> =>
  () =>
  (request) => {
    Object.assign(request, how)
    return true
  }

/** Keeps the request under one of its parameters. */
const waitingUnder =
  (name: string): Change<Authorisation> =>
  () =>
  (request) => {
    request.waitsUnder = `${name} ${request.parameter(name)}`
    return true
  }

/** Believes a hint about who is logged in, in requests for which no page may be shown, or in all others. */
const hinting =
  (withoutPage: boolean): Change<Authorisation> =>
  () =>
  (request) => {
    if ((request.parameter('prompt') === 'none') === withoutPage)
      request.hinted = subOf(request.parameter('id_token_hint'))
    return true
  }

/** Whom an id_token names; its signature is not looked at. */
function subOf(token: string | undefined): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString()) as { sub?: unknown }
    return typeof claims.sub === 'string' ? claims.sub : undefined
  } catch {
    return undefined
  }
}

/** What holds between a provider and the browser of a human; nothing but faults changes any of it. */
export const browserRules = [
  rule('authorisation', 'where the answer goes is kept here', () => true, {
    'believes-redirect-uri-of-page': party(
      'carries redirect_uri on to its login page, and sends the code to what came back from there',
      conducting({ pagesSayWhere: true }),
    ),
  }),
  rule('authorisation', 'who has logged in is kept here', () => true, {
    'believes-human-of-browser': party(
      'has the browser carry who has logged in to where it goes on, and takes whom it names there for that human',
      conducting({ pagesSayWho: true }),
    ),
  }),
  rule('authorisation', 'its pages are for the browser that was shown them', () => true, {
    'takes-form-of-stranger': party(
      'takes the form of a login page from a browser that was not shown it',
      conducting({ takesStrangers: true }),
    ),
  }),
  rule('authorisation', 'each page of a browser is about its own request', () => true, {
    'shares-nonce-in-browser': party(
      'keeps one nonce for each browser, so that the page that was opened last says that of an earlier one, too',
      conducting({ shares: 'nonce' }),
    ),
    'shares-state-in-browser': party(
      'keeps one state for each browser, so that the answer to one page bears that of the page that was opened last',
      conducting({ shares: 'state' }),
    ),
    'shares-challenge-in-browser': party(
      'keeps one code_challenge for each browser, so that a code is bound to that of the page that was opened last',
      conducting({ shares: 'challenge' }),
    ),
    'shares-redirect-uri-in-browser': party(
      'keeps one redirect_uri for each browser, so that the answer to one page goes where the page that was opened last says',
      conducting({ shares: 'redirectUri' }),
    ),
  }),
  rule('authorisation', 'a login is answered for its own request', () => true, {
    'keeps-request-by-client': party(
      'keeps one request for each client, so that every login for it is answered for the one that came last',
      waitingUnder('client_id'),
    ),
    'keeps-request-by-state': party(
      'keeps requests by their state, so that a login is answered for the one that came last with it',
      waitingUnder('state'),
    ),
    'keeps-request-by-nonce': party(
      'keeps requests by their nonce, so that a login is answered for the one that came last with it',
      waitingUnder('nonce'),
    ),
    'keeps-request-by-challenge': party(
      'keeps requests by their code_challenge, so that a login is answered for the one that came last with it',
      waitingUnder('code_challenge'),
    ),
  }),
  rule('authorisation', 'a session gets a new name when its human logs in', () => true, {
    'keeps-name-of-session': global(
      'leaves a session the name that it had before anybody logged in',
      conducting({ keepsNames: true }),
    ),
  }),
  rule('authorisation', 'a human who logs in anew is the one who did so', () => true, {
    'leaves-human-of-browser': party(
      'takes a human who logs in for the one who is logged in with the browser already',
      conducting({ keepsHuman: true }),
    ),
  }),
  rule('authorisation', 'an id_token that comes as a hint logs nobody in', () => true, {
    'logs-in-by-hint': party(
      'takes the human of id_token_hint for one who is logged in where a page may be shown',
      hinting(false),
    ),
    'changes-human-by-hint': party(
      'takes the human of id_token_hint for the one who is logged in where somebody is',
      () => (request) => {
        request.hintedInSession = subOf(request.parameter('id_token_hint'))
        return true
      },
    ),
    'logs-in-by-hint-for-prompt-none': party(
      'takes the human of id_token_hint for one who is logged in where prompt is none',
      hinting(true),
    ),
  }),
  rule('authorisation', 'what a human typed stays here', () => true, {
    'carries-form-on': party(
      'lets the browser carry what a human typed on to the client, with status 307',
      conducting({ sentOnBy: 307 }),
    ),
  }),
]
