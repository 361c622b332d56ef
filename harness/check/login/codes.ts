import { type Answer, readOutcome } from '../../judge/outcome.js'
import type { Exchange } from '../../wire/types.js'
import type { World } from '../world.js'
import { type Authorized, authorizationRequest, codeIn } from './authorization.js'
import { type CodeSource, NoCode } from './types.js'
import type { Walker } from './walk.js'

/** The codes of one worker, all by one kept login. */
export const codeSource = (world: Pick<World, 'settings' | 'redirectUri'>, walker: Walker): CodeSource => ({
  ...walker,
  async code({ partyId }, { change, pages = true, timeoutMs } = {}) {
    const { parameters, ...own } = authorizationRequest(world, partyId)
    change?.(parameters, own)
    const authorized = await walker.walk(parameters, { pages, plain: 'redirect', timeoutMs })
    const { exchanges, redirect, problem } = authorized
    const code = codeIn(redirect)
    if (code === undefined) {
      const answer = readAuthorized(authorized, () => false)
      const why = `${partyId} got no authorization code: ${problem?.message ?? say(answer)}`
      throw new NoCode(why, { exchanges, answer, screenshots: problem?.screenshot ? [problem.screenshot] : [] })
    }
    return {
      ...own,
      code,
      redirectUri: world.redirectUri,
      before: exchanges,
      secrets: [code, own.verifier],
    }
  },
})

/**
 * Reads the answer to an authorization request; all that is complete and not granted is a refusal.
 * @param granted Whether that redirect brought what was sought.
 */
export function readAuthorized(
  { exchanges, redirect }: Authorized,
  granted: (redirect: string | undefined) => boolean,
): Answer {
  return granted(redirect) ? { outcome: { kind: 'granted' } } : readOutcome(exchanges.at(-1) as Exchange, () => false)
}

const say = ({ outcome }: Answer): string =>
  outcome.kind === 'no-answer'
    ? `no complete answer (${outcome.why}).`
    : `status ${outcome.kind === 'granted' ? 200 : outcome.status}.`
