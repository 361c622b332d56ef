import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pem } from '../../ca/index.js'
import type { CertifiedKey } from '../../ca/types.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import type { RegistryAnswer } from '../../harness/contracts/lab-protocol.js'
import { freePort } from '../../harness/target/process/base-url.js'
import type { Exchange } from '../../harness/wire/types.js'
import { type RunningLab, startLab, worldSettings } from './lab-fixture.js'

const main = fileURLToPath(new URL('../../harness/reference/main.js', import.meta.url))
export const target = 'did:example:target'

/** A reference role that runs, and the lab around it. */
export interface RunningReference {
  readonly baseUrl: string
  readonly stop: () => Promise<number | null>
}

export const openLab = (): Promise<RunningLab> => startLab([worldSettings('w')])

/** Writes the kit of the target into a folder, with parties for a ParticipantRegistry. */
export async function writeReferenceKit(
  { authority, target: own, world }: RunningLab,
  folder: string,
  parties: readonly { partyId: string; status: string; certified: CertifiedKey }[] = [],
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content)
    return name
  }
  const roots = await authority.trustedRoots()
  const tlsRoot = (await authority.authority('tls-root')).chain[0] as Buffer
  const kit = {
    version: 1,
    target: {
      partyId: target,
      key: write('key.pem', own.key.export({ type: 'pkcs8', format: 'pem' }).toString()),
      chain: write('chain.pem', own.chain.map(pem).join('')),
    },
    trust: {
      roots: roots.map((root, index) => write(`root-${index}.pem`, root.pem)),
      tlsRoot: write('tls.pem', pem(tlsRoot)),
    },
    participantRegistry: world.registry,
    authorisationRegistry: world.registry,
    parties: parties.map(({ partyId, status, certified }, index) => ({
      partyId,
      status,
      certificates: [write(`party-${index}.pem`, certified.chain.map(pem).join(''))],
    })),
    policies: [],
  }
  write('kit.json', JSON.stringify(kit))
}

/** Starts a process without waiting for it. */
export const spawnReference = (role: string, environment: Readonly<Record<string, string>>): ChildProcess =>
  spawn(process.execPath, [main, role], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

/** What a process that is to fail says, and its exit code. */
export async function failure(role: string, environment: Readonly<Record<string, string>>): Promise<[number, string]> {
  const child = spawnReference(role, environment)
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number]
  return [code, said]
}

/** Starts a reference role on a free port and waits until it answers. */
export async function startReference(
  folder: string,
  role = 'ServiceProvider',
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningReference> {
  const baseUrl = `http://127.0.0.1:${await freePort()}`
  const child = spawnReference(role, { ASSAY_KIT: folder, ASSAY_BASE_URL: baseUrl, ...environment })
  child.stderr?.pipe(process.stderr)
  const ended = once(child, 'exit')
  while (child.exitCode === null && !(await fetch(baseUrl).catch(() => undefined))) await wait(20)
  if (child.exitCode !== null)
    throw new Error(`The reference ${role} ended at its start, with exit code ${child.exitCode}.`)
  return {
    baseUrl,
    stop: async () => {
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      return code
    },
  }
}

/** A participant that the lab's registry knows. */
export interface Client {
  readonly partyId: string
  readonly certified: CertifiedKey
}

/** Makes a party and registers it; `kind` is that of its certificate. */
export async function newClient(
  lab: RunningLab,
  more: { kind?: string; record?: JsonObject | null; answer?: RegistryAnswer; name?: string; partyId?: string } = {},
): Promise<Client> {
  const scope = randomUUID()
  const partyId = more.partyId ?? `did:example:${more.name ?? ''}${scope.slice(0, 13)}`
  const revocation = { base: lab.world.http, scope }
  const certified = await lab.authority.issue({ partyId, revocation, ...(more.kind && { kind: more.kind }) })
  const record = more.record === null ? null : { ...recordOf(partyId, certified), ...more.record }
  await lab.lab.register([{ partyId, record, ...(more.answer && { answer: more.answer }) }])
  return { partyId, certified }
}

/** What the registry says of a party from now on. */
export const enter = ({ lab }: RunningLab, { partyId, certified }: Client, more: JsonObject = {}): Promise<void> =>
  lab.register([{ partyId, record: { ...recordOf(partyId, certified), ...more } }])

const recordOf = (partyId: string, { chain: [leaf = Buffer.alloc(0)] }: CertifiedKey): JsonObject => ({
  party_id: partyId,
  status: 'Active',
  certificates: [{ x5c: leaf.toString('base64'), 'x5t#s256': createHash('sha256').update(leaf).digest('hex') }],
  claims: [],
})

/** A sound assertion with other claims and header members where given; `undefined` leaves one out. Always signed as RS256 wants it. */
export function assertionOf(
  { partyId, certified }: Client,
  claims: Readonly<Record<string, unknown>> = {},
  header: Readonly<Record<string, unknown>> = {},
): string {
  const iat = Math.floor(Date.now() / 1000) - 2
  const sound = { iss: partyId, sub: partyId, aud: target, jti: randomUUID(), iat, exp: iat + 30 }
  const part = (all: object): string => Buffer.from(JSON.stringify(all)).toString('base64url')
  const x5c = certified.chain.map((der) => der.toString('base64'))
  const input = `${part({ alg: 'RS256', typ: 'JWT', x5c, ...header })}.${part({ ...sound, ...claims })}`
  return `${input}.${sign('sha256', Buffer.from(input), certified.key).toString('base64url')}`
}

/** What came of a token request: the status, and `granted` where a token came. */
export interface Outcome {
  readonly status: number
  readonly granted: boolean
  readonly json: Readonly<Record<string, unknown>>
}

/** Sends an assertion. */
export async function send(
  { http }: RunningLab,
  { baseUrl }: RunningReference,
  clientId: string,
  assertion: string,
  request: { method?: string; url?: string; body?: string; headers?: [string, string][] } = {},
): Promise<Outcome> {
  const form = new URLSearchParams({ client_id: clientId, client_assertion: assertion }).toString()
  const exchange = await http.exchange(
    {
      method: request.method ?? 'POST',
      url: `${baseUrl}${request.url ?? '/oauth2.0/token'}`,
      headers: request.headers ?? [['content-type', 'application/x-www-form-urlencoded']],
      body: request.body ?? form,
    },
    { timeoutMs: 60_000 },
  )
  return outcomeOf(exchange)
}

function outcomeOf({ response, noAnswer }: Exchange): Outcome {
  if (!response) throw new Error(`no answer: ${noAnswer?.message}`)
  const json = JSON.parse(response.body || '{}') as Record<string, unknown>
  return { status: response.status, granted: typeof json.access_token === 'string', json }
}
