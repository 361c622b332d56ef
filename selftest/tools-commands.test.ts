import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { curlLine } from '../harness/cli/curl.js'
import type { Evidence } from '../harness/evidence/types.js'
import type { JsonObject } from '../harness/json.js'
import { freePort } from '../harness/target/base-url.js'
import { compareEvidence } from '../reports/replay.js'
import { requirements } from '../requirements/index.js'
import { variants } from '../suites/support/bodies.js'
import { tokenRequestRows } from '../suites/token-requests.js'
import {
  assertNothingLeft,
  assertPlain,
  compiled,
  type Ended,
  type RunningCommand,
  type Sandbox,
  sandbox,
  targetFile,
} from './assay-command.js'
import { evidenceOfPair } from './reports-sample.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const assay = (...args: readonly string[]): Promise<Ended> => box.start(args).ended

async function assertRefused(ended: Promise<Ended>, says: RegExp): Promise<void> {
  const { code, stdout, stderr } = await ended
  assert.equal(code, 3, stderr)
  assert.equal(stdout, '')
  assert.match(stderr, says)
  assert.equal(stderr.trimEnd().split('\n').length, 1)
  assertPlain(stderr)
}

describe('assay explain', () => {
  it('tells a requirement with clause, reason, remedy and checks', async () => {
    const { code, stdout } = await assay('explain', 'ASSERTION-SINGLE-AUD')
    assert.equal(code, 0)
    const rule = requirements.find(({ id }) => id === 'ASSERTION-SINGLE-AUD')
    const text = stdout.replace(/\s+/g, ' ')
    for (const part of [rule?.text, rule?.remedy, 'lines 263', 'It decides', 'audience.two: refuses', 'AUD-03'])
      assert.ok(text.includes(part as string), part)
  })
  it('tells a check and a catalogue case', async () => {
    const check = (await assay('explain', 'audience.missing')).stdout
    assert.match(check, /ASSERTION-AUD: /)
    assert.match(check, /related +audience\./)
    const row = (await assay('explain', 'HTTP-01')).stdout
    assert.match(row, /expected +refuse/)
    assert.match(row, /http\.get-query: refuses GET/)
    assert.match(row.replace(/\s+/g, ' '), /Seen elsewhere: spring-security-oauth #327/)
  })
  it('suggests the nearest ids', async () => {
    await assertRefused(assay('explain', 'asertion-single-aud'), /Did you mean ASSERTION-SINGLE-AUD/)
  })
})

describe('a line for curl', () => {
  /** What a program called `curl` is given when a shell runs the line: its arguments and its standard input. */
  const run = (line: string): { readonly args: readonly string[]; readonly input: string } => {
    const folder = mkdtempSync(join(tmpdir(), 'selftest-curl-'))
    const script = `const chunks = []; process.stdin.on('data', (one) => chunks.push(one)).on('end', () =>
      console.log(JSON.stringify({ args: process.argv.slice(2), input: Buffer.concat(chunks).toString('base64') })))`
    writeFileSync(join(folder, 'curl.cjs'), script)
    writeFileSync(join(folder, 'curl'), `#!/bin/sh\nexec ${process.execPath} ${folder}/curl.cjs "$@"\n`, {
      mode: 0o755,
    })
    const { stdout } = spawnSync('sh', ['-c', line], { env: { PATH: `${folder}:${process.env.PATH}` }, input: '' })
    rmSync(folder, { recursive: true })
    return JSON.parse(stdout.toString()) as ReturnType<typeof run>
  }
  it('gives exactly the method, headers, body and address, whatever stands in them', () => {
    const body = `a=1&b='"$(id)\`id\`\\`
    const headers = [
      ['X-Odd', `it's "$HOME"`],
      ['X-Empty', ''],
    ] as const
    const { args } = run(
      curlLine({ method: 'POST', url: 'http://127.0.0.1/a?b=[c]&d', headers, body }, { insecure: true, ca: '/a b' }),
    )
    assert.deepEqual(args.slice(4), [
      '--insecure',
      '--cacert',
      '/a b',
      '-X',
      'POST',
      '-H',
      `X-Odd: it's "$HOME"`,
      '-H',
      'X-Empty;',
      '-H',
      'content-type:',
      '--data-raw',
      body,
      'http://127.0.0.1/a?b=[c]&d',
    ])
  })
  it('sends bytes that are no text', () => {
    const body = Buffer.from([0, 255, 10, 39, 128])
    const { args, input } = run(curlLine({ method: 'PUT', url: 'http://h/', headers: [], body }, { insecure: false }))
    assert.ok(args.includes('@-'))
    assert.deepEqual(Buffer.from(input, 'base64'), body)
  })
})

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

describe('assay mint', () => {
  it('lists mutations by the checks that send them, each of which can be had by name', async () => {
    const names = JSON.parse((await assay('mint', '--list', '--json')).stdout) as { check: string; name: string }[]
    assert.equal(names.length, tokenRequestRows.flatMap(variants).length)
    assert.ok(names.length > 400)
    assert.ok(names.some(({ check, name }) => check === 'audience.two' && name === 'aud [other, target]'))
  })
  it('needs a target, a mutation that there is, and a lab that is up', async () => {
    await assertRefused(assay('mint'), /needs a target: --config FILE, --target URL, or --state FOLDER/)
    await assertRefused(assay('mint', '--mutate', 'audience.tow'), /is no mutation\. Did you mean "audience\.two"/)
    await assertRefused(
      assay('mint', '--state', box.folder),
      /No lab is up in .*: start one with `assay lab --config FILE --state/,
    )
    await assertNothingLeft(box)
  })
  it('mints without a lab too, and says that nobody knows the party then', async () => {
    const { code, stdout } = await assay(
      'mint',
      '--target',
      'http://127.0.0.1:9',
      '--role',
      'ServiceProvider',
      '--party-id',
      'did:example:x',
    )
    assert.equal(code, 0)
    assert.match(stdout, /"aud":"did:example:x"/)
    assert.match(stdout, /note +No lab is up that knows this party/)
    assert.match(stdout, /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/m)
    assert.match(stdout, /^curl .* http:\/\/127\.0\.0\.1:9\/oauth2\.0\/token$/m)
    await assertNothingLeft(box)
  })
})

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
    for (let tries = 0; tries < 200 && !(await answers(baseUrl)); tries += 1) await sleep(50)
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
    await Promise.race([lab.says(line), sleep(5_000)])
    lab.child.stdout?.pause()
    const kit = JSON.parse(readFileSync(join(state, 'targets/hand/kit/kit.json'), 'utf8')) as {
      target: { partyId: string }
    }
    assert.equal(minted.payload.aud, kit.target.partyId)
    assert.equal(minted.payload.exp - minted.payload.iat, 30)
    lab.child.stdout?.resume()
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
    await assertRefused(
      assay('mint', '--state', state, '--as', 'did:example:nobody'),
      /is no party of the kit: name one of did:example:/,
    )
    await assertRefused(
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
      /ParticipantRegistry +https:\/\/127\.0\.0\.1:\d+\/participant-registry \(did:example:registry-/,
    )
    assert.match(
      stdout,
      /^\d\d:\d\d:\d\d\.\d{3} {2}did:example:\w+ {2}GET \/participant-registry\/parties\?party_id=\S+ {2}200 {2}party-lookup; bearer valid$/m,
    )
    assert.match(stdout, /registry-token; assertion verified/)
    await assertRefused(assay('mint', '--state', state), /No lab is up/)
    await assertNothingLeft(box)
  })

  const kitParty = async (): Promise<string> => {
    const kit = JSON.parse(readFileSync(join(state, 'targets/hand/kit/kit.json'), 'utf8')) as {
      parties: { partyId: string; status: string }[]
    }
    return kit.parties.find(({ status }) => status === 'Active')?.partyId as string
  }
})

describe('assay replay', () => {
  const told = {
    id: 'x',
    target: 'Acme',
    role: 'ServiceProvider',
    title: 'x',
    requirements: [],
    verdict: 'pass',
    durationMs: 1,
  } as const
  it('tells nothing where only names, times, digests and ports differ', () => {
    const one = evidenceOfPair(told, 400)
    const other = JSON.parse(
      JSON.stringify(one)
        .replaceAll('consumer-41', 'consumer-77')
        .replaceAll('5be15be15be15be1', 'abcabcabcabcabca')
        .replaceAll('2026-11-20T12', '2026-11-21T13')
        .replaceAll(':4711', ':4712'),
    ) as Evidence
    assert.deepEqual(compareEvidence(one, other), [])
  })
  it('tells outcomes, statuses, headers, members of the body, rules and calls that differ', () => {
    const rule = (got: string) =>
      ({ kind: 'rule', says: 'It is so', holds: got === 'so', expected: 'so', got }) as const
    const one = evidenceOfPair(told, 200, [rule('not so')])
    const plain = evidenceOfPair(told, 400, [rule('so')])
    const [control, mutated] = plain.messages
    const exchange = mutated?.exchanges[0]
    assert.ok(control && mutated && exchange?.response)
    const response = { ...exchange.response, headers: { ...exchange.response.headers, 'x-new': '1', date: 'now' } }
    const other: Evidence = {
      ...plain,
      messages: [control, { ...mutated, exchanges: [{ ...exchange, response }] }],
      ledger: plain.ledger.slice(1),
    }
    const message = 'message 2 (like the control, but claims: exp 31 s after iat)'
    assert.deepEqual(
      compareEvidence(one, other).map(({ place, before: was, now }) => [place, was, now]),
      [
        [`${message}: body, access_token`, 'sha256:12ab', undefined],
        [`${message}: body, error`, undefined, 'invalid_client'],
        [`${message}: header x-new`, undefined, '1'],
        [`${message}: outcome`, 'granted', 'refused'],
        [`${message}: status`, '200', '400'],
        ['rule "It is so"', 'is broken: not so', 'holds: so'],
        ['the lab saw party-lookup: GET /parties?party_id=‹party 1›, status 200', '1×', undefined],
      ],
    )
  })
  it('runs the check against the target as it is now', async () => {
    const out = join(box.folder, 'then')
    const only = ['--reference', 'ServiceProvider', '--only', 'audience.two']
    assert.equal((await assay('certify', ...only, '--fault', 'accepts-two-audiences', '--out', out)).code, 1)
    const mended = await assay('replay', 'audience.two', '--results', out)
    assert.equal(mended.code, 0, mended.stderr)
    assert.match(
      mended.stdout,
      /^audience\.two of reference ServiceProvider as ServiceProvider\n {2}then {2}Fail .*\n {2}now {3}Pass /,
    )
    assert.match(mended.stdout, /message 2 \(.*\): outcome\n {4}then {2}granted\n {4}now {3}refused/)
    const still = await assay(
      'replay',
      'audience.two',
      '--results',
      out,
      '--reference',
      'ServiceProvider',
      '--fault',
      'accepts-two-audiences',
    )
    assert.equal(still.code, 1, still.stderr)
    assert.match(still.stdout, /Nothing differs but names, times and keys\./)
    await assertRefused(
      assay('replay', 'audience.tow', '--results', out),
      /holds no evidence of a check "audience\.tow"\. Did you mean audience\.two/,
    )
    await assertRefused(
      assay('replay', 'audience.two', '--results', box.folder),
      /holds no results: name the report folder/,
    )
    writeFileSync(join(out, 'results.json'), '{"version": 1,')
    await assertRefused(assay('replay', 'audience.two', '--results', out), /is no JSON, or was cut short/)
    await assertNothingLeft(box)
  })
})

it('certify --json keeps standard output for the results', async () => {
  const { stdout } = await assay(
    'certify',
    '--reference',
    'ServiceProvider',
    '--only',
    'audience.two',
    '--json',
    '--out',
    'json',
  )
  assert.equal((JSON.parse(stdout) as JsonObject).version, 1)
})
