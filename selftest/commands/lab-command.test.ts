import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../harness/contracts/json.js'
import { readCertificates } from '../../harness/target/pem.js'
import { freePort } from '../../harness/target/process/base-url.js'
import { decodeJwt, memberOf } from '../../harness/wire/decode.js'
import { createHttpClient } from '../../harness/wire/http.js'
import {
  assertNothingLeft,
  assertOneSentence,
  compiled,
  type Ended,
  type RunningCommand,
  type Sandbox,
  sandbox,
  targetFile,
} from '../stage/assay-command.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const assay = (...args: readonly string[]): Promise<Ended> => box.start(args).ended

interface MintedJson {
  readonly partyId: string
  readonly assertion: string
  readonly payload: { readonly aud: unknown; readonly iat: number; readonly exp: number }
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: [string, string][]
    readonly body: string
  }
  readonly curl: string
}

describe('assay lab', () => {
  let lab: RunningCommand
  let state: string
  let server: ReturnType<typeof spawn>
  let config: string
  before(async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}`
    config = targetFile(box, 'hand.json', {
      target: { name: 'Hand', roles: ['ServiceProvider'], baseUrl },
      service: { path: '/service' },
    })
    state = join(box.folder, 'state')
    lab = box.start(['lab', '--config', config, '--state', state])
    await lab.says('Ctrl-C ends the lab.')
    const env = { ...process.env, ASSAY_KIT: join(state, 'targets/hand/kit'), ASSAY_BASE_URL: baseUrl }
    server = spawn(process.execPath, [compiled('harness/reference/main.js'), 'ServiceProvider'], {
      env,
      stdio: 'ignore',
    })
    for (let tries = 0; tries < 2_000 && !(await answers(baseUrl)); tries += 1) await sleep(50)
  })
  after(() => server.kill('SIGKILL'))

  const answers = (url: string): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    )
  const mint = async (...args: readonly string[]): Promise<MintedJson> => {
    const { code, stdout, stderr } = await assay('mint', '--state', state, '--json', ...args)
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as MintedJson
  }
  const send = async ({ request: { url, ...rest } }: MintedJson) => {
    const answer = await fetch(url, rest)
    return { status: answer.status, json: (await answer.json()) as { access_token?: string } }
  }

  it('knows the parties of minted assertions, and tells of each call', async () => {
    const minted = await mint()
    const { status, json } = await send(minted)
    assert.equal(status, 200)
    assert.equal(typeof json.access_token, 'string')
    const line = `GET /participant-registry/parties?party_id=${encodeURIComponent(minted.partyId)}  200  party-lookup; bearer valid`
    await Promise.race([lab.says(line), sleep(60_000, undefined, { ref: false })])
    lab.child.stdout?.pause()
    const kit = JSON.parse(readFileSync(join(state, 'targets/hand/kit/kit.json'), 'utf8')) as {
      target: { partyId: string }
    }
    assert.equal(minted.payload.aud, kit.target.partyId)
    assert.equal(minted.payload.exp - minted.payload.iat, 30)
    lab.child.stdout?.resume()
  })
  it('knows the target itself, and answers by the certificate that its kit names', async () => {
    const folder = join(state, 'targets/hand/kit')
    const { target, participantRegistry } = JSON.parse(readFileSync(join(folder, 'kit.json'), 'utf8')) as {
      target: { partyId: string; chain: string }
      participantRegistry: { baseUrl: string; certificate: string }
    }
    const http = createHttpClient({ insecure: true, timeoutMs: 30_000 })
    const url = `${participantRegistry.baseUrl}/parties?party_id=${encodeURIComponent(target.partyId)}`
    const { response } = await http.exchange({ method: 'GET', url, headers: [] })
    await http.close()
    const { parties_token: token } = JSON.parse(response?.body ?? '') as { parties_token: string }
    const { header, payload } = decodeJwt(token)
    const first = (file: string) =>
      readCertificates(readFileSync(join(folder, file), 'utf8'))[0]?.raw.toString('base64')
    assert.equal((memberOf(header, 'x5c') as readonly Json[])[0], first(participantRegistry.certificate))
    assert.deepEqual([memberOf(payload, 'party_id'), memberOf(payload, 'status')], [target.partyId, 'Active'])
    const [certificate] = memberOf(payload, 'certificates') as readonly Json[]
    assert.equal(memberOf(certificate, 'x5c'), first(target.chain))
  })
  it('makes what a mutation says, in the message and in the registry', async () => {
    const message = await mint('--mutate', 'audience.two#2')
    assert.ok(Array.isArray(message.payload.aud))
    assert.equal((await send(message)).status, 401)
    const record = await mint('--mutate', 'status Suspended')
    assert.equal((await send(record)).status, 401)
    const harmless = await mint('--as', await kitParty())
    assert.equal((await send(harmless)).status, 200)
  })
  it('lends the parties of the kit, but changes none of them', async () => {
    await assertOneSentence(
      assay('mint', '--state', state, '--as', 'did:example:nobody'),
      /is no party of the kit: name one of did:example:/,
    )
    await assertOneSentence(
      assay('mint', '--state', state, '--as', await kitParty(), '--mutate', 'status Suspended'),
      /takes a party of its own: leave --as out/,
    )
  })
  it('ends with Ctrl-C, and leaves no key but in its state folder', async () => {
    lab.child.kill('SIGINT')
    const { code, stdout, stderr } = await lab.ended
    assert.equal(code, 0, stderr)
    assert.match(
      stdout,
      /ParticipantRegistry +https:\/\/127\.0\.0\.1:\d+\/participant-registry \(did:example:[a-z2-7]{16}\)/,
    )
    assert.match(
      stdout,
      /^\d\d:\d\d:\d\d\.\d{3} {2}did:example:\w+ {2}GET \/participant-registry\/parties\?party_id=\S+ {2}200 {2}party-lookup; bearer valid$/m,
    )
    assert.match(stdout, /registry-token; assertion verified/)
    await assertOneSentence(assay('mint', '--state', state), /No lab is up/)
    await assertNothingLeft(box)
  })

  const kitParty = async (): Promise<string> => {
    const kit = JSON.parse(readFileSync(join(state, 'targets/hand/kit/kit.json'), 'utf8')) as {
      parties: { partyId: string; status: string }[]
    }
    return kit.parties.find(({ status }) => status === 'Active')?.partyId as string
  }
})
