import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedOutput } from '../../harness/contracts/evidence.js'
import { searchFor } from '../../harness/evidence/leaks/search.js'
import { evidencePath, readEvidence, writeEvidence } from '../../harness/evidence/store.js'
import { tellPrinted } from '../../harness/run/printed.js'
import { openJournal, readJournal } from '../../harness/target/process/journal.js'
import { printedWords } from '../../reports/printed.js'
import { endedRun } from '../stage/report-folder.js'

const token = randomBytes(24).toString('base64url')
const search = () => searchFor([{ kind: 'bearer token', value: token }])

/** A run of one target that ended, whose checks took place as said, milliseconds from now. */
function ranAt(...stretches: readonly (readonly [from: number, to: number])[]) {
  const { run, plan } = endedRun(stretches.length)
  const now = Date.now()
  const paths = plan.map(({ check }, index) => {
    const path = evidencePath('Acme', 'ServiceProvider', check.id)
    const [from, to] = stretches[index] ?? [0, 0]
    const evidence = readEvidence(run.out, path)
    assert.ok(evidence)
    const startedAt = new Date(now + from).toISOString()
    writeEvidence(run.out, { ...evidence, startedAt, durationMs: to - from, messages: [], ledger: [] })
    return path
  })
  const { sink } = openJournal(run.folder, 'Acme')
  const told = async (): Promise<readonly (RecordedOutput | undefined)[]> => {
    await tellPrinted(run, search)
    return paths.map((path) => readEvidence(run.out, path)?.printed)
  }
  after(() => rmSync(run.out, { recursive: true }))
  return { run, stream: sink(), told }
}

describe('what a launched target prints', () => {
  it('stands with the check in whose time it was printed, with how many others ran', async () => {
    const { stream, told } = ranAt([0, 1_200], [700, 1_400], [2_000, 90_000], [-900, -500])
    stream.add(Buffer.from('first\nsec'))
    await sleep(2_050)
    stream.add(Buffer.from('ond\nno line feed'))
    stream.end()
    assert.deepEqual(await told(), [
      { lines: ['first'], beside: 1 },
      undefined,
      { lines: ['second', 'no line feed'] },
      undefined,
    ])
  })

  it('is kept up to 4 KB, the last of it, and says how much more there was', async () => {
    const { stream, told } = ranAt([0, 9_000])
    for (let number = 0; number < 900; number += 1) stream.add(Buffer.from(`line ${number}\n`))
    const [printed] = await told()
    const kept = printed?.lines ?? []
    assert.equal(kept.at(-1), 'line 899')
    assert.ok(Buffer.byteLength(kept.join('\n')) <= 4_096 && kept.length > 400, `${kept.length}`)
    assert.equal(printed?.omitted, 900 - kept.length)
  })

  it('is bounded however much it is, with and without line feeds', async () => {
    const { run, stream, told } = ranAt([0, 9_000])
    const chunk = Buffer.from(`${'long '.repeat(12_000)}\n`)
    for (let number = 0; number < 40; number += 1) stream.add(chunk)
    for (let number = 0; number < 40; number += 1) stream.add(Buffer.alloc(60_000, 'x'))
    const kept = readJournal(run.folder, 'Acme').reduce((sum, { text }) => sum + text.length, 0)
    assert.ok(kept <= 1_000_000, `${kept} characters`)
    const [printed] = await told()
    assert.ok((printed?.lines.length ?? 0) + (printed?.omitted ?? 0) <= 41)
    assert.ok(printed?.lines.every((line) => line.length <= 300))
  })

  it('holds no secret, no control character and no escape sequence, also of halved UTF-8', async () => {
    const { stream, told } = ranAt([0, 9_000])
    const euro = Buffer.from('€\n')
    stream.add(Buffer.from(`token ${token}\n\x1b[2Jclear it\x07\x00\n${'a1'.repeat(60)}\n`))
    stream.add(euro.subarray(0, 2))
    stream.add(euro.subarray(2))
    stream.add(Buffer.from([0xff, 0x41, 0x0a]))
    const [printed] = await told()
    const [secret, cleared, opaque, ...rest] = printed?.lines ?? []
    assert.deepEqual([secret, cleared, ...rest], ['‹a line that held a secret›', 'clear it', '€', '\uFFFDA'])
    assert.match(opaque ?? '', /^‹120 characters, sha256 /)
  })

  it('holds no private key, wherever it begins and ends', async () => {
    const { stream, told } = ranAt([0, 9_000])
    const body = ['MIIEvgIBADANBgkq', 'hkiG9w0BAQEF', 'AASCBKg=']
    const key = ['-----BEGIN RSA PRIVATE KEY-----', ...body, '-----END RSA PRIVATE KEY-----']
    const lines = [
      'key:',
      ...key,
      'as JSON',
      JSON.stringify({ key: key.join('\n') }),
      ...key.slice(2),
      'cut',
      ...key.slice(0, 3),
    ]
    stream.add(Buffer.from(`${[...lines, 'over: by now'].join('\n')}\n`))
    assert.deepEqual(await (await told())[0]?.lines, [
      'key:',
      '‹a private key›',
      '',
      'as JSON',
      '{"key":"‹a private key›"}',
      '‹a private key›',
      'cut',
      '‹a private key›',
      'over: by now',
    ])
  })

  it('is said to be of this check alone only where no other ran', () => {
    assert.equal(printedWords({ lines: ['x'] }), 'Printed while this check ran, and no other.')
    assert.match(printedWords({ lines: ['x'], beside: 1, omitted: 1 }), /this check and 1 other ran: .* 1 line before/)
  })
})
