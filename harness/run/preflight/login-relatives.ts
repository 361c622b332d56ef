import { addressOf, authorizationRequest } from '../../check/identity-provider/authorization.js'
import { relyingPartiesOf } from '../../check/parties/relying-parties.js'
import type { World } from '../../check/world.js'
import type { SettingLine } from '../../contracts/errors.js'
import type { InterfaceSettings } from '../../contracts/interface.js'
import { presets } from '../../target/presets.js'
import type { HttpResponse } from '../../wire/types.js'
import { byPath, inFlow } from './setting-lines.js'

/** What a provider takes in place of the usual authorization request, in a sentence, with the settings that make such requests. */
export interface LoginForm {
  readonly sentence: string
  readonly settings: readonly SettingLine[]
}

/** An authorization request that differs from the usual one in one thing. */
interface Relative {
  readonly name: string
  /** The settings that make such requests; absent where there are none. */
  readonly lines?: readonly SettingLine[]
  readonly login?: Partial<InterfaceSettings['login']>
  readonly without?: readonly string[]
  readonly also?: readonly (readonly [string, string])[]
  /** Party Identifier of another relying party. */
  readonly clientId?: string
  /** What the target does then, in place of the usual words. */
  readonly says?: string
}

/** What deployed providers ask for beside `openid`. */
const scopes = ['openid profile', 'openid profile email', 'openid iSHARE', 'iSHARE openid', 'iSHARE']

/** Longest search, milliseconds. */
const mostMs = 60_000

/**
 * Tries authorization requests that differ from one which was refused, until one is taken.
 * @param lost Whether nothing lives at the path, so that only others are tried.
 */
export async function otherLoginForm(world: World, partyId: string, lost: boolean): Promise<LoginForm | undefined> {
  const until = Date.now() + mostMs
  const ask = async (relative: Relative): Promise<'taken' | 'refused' | 'too many'> => {
    const url = addressFor(world, partyId, relative)
    const { response } = await world.http.exchange({ method: 'GET', url, headers: [] })
    if (response?.status === 429) return 'too many'
    return response && isTaken(response) ? 'taken' : 'refused'
  }
  // Where the usual request is taken, what refuses comes later, and another request would show nothing.
  if ((await ask(usual)) !== 'refused') return undefined
  for (const relative of lost ? otherPaths(world) : [...knownParty(world), ...otherRequests(world)]) {
    if (Date.now() > until) return undefined
    const answer = await ask(relative)
    if (answer === 'too many') return undefined
    if (answer === 'taken') return told(relative)
  }
  return undefined
}

const usual: Relative = { name: 'nothing else' }

const otherPaths = ({ settings }: World): readonly Relative[] =>
  Object.values(presets)
    .map((preset) => preset.settings.login)
    .filter(({ authorizePath }) => authorizePath !== settings.login.authorizePath)
    .map(({ authorizePath, tokenPath, userinfoPath }) => ({
      name: `the path ${authorizePath}`,
      // What lives beside it lives there in servers of that family.
      lines: Object.entries({ authorizePath, tokenPath, userinfoPath }).map(
        ([name, path]): SettingLine => [`interface.login.${name}`, path],
      ),
      login: { authorizePath },
    }))

/** A relying party that the kit lists, which a provider may have registered beforehand. */
function knownParty({ newcomers, given, fixtures }: World): readonly Relative[] {
  if (newcomers || given) return []
  const lines: readonly SettingLine[] = [['login.registered', true]]
  const says =
    'It takes a relying party that its kit lists, and none that it has not seen, which the text forbids (L283)'
  return relyingPartiesOf({ fixtures })
    .slice(0, 1)
    .map(({ partyId }) => ({ name: 'a relying party of the kit', clientId: partyId, lines, says }))
}

const otherRequests = ({ settings }: World): readonly Relative[] => [
  ...scopes
    .filter((scope) => scope !== settings.login.scope)
    .map(
      (scope): Relative => ({ name: `scope ${scope}`, lines: [['interface.login.scope', scope]], login: { scope } }),
    ),
  { name: 'response_mode query', also: [['response_mode', 'query']] },
  { name: 'no PKCE (code_challenge, code_challenge_method)', without: ['code_challenge', 'code_challenge_method'] },
  { name: 'no nonce', without: ['nonce'] },
]

function addressFor(world: World, partyId: string, { login, without = [], also = [], clientId }: Relative): string {
  const settings = { ...world.settings, login: { ...world.settings.login, ...login } }
  const { parameters } = authorizationRequest({ ...world, settings }, clientId ?? partyId)
  const kept = parameters.filter(([name]) => !without.includes(name))
  return addressOf({ ...world, settings }, [...kept, ...also.map(([name, value]): [string, string] => [name, value])])
}

/** Whether a provider goes on with a request: it shows a page, or sends the human on without an error. */
function isTaken(response: HttpResponse): boolean {
  const { status, headers, body } = response
  // Some login pages come with 401 or 403.
  if (status === 401 || status === 403) return /<form/i.test(body)
  if (status >= 300 && status < 400) return !/[?&#]error=/.test([headers.location].flat()[0] ?? '?error=')
  return status >= 200 && status < 300
}

function told({ name, lines = [], says }: Relative): LoginForm {
  if (lines.length === 0)
    return {
      sentence: `It takes an authorization request with ${name}, and no setting makes such requests.`,
      settings: [],
    }
  const taken = says ?? `It takes an authorization request with ${byPath(lines)}`
  return { sentence: `${taken}; add to the target file: ${inFlow(lines)}.`, settings: lines }
}
