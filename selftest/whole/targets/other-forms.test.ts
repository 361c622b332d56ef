import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pem } from '../../../ca/index.js'
import type { Results } from '../../../harness/contracts/results.js'
import type { Role } from '../../../requirements/types.js'
import { compiled, type Ended, resultsIn, sandbox, targetFile } from '../../stage/assay-command.js'
import { drawnChecks } from '../../stage/drawn.js'
import type { RunningLab } from '../../stage/lab-fixture.js'
import { newClient, openLab, target as targetId, writeReferenceKit } from '../../stage/reference-fixture.js'

// Targets that do not meet Assay halfway: one speaks the older form of the interface, one lives in a scheme of its own.

const box = sandbox()
after(() => box.remove())

const commandOf = (role: Role): string => `exec ${process.execPath} ${compiled('harness/reference/main.js')} ${role}`
const command = commandOf('ServiceProvider')

const certify = async (
  name: string,
  config: string,
  ...options: readonly string[]
): Promise<Ended & { readonly results: Results | undefined }> => {
  const out = join(box.folder, name)
  const ended = await box.start(['certify', '--config', config, '--out', out, ...options]).ended
  return { ...ended, results: resultsIn(out) }
}

const verdictOf = ({ results }: { readonly results: Results | undefined }): unknown =>
  results?.targets[0]?.roles[0]?.verdict

const withVerdict = ({ results }: { readonly results: Results | undefined }, ...verdicts: readonly string[]) =>
  (results?.checks ?? []).filter(({ verdict }) => verdicts.includes(verdict))

const ids = (checks: readonly { readonly id: string }[]): string[] => checks.map(({ id }) => id).sort()

describe('a target that speaks the widespread older form alone', () => {
  const launched = (role: Role) => ({
    target: { name: role, roles: [role] },
    launch: { command: commandOf(role), env: { ASSAY_REFERENCE_VARIANT: 'speaks-older-form' } },
  })
  const older = { ...launched('ServiceProvider'), service: { path: '/service' } }
  const consumer = { ...launched('ServiceConsumer'), trigger: { url: '${ASSAY_BASE_URL}/trigger' } }

  test('is failed by nothing in each role by its preset, calls by the paths that its kit names, and its names are assumptions', async (context) => {
    // An EntitledParty answers as an AuthorisationRegistry does.
    const targets = [older, consumer, launched('AuthorisationRegistry'), launched('ParticipantRegistry')]
    const preset = { interface: { preset: 'connect' } }
    const file = targetFile(box, 'preset.json', ...targets.map((target) => ({ ...target, ...preset })))
    const roles = targets.flatMap(({ target }) => target.roles)
    const run = await certify('preset', file, '--only', await drawnChecks(context, 'quick', ...roles))
    assert.equal(run.code, 2, run.stdout + run.stderr)
    assert.deepEqual(ids(withVerdict(run, 'fail', 'inconclusive', 'not-testable', 'harness-error')), [], run.stdout)
    for (const role of roles)
      assert.ok(
        run.results?.checks.some((check) => check.role === role && check.verdict === 'pass'),
        role,
      )
    const assumed = (run.results?.assumptions ?? []).filter(({ source }) => source === 'target file')
    for (const id of ['preset', 'token.path', 'registry.partyIdParameter', 'registry.recordFields.status'])
      assert.ok(
        assumed.some((one) => one.id === `ServiceProvider: interface.${id}`),
        id,
      )
  })

  test('is no non-conformance without it, but a setting to mend', async () => {
    const run = await certify('without', targetFile(box, 'without.json', older))
    assert.equal(run.code, 3)
    assert.equal(run.results, undefined)
    assert.match(
      run.stderr,
      /POST http:\S+\/oauth2\.0\/token is not its token endpoint\. .* It does answer at \/connect\/token, as in the preset connect: set interface\.preset: connect, or interface\.token\.path\. It looked a client up by the parameter eori, not by party_id: so it is in the preset connect/,
    )
  })
})

describe('a target in a scheme of its own', () => {
  let scheme: RunningLab
  let participants: readonly { partyId: string; key: string; chain: string }[]
  before(async () => {
    scheme = await openLab()
    const clients = await Promise.all([1, 2, 3].map(() => newClient(scheme)))
    participants = clients.map(({ partyId, certified }, index) => ({
      partyId,
      key: box.write(`${index}.key`, certified.key.export({ type: 'pkcs8', format: 'pem' }).toString()),
      chain: box.write(`${index}.pem`, certified.chain.map(pem).join('')),
    }))
    await writeReferenceKit(scheme, join(box.folder, 'kit'))
    const roots = await scheme.authority.trustedRoots()
    writeFileSync(join(box.folder, 'roots.pem'), roots.map((root) => root.pem).join(''))
  })
  after(() => scheme.close())

  /** The reference, told of its own scheme and nothing of Assay's lab. */
  const settled = (file: string, many: number, fault = '') =>
    targetFile(box, file, {
      target: { name: 'settled', roles: ['ServiceProvider'], partyId: targetId },
      launch: { command: `ASSAY_KIT=${join(box.folder, 'kit')} ${command}`, env: { ASSAY_FAULT: fault } },
      participants: participants.slice(0, many),
      trust: { roots: ['./roots.pem'] },
      service: { path: '/service' },
    })

  test('is judged with participants of that scheme, and never fully verified', async () => {
    const run = await certify('settled', settled('settled.json', 3))
    assert.deepEqual(ids(withVerdict(run, 'fail', 'inconclusive', 'harness-error')), [], run.stdout)
    assert.equal(verdictOf(run), 'not-fully-verified')
    assert.equal(run.code, 2)
    const open = withVerdict(run, 'not-testable')
    for (const { id, reason } of open) assert.match(String(reason), /`participants`/, id)
    const closed = ids(open)
    for (const id of [
      'registry.lookup',
      'registry.status-suspended',
      'registry-transport.unreachable',
      'parties-token.signature',
      'certificate.expired',
      'client.names',
      'positive.first-contact',
    ])
      assert.ok(closed.includes(id), `${id}: ${closed.join()}`)
    const judged = ids(withVerdict(run, 'pass'))
    for (const id of [
      'replay.at-once',
      'replay.shared-jti',
      'audience.two',
      'identity.impersonation',
      'chain.victim-first',
    ])
      assert.ok(judged.includes(id), `${id}: ${judged.join()}`)
  })

  test('is still caught, and blamed for nothing that needs more participants than it has', async () => {
    const only = ['replay.at-once', 'replay.shared-jti', 'identity.impersonation', 'positive.again']
    const run = await certify(
      'caught',
      settled('caught.json', 1, 'accepts-replay'),
      ...only.flatMap((id) => ['--only', id]),
    )
    assert.deepEqual(ids(withVerdict(run, 'fail')), ['replay.at-once'])
    assert.deepEqual(ids(withVerdict(run, 'not-testable')), ['identity.impersonation', 'replay.shared-jti'])
    assert.equal(verdictOf(run), 'not-certified')
    assert.equal(run.code, 1)
  })

  test('that knows none of the participants is a setting to mend', async () => {
    const stranger = participants.map((one) => ({ ...one, partyId: 'did:example:nobody' }))
    const file = targetFile(box, 'nobody.json', {
      ...JSON.parse(
        String(await import('node:fs').then(({ readFileSync }) => readFileSync(settled('base.json', 1), 'utf8'))),
      ),
      participants: stranger.slice(0, 1),
    })
    const run = await certify('nobody', file)
    assert.equal(run.code, 3)
    assert.match(
      run.stderr,
      /it refused a conforming client.* The target file gives it did:example:nobody \(`participants`\): is that party Active at its registry with this very certificate, is target\.partyId \(did:example:target\) its own/,
    )
  })
})
