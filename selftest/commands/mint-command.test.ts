import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { curlLine } from '../../harness/wire/curl.js'
import { mutationsOf } from '../../suites/support/bodies.js'
import { tokenRequestRows } from '../../suites/token-requests.js'
import { assertNothingLeft, assertOneSentence, type Ended, type Sandbox, sandbox } from '../stage/assay-command.js'
import { needs } from '../stage/needs.js'

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const assay = (...args: readonly string[]): Promise<Ended> => box.start(args).ended

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
  it('sends bytes that are no text', { skip: needs('base64') }, () => {
    const body = Buffer.from([0, 255, 10, 39, 128])
    const { args, input } = run(curlLine({ method: 'PUT', url: 'http://h/', headers: [], body }, { insecure: false }))
    assert.ok(args.includes('@-'))
    assert.deepEqual(Buffer.from(input, 'base64'), body)
  })
})

describe('assay mint', () => {
  it('lists mutations by the checks that send them, each of which can be had by name', async () => {
    const names = JSON.parse((await assay('mint', '--list', '--json')).stdout) as { check: string; name: string }[]
    assert.equal(names.length, tokenRequestRows.flatMap(mutationsOf).length)
    assert.ok(names.length > 400)
    assert.ok(names.some(({ check, name }) => check === 'audience.two' && name === 'aud [other, target]'))
  })
  it('needs a target, a mutation that there is, and a lab that is up', async () => {
    await assertOneSentence(assay('mint'), /needs a target: --config FILE, --target URL, or --state FOLDER/)
    await assertOneSentence(assay('mint', '--mutate', 'audience.tow'), /is no mutation\. Did you mean audience\.two/)
    await assertOneSentence(
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
