import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Authority, openAuthority, pem } from '../../ca/index.js'
import type { CertifiedKey } from '../../ca/types.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import type {
  LabReady,
  LabSettings,
  PartyProgram,
  WorldAddresses,
  WorldSettings,
} from '../../harness/contracts/lab-protocol.js'
import { connectLab, type LabClient } from '../../harness/lab/channel/client.js'
import { createHttpClient, type HttpClient } from '../../harness/wire/http.js'
import { compact, x5c } from '../../harness/wire/jws.js'
import type { Exchange } from '../../harness/wire/types.js'

/** The compiled lab. */
const main = fileURLToPath(new URL('../../harness/lab/main.js', import.meta.url))

/** Settings of a world on free ports. */
export const worldSettings = (name: string, more: Partial<WorldSettings> = {}): WorldSettings => ({
  name,
  host: '127.0.0.1',
  tls: true,
  ports: { https: 0, http: 0 },
  publicUrls: { https: null, http: null },
  target: { partyId: 'did:example:target' },
  registryTokenSeconds: 60,
  interface: {},
  ...more,
})

/** Starts a lab process without waiting for it. */
export const spawnLab = async (settings: LabSettings): Promise<ChildProcess> => {
  const file = `${settings.folder}.json`
  await writeFile(file, JSON.stringify(settings))
  return spawn(process.execPath, [main, file], { stdio: ['pipe', 'pipe', 'pipe'] })
}

/** The line by which a lab says that it is ready. */
export const readyLine = async (child: ChildProcess): Promise<LabReady> => {
  const line = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the lab ended with ${code} before it was ready`)))
  })
  return JSON.parse(await line) as LabReady
}

/** A lab with what a test needs of its first world, `w`. */
export interface RunningLab {
  readonly ready: LabReady
  readonly world: WorldAddresses
  readonly authority: Authority
  readonly lab: LabClient
  /** Plays the target. */
  readonly http: HttpClient
  readonly folder: string
  readonly child: ChildProcess
  readonly target: CertifiedKey
  readonly close: () => Promise<void>
}

/** Starts a lab with the worlds given; ends by closing its standard input. */
export const startLab = async (worlds: readonly WorldSettings[]): Promise<RunningLab> => {
  const home = await mkdtemp(join(tmpdir(), 'assay-lab-'))
  const folder = join(home, 'lab')
  const child = await spawnLab({ folder, poolSize: 4, largeKeys: false, worlds })
  child.stderr?.pipe(process.stderr)
  const ready = await readyLine(child)
  const world = ready.worlds.w as WorldAddresses
  const authority = await openAuthority(join(folder, 'w'))
  const root = (await authority.authority('tls-root')).chain[0] as Buffer
  const http = createHttpClient({ ca: pem(root), timeoutMs: 30_000 })
  const lab = connectLab(ready.control, 'w')
  const target = await authority.issue({
    partyId: 'did:example:target',
    revocation: { base: world.http, scope: 'target' },
  })
  return {
    ready,
    world,
    authority,
    lab,
    http,
    folder,
    child,
    target,
    close: async () => {
      await Promise.all([lab.close(), http.close()])
      const exit = child.exitCode === null ? once(child, 'exit') : undefined
      child.stdin?.end()
      await exit
      await rm(home, { recursive: true })
    },
  }
}

/** A client assertion of the target for the registry. */
export const assertionOf = (
  { target, world }: RunningLab,
  claims: JsonObject = {},
  header: JsonObject = {},
): string => {
  const iat = Math.floor(Date.now() / 1000) - 2
  return compact(
    { alg: 'RS256', typ: 'JWT', x5c: x5c(target.chain), ...header },
    {
      iss: 'did:example:target',
      sub: 'did:example:target',
      aud: world.registry.partyId,
      jti: `${Math.random()}`,
      iat,
      exp: iat + 30,
      ...claims,
    },
    target.key,
  )
}

/** Posts a form to the registry's token endpoint. */
export const askToken = ({ http, world }: RunningLab, form: Readonly<Record<string, string>>): Promise<Exchange> =>
  http.exchange({
    method: 'POST',
    url: `${world.registry.baseUrl}/oauth2.0/token`,
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    body: new URLSearchParams(form).toString(),
  })

/** An access token of the registry for the target. */
export const accessToken = async (running: RunningLab): Promise<string> => {
  const { response } = await askToken(running, {
    client_id: 'did:example:target',
    client_assertion: assertionOf(running),
  })
  return (JSON.parse(response?.body ?? '') as { access_token: string }).access_token
}

/** Looks a party up, by query unless `path` says otherwise. */
export const lookUp = (
  { http, world }: RunningLab,
  partyId: string,
  { bearer, path, timeoutMs }: { bearer?: string | undefined; path?: string; timeoutMs?: number } = {},
): Promise<Exchange> =>
  http.exchange(
    {
      method: 'GET',
      url: world.registry.baseUrl + (path ?? `/parties?party_id=${encodeURIComponent(partyId)}`),
      headers: bearer === undefined ? [] : [['authorization', `Bearer ${bearer}`]],
    },
    timeoutMs === undefined ? {} : { timeoutMs },
  )

/** A party in good standing, registered. */
export const registerParty = async (
  { lab }: RunningLab,
  answer?: PartyProgram['answer'],
  record: JsonObject = {},
): Promise<string> => {
  const partyId = `did:example:p${Math.random().toString(36).slice(2)}`
  const full = { party_id: partyId, status: 'Active', certificates: [{ 'x5t#s256': 'ab' }], claims: [], ...record }
  await lab.register([{ partyId, record: full, ...(answer && { answer }) }])
  return partyId
}
