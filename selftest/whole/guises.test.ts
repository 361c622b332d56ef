import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it, test } from 'node:test'
import { listChecks, namesOf } from '../../harness/cli/list-checks.js'
import type { Results } from '../../harness/contracts/results.js'
import { playDrawn } from '../guises/play.js'
import { compiled, sandbox } from '../stage/assay-command.js'
import { drawSeed } from '../stage/draw-seed.js'

const box = sandbox()
after(() => box.remove())

async function certified(...args: readonly string[]): Promise<Results> {
  const usual = args.includes('--guises') ? [] : ['--guises', 'usual']
  const out = join(box.folder, `out-${args.join('-').replace(/\W+/g, '-')}`)
  const { stdout, stderr } = await box.start([
    'certify',
    ...args,
    ...usual,
    '--profile',
    'standard',
    '--seed',
    '7',
    '--out',
    out,
  ]).ended
  try {
    return JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results
  } catch (cause) {
    throw new Error(`${stdout}${stderr}`, { cause })
  }
}

const verdictOf = ({ checks }: Results, id: string) => {
  const { verdict, reason, guises = [] } = checks.find((one) => one.id === id) ?? {}
  return { verdict, reason, values: guises.flatMap(({ values }) => values) }
}

describe('a rule that is broken under one conforming form of message alone', () => {
  const id = 'identity.impersonation-with-chain'
  const broken = (under: string) =>
    certified('--reference', 'ServiceProvider', '--fault', `skips-signature@[${under}]`, '--only', id)

  for (const under of [
    'alg=RS512',
    'chain=4',
    'key=3072',
    'jti=200 characters',
    'age=20',
    'form=percent-encoded',
    'party-id=a URL',
  ])
    it(`is noticed under ${under}, and its name is said`, async () => {
      const { verdict, reason } = verdictOf(await broken(under), id)
      assert.equal(verdict, 'fail')
      assert.match(String(reason), new RegExp(`only under ${under}\\.$`))
    })

  it('is not noticed by a check that is played in the default form alone', async () => {
    const only = ['--reference', 'ServiceProvider', '--fault', 'skips-signature@[alg=RS512]', '--only', id]
    const { verdict, values } = verdictOf(await certified(...only, '--guises', 'none'), id)
    assert.deepEqual({ verdict, values }, { verdict: 'pass', values: [] })
  })
})

test('a target that refuses a form as a whole is judged in the others', async () => {
  const args = ['--reference', 'ServiceProvider', '--fault', 'refuses-rs384', '--only', 'audience.registry']
  const { verdict, values } = verdictOf(await certified(...args), 'audience.registry')
  assert.equal(verdict, 'pass')
  assert.ok(values.includes('key=3072'), values.join())
  assert.ok(!values.includes('alg=RS384'), values.join())
})

test('a ServiceProvider that remembers evidence is not asked about consumers who were served before', async () => {
  const value = 'history=served before'
  const args = ['--reference', 'ServiceProvider', '--only', 'service.deny', '--guises', value]
  const valuesAt = async (...fault: readonly string[]) => {
    const { verdict, values } = verdictOf(await certified(...args, ...fault), 'service.deny')
    return [verdict, ...values]
  }
  assert.deepEqual(await valuesAt(), ['pass', value])
  // That is defensible (SVC-07), and judged by a check of its own.
  assert.deepEqual(await valuesAt('--fault', 'caches-evidence'), ['pass'])
})

test('a ServiceConsumer that is careless after one form of answer is noticed', async () => {
  const value = 'access-token=JWT'
  const pair = {
    role: 'ServiceConsumer',
    check: 'consumer.bearer',
    title: '',
    fault: 'sends-token-in-query',
    value,
  } as const
  const [played] = await playDrawn([pair], { seed: 7, checks: namesOf(await listChecks()) })
  assert.equal(played?.outcome, 'noticed', played?.reason)
  assert.match(String(played?.reason), /only under access-token=JWT/)
})

const confined = [
  ['IdentityProvider', 'login.redirect-host', 'sends no code', 'accepts-any-redirect-uri', 'login-request=by POST'],
  ['IdentityProvider', 'login.code-again', 'refuses', 'accepts-used-code', 'login-request=answered by form'],
  ['IdentityBroker', 'login.code-again', 'refuses', 'accepts-used-code', 'login-request=with a login of its own'],
  ['AuthorisationRegistry', 'forwarding.audience', 'takes no', 'forward-ignores-aud', 'consumer=chain of 4'],
  ['ParticipantRegistry', 'audience.other-party', 'refuses', 'accepts-foreign-audience', 'chain=4'],
] as const
for (const [role, check, title, fault, value] of confined)
  test(`${fault} of the ${role} under ${value} alone is noticed`, async () => {
    const pair = { role, check, title, fault, value }
    const [played] = await playDrawn([pair], { seed: 7, checks: namesOf(await listChecks()) })
    assert.equal(played?.outcome, 'noticed', played?.reason)
    assert.ok(played?.reason.includes(`only under ${value}`), played?.reason)
  })

// The others have these rules from the same rooms.
for (const role of ['ServiceProvider', 'ParticipantRegistry'])
  test(`faults of a ${role} that are confined to a guise are noticed`, (context) => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [compiled('selftest/guises/main.js'), '--role', role, '--sample', '6', '--seed', String(drawSeed())],
      { encoding: 'utf8', env },
    )
    context.diagnostic(stdout)
    assert.equal(status, 0, `${stdout}${stderr}`)
  })
