import { NotTestable } from '../../contracts/errors.js'
import { type Answer, readOutcome } from '../../judge/outcome.js'
import type { Form } from '../../mutations/types.js'
import type { Exchange } from '../../wire/types.js'
import { NoCode } from '../code-source.js'
import type { World } from '../world.js'
import { authorizationRequest, codeIn } from './authorization.js'
import { codeFor } from './code-for.js'
import { lastPage } from './page.js'
import type { Authorized, LoginCodes, Walker } from './types.js'

/**
 * The codes of one worker, all by one kept login.
 * @param doubtful Party Identifiers that the target may not have registered, so that a refusal of theirs says nothing.
 */
export function codeSource(
  world: Pick<World, 'settings' | 'redirectUri' | 'answers'>,
  walker: Walker,
  doubtful: ReadonlySet<string> = new Set(),
): LoginCodes {
  const code: LoginCodes['code'] = async (
    party,
    { change, pages = true, posted, session, elsewhere, timeoutMs } = {},
  ) => {
    const { partyId } = party
    const { parameters, ...own } = authorizationRequest(world, partyId)
    change?.(parameters, own)
    const how = { party, pages, posted, session, elsewhere, plain: 'redirect', timeoutMs } as const
    const authorized = await walker.walk(parameters, how)
    const { exchanges, redirect } = authorized
    const found = codeIn(redirect)
    if (found === undefined) throw doubtful.has(partyId) ? unregistered(partyId) : noCode(partyId, authorized)
    const nonce = nonceIn(parameters)
    if (nonce !== undefined) world.answers.expect(found, nonce)
    const secrets = [found, own.verifier]
    return { ...own, code: found, redirectUri: world.redirectUri, before: exchanges, secrets }
  }
  return {
    ...walker,
    code,
    redeemable: (mutation, context, timeoutMs) => codeFor({ code }, mutation, context, timeoutMs),
  }
}

/** The one nonce of a request; what stands in a signed request object is not known here. */
function nonceIn(parameters: Form): string | undefined {
  const nonces = parameters.filter(([name]) => name === 'nonce')
  const hasObject = parameters.some(([name]) => name === 'request')
  return nonces.length === 1 && !hasObject ? nonces[0]?.[1] : undefined
}

const unregistered = (partyId: string): NotTestable =>
  new NotTestable(
    `It gives ${partyId}, one of the relying parties of its kit that have a defect, no code: register all of them.`,
  )

function noCode(partyId: string, authorized: Authorized): NoCode {
  const { exchanges, problem } = authorized
  const answer = readAuthorized(authorized, () => false)
  const why = `${partyId} got no authorization code: ${problem?.message ?? say(answer)}`
  return new NoCode(why, { exchanges, answer, screenshots: problem?.screenshot ? [problem.screenshot] : [] })
}

/**
 * Reads the answer to an authorization request; all that is complete and not granted is a refusal.
 * @param granted Whether that redirect brought what was sought.
 */
export function readAuthorized(authorized: Authorized, granted: (redirect: string | undefined) => boolean): Answer {
  return granted(authorized.redirect) ? { outcome: { kind: 'granted' } } : readOutcome(lastOf(authorized), () => false)
}

/** What an authorization request came to in the end; pages ask for more than themselves. */
export const lastOf = ({ exchanges, endedAt }: Authorized): Exchange =>
  lastPage(exchanges, endedAt) ?? (exchanges.at(-1) as Exchange)

const say = ({ outcome }: Answer): string =>
  outcome.kind === 'no-answer'
    ? `no complete answer (${outcome.why}).`
    : `status ${outcome.kind === 'granted' ? 200 : outcome.status}.`
