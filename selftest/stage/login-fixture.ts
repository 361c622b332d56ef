import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoginBehaviourName } from '../../harness/lab/identity-provider/login-behaviour.js'
import type { RunningLab } from './lab-fixture.js'
import { assertionOf, type Client } from './reference-fixture.js'

/** What came back, in words that tests need. */
export interface Seen {
  readonly status: number
  readonly location: string
  readonly text: string
}

/** Plays a browser without scripts: keeps cookies per path, follows nothing by itself. */
export class Browser {
  readonly #cookies = new Map<string, { value: string; path: string }>()

  readonly origin: string

  /**
   * @param origin Where it goes; anything else is for the test to look at.
   * @param line A cookie that it has from the beginning, as a server would set it.
   */
  constructor(origin: string, line?: string) {
    this.origin = origin
    if (line !== undefined) this.#keep(line)
  }

  /** The value of a cookie; empty where it has none. */
  cookie(name: string): string {
    return [...this.#cookies].find(([known]) => known.split('\n')[0] === name)?.[1].value ?? ''
  }

  /** Another one with the same cookies. */
  twin(): Browser {
    const other = new Browser(this.origin)
    for (const [name, cookie] of this.#cookies) other.#cookies.set(name, cookie)
    return other
  }

  async open(url: string, form?: Readonly<Record<string, string>>): Promise<Seen> {
    const { href, pathname } = new URL(url, this.origin)
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name.split('\n')[0]}=${value}`)
      .join('; ')
    const answer = await fetch(href, {
      redirect: 'manual',
      headers: cookie === '' ? {} : { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() }
  }

  /** Follows redirects as long as they stay at the origin. */
  async follow(url: string, form?: Readonly<Record<string, string>>): Promise<Seen & { readonly url: string }> {
    let at = new URL(url, this.origin).href
    let seen = await this.open(at, form)
    while (seen.location !== '') {
      const next = new URL(seen.location, at)
      if (next.origin !== this.origin) break
      at = next.href
      seen = await this.open(at)
    }
    return { ...seen, url: at }
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/'
    if (value === '') this.#cookies.delete(`${name}\n${path}`)
    else this.#cookies.set(`${name}\n${path}`, { value, path })
  }
}

/** Where the relying parties of these tests get their answers; nobody listens there. */
export const redirectUri = 'https://rp.example/relying-party/callback'

/** The human of these tests. */
export const human = {
  username: 'ada',
  password: 'correct horse',
  claims: { sub: 'ada-1', name: 'Ada', email: 'ada@example.org' },
}

/** Adds entries to a kit that was written. */
export function extendKit(folder: string, more: Readonly<Record<string, unknown>>): void {
  const file = join(folder, 'kit.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...more }))
}

/** A verifier and what an authorization request sends of it. */
export interface Asking {
  readonly verifier: string
  readonly query: Readonly<Record<string, string>>
}

/** Parameters that are other than sound ones; `undefined` leaves one out. */
export type Parameters = Readonly<Record<string, string | undefined>>

/** A sound authorization request of a client, with other parameters where given. */
export function asking({ partyId }: Client, more: (verifier: string) => Parameters = () => ({})): Asking {
  const verifier = randomBytes(32).toString('base64url')
  const sound = {
    response_type: 'code',
    client_id: partyId,
    redirect_uri: redirectUri,
    scope: 'openid',
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const query = Object.entries({ ...sound, ...more(verifier) }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { verifier, query: Object.fromEntries(query) }
}

/** What an authorization answer says. */
export const answerOf = ({ location }: Seen): Readonly<Record<string, string>> =>
  Object.fromEntries(new URL(location).searchParams)

/** Sends a browser to the authorization endpoint. */
export const authorize = (browser: Browser, { query }: Asking): Promise<Seen & { readonly url: string }> =>
  browser.follow(`/identity_provider/authorize?${new URLSearchParams(query)}`)

/** A sound token request of a client, with other parameters where given. */
export async function redeem(
  origin: string,
  client: Client,
  code: string,
  { verifier }: Asking,
  more: Parameters = {},
): Promise<{ status: number; json: Readonly<Record<string, unknown>> }> {
  const sound = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: client.partyId,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertionOf(client),
  }
  const form = Object.entries({ ...sound, ...more }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const answer = await fetch(`${origin}/identity_provider/token`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}

/** The lab's IdentityProviders as a kit names them. */
export const labProviders = ({ world }: RunningLab): readonly object[] => {
  const paths = { authorize: '/identity_provider/authorize', userinfo: '/identity_provider/userinfo' }
  return world.identityProviders.map((provider) => ({ ...provider, paths }))
}

/** A human of the lab, whose name begins with that of a fault. */
export async function newHuman(lab: RunningLab, fault: string, behaviour?: LoginBehaviourName): Promise<string> {
  const username = `${fault}-${randomUUID()}`
  const claims = { name: 'Una User' }
  await lab.lab.humans([{ username, subject: `s-${username}`, claims, ...(behaviour && { behaviour }) }])
  return username
}

/** Logs in at the lab, wherever it sends the browser in between. Returns where it is sent at last. */
export async function atTheLab(lab: RunningLab, url: string, username: string): Promise<string> {
  const { origin, pathname, searchParams } = new URL(url)
  const { response } = await lab.http.exchange({
    method: 'POST',
    url: `${origin}${pathname}`,
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams([...searchParams, ['username', username]]).toString(),
  })
  const location = String(response?.headers.location)
  return location.startsWith(`${lab.world.https}/`) ? atTheLab(lab, location, username) : location
}

/** Types the name and password of the human into the page at `url`, and follows what comes of it. */
export const logIn = (browser: Browser, url: string) =>
  browser.follow(url, { username: human.username, password: human.password })
