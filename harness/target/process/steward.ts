import { randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json, text } from 'node:stream/consumers'
import type { Role } from '../../../requirements/types.js'
import { ConfigError, HarnessError } from '../../contracts/errors.js'
import type { LoginUnderTest } from '../../contracts/login.js'
import type { Sighting, Standing } from '../../contracts/outage.js'
import type { StewardAddress, TimedTrigger, Triggered, TriggerOrder } from '../../contracts/steward.js'

/** Does for workers what only the owner of the targets can do. Loopback only, guarded by a token. */
export interface Steward {
  readonly address: StewardAddress
  close(): void
}

/** What a steward can do with the target of a name. */
export interface StewardWork {
  /** Ends and starts it; resolves when it answers again. */
  restart(target: string): Promise<void>
  /** Has it load the kit once more, where the target file says how. */
  provision(target: string): Promise<void>
  /** Waits while it is gone, and says what became of it. */
  standing(target: string, sighting: Sighting): Promise<Standing>
  /** Carries out its `trigger`. */
  trigger(target: string, order: TriggerOrder): Promise<Triggered>
  /** How a human logs in at it in a role; none where that is not for humans. Told here, because passwords stand in no file. */
  login(target: string, role: Role): LoginUnderTest | undefined
}

/** Starts it. Triggers of one target run one after another, but for those that say otherwise: many a consumer does one thing at a time. */
export async function startSteward(work: StewardWork): Promise<Steward> {
  const token = randomBytes(24).toString('base64url')
  const last = new Map<string, Promise<unknown>>()
  const trigger = (target: string, order: TriggerOrder): Promise<TimedTrigger> => {
    const carryOut = async (): Promise<TimedTrigger> => {
      const since = Date.now()
      return { ...(await work.trigger(target, order)), durationMs: Date.now() - since }
    }
    if (order.besideOthers) return carryOut()
    const mine = (last.get(target) ?? Promise.resolve()).then(carryOut)
    last.set(
      target,
      mine.catch(() => undefined),
    )
    return mine
  }
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
    if (request.headers.authorization !== `Bearer ${token}`) return void answer(401, '')
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://steward')
    const target = searchParams.get('target') ?? ''
    const done: Readonly<Record<string, () => Promise<string>>> = {
      '/trigger': async () => JSON.stringify(await trigger(target, (await json(request)) as TriggerOrder)),
      '/login': async () => JSON.stringify(work.login(target, searchParams.get('role') as Role) ?? null),
      '/standing': async () => JSON.stringify(await work.standing(target, (await json(request)) as Sighting)),
      '/restart': () => work.restart(target).then(() => ''),
      '/kit': () => work.provision(target).then(() => ''),
    }
    const unknown = () => Promise.reject(new HarnessError(`the steward does not know ${pathname}`))
    ;(done[pathname] ?? unknown)().then(
      (text) => answer(200, text),
      (error: unknown) => answer(500, error instanceof Error ? error.message : String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: { url: `http://127.0.0.1:${port}`, token },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Asks the steward to restart a target. @throws HarnessError if that did not work. */
export async function askForRestart(steward: StewardAddress, target: string): Promise<void> {
  const { ok, text } = await ask(steward, `/restart?target=${encodeURIComponent(target)}`)
  if (!ok) throw new HarnessError(`The target could not be restarted: ${text}`)
}

/** Asks the steward to have a target load its kit once more. @throws HarnessError if the steward does not know it. */
export async function askForKit(steward: StewardAddress, target: string): Promise<void> {
  const { ok, text } = await ask(steward, `/kit?target=${encodeURIComponent(target)}`)
  if (!ok) throw new HarnessError(`The target could not be given its kit: ${text}`)
}

/** Tells the steward what was seen of a target; it waits while that is gone. @throws HarnessError if it does not know it. */
export async function askForStanding(steward: StewardAddress, target: string, sighting: Sighting): Promise<Standing> {
  const { ok, text } = await ask(steward, `/standing?target=${encodeURIComponent(target)}`, JSON.stringify(sighting))
  if (!ok) throw new HarnessError(`What became of the target is not known: ${text}`)
  return JSON.parse(text) as Standing
}

/** Asks the steward to carry out the trigger of a target. @throws HarnessError if the trigger could not even be tried. */
export async function askForTrigger(
  steward: StewardAddress,
  target: string,
  order: TriggerOrder,
): Promise<TimedTrigger> {
  const { ok, text } = await ask(steward, `/trigger?target=${encodeURIComponent(target)}`, JSON.stringify(order))
  if (!ok) throw new HarnessError(`The trigger could not be carried out: ${text}`)
  return JSON.parse(text) as TimedTrigger
}

/** Asks the steward how a human logs in at a target in a role. @throws HarnessError if it does not know. */
export async function askForLogin(
  steward: StewardAddress,
  target: string,
  role: Role,
): Promise<LoginUnderTest | undefined> {
  const { ok, text } = await ask(steward, `/login?target=${encodeURIComponent(target)}&role=${role}`)
  if (!ok) throw new HarnessError(`How a human logs in is not known: ${text}`)
  return (JSON.parse(text) as LoginUnderTest | null) ?? undefined
}

/** Without a time limit: a trigger waits for those before it, which `fetch` does for five minutes at most. */
const ask = ({ url, token }: StewardAddress, path: string, body = '') =>
  new Promise<{ readonly ok: boolean; readonly text: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const asked = request(`${url}${path}`, { method: 'POST', headers }, (response) => {
      const ok = response.statusCode === 200
      text(response).then((said) => resolve({ ok, text: said }), reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** What to say when a target that cannot be restarted is asked to. */
export const notRestartable = (target: string): ConfigError =>
  new ConfigError(`"${target}" cannot be restarted: give it \`launch\` or \`restart\` in the target file.`)
