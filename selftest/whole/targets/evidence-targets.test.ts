import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Results } from '../../../harness/contracts/results.js'
import { compiled, type Ended, resultsIn, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'

// Targets that answer requests for evidence, other than the reference does by itself.

const box = sandbox()
after(() => box.remove())

const reference = `exec ${process.execPath} ${compiled('harness/reference/main.js')} EntitledParty`
const withoutPolicies = `${process.execPath} -e '
const { readFileSync, writeFileSync } = require("node:fs"), file = process.env.ASSAY_KIT + "/kit.json"
const kit = JSON.parse(readFileSync(file)); kit.policies = []; writeFileSync(file, JSON.stringify(kit))' && ${reference}`

const certify = async (
  name: string,
  roles: readonly string[],
  launch: { readonly command: string; readonly env?: Readonly<Record<string, string>> },
  only: string,
  delegation: object = {},
): Promise<Ended & { readonly results: Results | undefined }> => {
  const config = targetFile(box, `${name}.json`, { target: { name, roles }, launch, interface: { delegation } })
  const out = join(box.folder, name)
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only]).ended
  return { ...ended, results: resultsIn(out) }
}

const verdicts = ({ results }: { readonly results: Results | undefined }, ...ids: readonly string[]) =>
  (results?.checks ?? []).filter(({ id }) => ids.includes(id)).map(({ id, verdict }) => `${id} ${verdict}`)

test('a target in both roles takes one forwarded JWT in each of them, or is caught', async () => {
  const roles = ['AuthorisationRegistry', 'EntitledParty']
  const only = 'forwarding.several-servers'
  const sound = await certify('both', roles, { command: reference }, only)
  assert.deepEqual(verdicts(sound, only), [`${only} pass`, `${only} pass`], sound.stdout)
  const launch = { command: reference, env: { ASSAY_FAULT: 'forward-once' } }
  assert.deepEqual(verdicts(await certify('once', roles, launch, only), only), [`${only} fail`, `${only} fail`])
})

test('a target that did not load the policies is judged by what rests on none', async () => {
  const says = /permits nothing under the kit's policy "unconditional".*Did it load the policies of kit\.json/
  const run = (ids: string) => certify('unloaded', ['EntitledParty'], { command: withoutPolicies }, ids)
  const beside = await run('delegation.deny,audience.two')
  assert.equal(beside.code, 2)
  assert.match(beside.stderr, says)
  assert.deepEqual(verdicts(beside, 'delegation.deny', 'audience.two').sort(), [
    'audience.two pass',
    'delegation.deny not-testable',
  ])
  const alone = await run('delegation.deny')
  assert.equal(alone.code, 3)
  assert.match(alone.stderr, says)
})

test('a target without contexts or conditions is judged by all else, and that is a finding of its own', async () => {
  const env = { ASSAY_FAULT: 'refuses-context' }
  const only = [
    ...['delegation.context-as-stated', 'delegation.holds-conditions', 'delegation.context-value', 'delegation.deny'],
    ...['delegation.any-of-false', 'delegation.supplied-context', 'delegation.unconditional-policy'],
  ]
  const settings = { context: null, conditions: false }
  const run = await certify('plain', ['EntitledParty'], { command: reference, env }, only.join(), settings)
  assert.deepEqual(verdicts(run, ...only).sort(), [
    'delegation.any-of-false not-applicable',
    'delegation.context-as-stated finding',
    'delegation.context-value not-applicable',
    'delegation.deny pass',
    'delegation.holds-conditions finding',
    'delegation.supplied-context not-applicable',
    'delegation.unconditional-policy pass',
  ])
})

test('preflight finds out that a target takes no context, and proposes the setting by which it is judged', async () => {
  const launch = { command: reference, env: { ASSAY_FAULT: 'refuses-context' } }
  const only = 'delegation.deny'
  const { stderr, code } = await certify('unsaid', ['EntitledParty'], launch, only)
  assert.equal(code, 3)
  assert.match(
    stderr,
    /permits in another form; add to the target file: `interface: \{ delegation: \{ context: null \} \}`/,
  )
  const judged = await certify('said', ['EntitledParty'], launch, only, { context: null })
  assert.deepEqual(verdicts(judged, only), [`${only} pass`])
})

test('a target that holds no conditions fails where it permits under them all the same', async () => {
  const only = 'delegation.context-value,delegation.any-of-false,delegation.holds-conditions,delegation.deny'
  const judged = async (fault: string) => {
    const launch = { command: reference, env: { ASSAY_FAULT: fault } }
    const run = await certify(fault, ['EntitledParty'], launch, only, { conditions: false })
    return verdicts(run, ...only.split(',')).sort()
  }
  const [value, any, deny, holds] = ['context-value', 'any-of-false', 'deny', 'holds-conditions'].map(
    (one) => `delegation.${one}`,
  )
  const sound = [`${any} pass`, `${value} pass`, `${deny} pass`, `${holds} finding`]
  assert.deepEqual(await judged('holds-no-conditions'), sound.sort())
  assert.deepEqual(
    await judged('ignores-conditions'),
    [`${any} fail`, `${value} fail`, `${deny} pass`, `${holds} pass`].sort(),
  )
})

test('a target that signs its evidence is judged by the rules of signed JWTs', async () => {
  const id = 'delegation.signed-token'
  const launch = { command: reference, env: { ASSAY_REFERENCE_VARIANT: 'signs-evidence' } }
  const all = [id, 'delegation.all-of-true', 'delegation.current-later', 'delegation.token-sub']
  const run = await certify('signs', ['EntitledParty'], launch, all.join())
  assert.deepEqual(verdicts(run, ...all).sort(), all.map((one) => `${one} pass`).sort())
})

test('a target that needs no forwarded JWT gets one finding for it and fails nothing', async () => {
  const launch = { command: reference, env: { ASSAY_REFERENCE_VARIANT: 'needs-no-forwarded-jwt' } }
  const ids = ['forwarding.effect', 'forwarding.audience', 'forwarding.truth-table', 'forwarding.repeated']
  const run = await certify('unneeded', ['EntitledParty'], launch, ids.join())
  assert.deepEqual(verdicts(run, ...ids).sort(), [
    'forwarding.audience not-applicable',
    'forwarding.effect finding',
    'forwarding.repeated pass',
    'forwarding.truth-table not-applicable',
  ])
})

test('a target that needs no forwarded JWT and looks at some of what comes is judged by what it takes, as a finding', async () => {
  const env = { ASSAY_REFERENCE_VARIANT: 'asks-for-no-forwarded-jwt', ASSAY_FAULT: 'forward-ignores-signature' }
  const ids = ['forwarding.effect', 'forwarding.audience', 'forwarding.signature']
  const run = await certify('some', ['EntitledParty'], { command: reference, env }, ids.join())
  assert.deepEqual(verdicts(run, ...ids).sort(), [
    'forwarding.audience pass',
    'forwarding.effect pass',
    'forwarding.signature finding',
  ])
})

test('targets that refuse or decide in other ways than the reference are failed by nothing', async () => {
  const variants = [
    'answers-deny,tokens-live-two-seconds',
    'answers-empty,hands-out-conditions',
    'permits-in-part,signs-evidence',
    'hands-out-all',
  ]
  const targets = variants.map((variant) => ({
    target: { name: variant, roles: ['AuthorisationRegistry'] },
    launch: {
      command: reference.replace('EntitledParty', 'AuthorisationRegistry'),
      env: { ASSAY_REFERENCE_VARIANT: variant },
    },
  }))
  const rules = ['CONDITIONS', 'CONTEXT', 'ANY-OF', 'ALL-OF', 'NESTING', 'UNCONDITIONAL', 'DENY']
  const only = [
    ...rules.map((rule) => `DELEGATION-${rule}`),
    ...['delegation.resource-beside', 'delegation.action-beside', 'delegation.asterisk', 'delegation.nothing-wider'],
    ...[
      'delegation.no-token',
      'delegation.foreign-token',
      'forwarding.signature-after-use',
      'FORWARD-AUD',
      'FORWARD-ACCEPTED',
      'FORWARD-STATUS',
    ],
  ]
  const config = targetFile(box, 'variants.json', { targets })
  const out = join(box.folder, 'variants')
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only.join()]).ended
  const judged = resultsOf(ended, out).checks.filter(
    ({ verdict }) => verdict !== 'disabled' && verdict !== 'not-applicable',
  )
  assert.ok(judged.length > 30 * variants.length, `${judged.length} checks`)
  assert.deepEqual(
    judged.filter(({ verdict }) => verdict !== 'pass').map(({ id, target, verdict }) => `${target} ${id} ${verdict}`),
    [],
  )
})

test('a target is tried under each form of request that it answers, and a rule that it leaves out under one is noticed', async () => {
  const [row, about] = ['forwarding.loose-padding', 'delegation.context-value']
  const target = (name: string, env: Readonly<Record<string, string>>) => ({
    target: { name, roles: ['EntitledParty'] },
    launch: { command: reference, env },
  })
  const config = targetFile(
    box,
    'forms.json',
    target('answers all', {}),
    target('answers one policy', { ASSAY_REFERENCE_VARIANT: 'answers-one-policy-alone' }),
    target('careless', { ASSAY_FAULT: 'forward-ignores-signature@[alg=RS512]' }),
  )
  const out = join(box.folder, 'forms')
  const only = ['--only', [row, about].join(), '--profile', 'standard', '--guises', 'usual']
  const { checks } = resultsOf(await box.start(['certify', '--config', config, '--out', out, ...only]).ended, out)
  const found = (name: string, id: string) => checks.find((check) => check.target === name && check.id === id)
  const tried = (name: string, id: string) => found(name, id)?.guises?.flatMap(({ values }) => values) ?? []
  const questions = ['behind another policy', 'behind another set', 'before another policy'].map(
    (one) => `question=${one}`,
  )
  const isQuestion = (value: string): boolean => value.startsWith('question=')
  for (const id of [row, about]) {
    assert.deepEqual(tried('answers all', id).filter(isQuestion), questions)
    assert.deepEqual(tried('answers one policy', id).filter(isQuestion), [])
  }
  for (const name of ['answers all', 'answers one policy']) {
    assert.deepEqual([found(name, row)?.verdict, found(name, about)?.verdict], ['pass', 'pass'])
    assert.ok(['alg=RS384', 'alg=RS512'].every((value) => tried(name, row).includes(value)))
  }
  assert.equal(found('careless', row)?.verdict, 'fail')
  assert.match(found('careless', row)?.reason ?? '', /only under alg=RS512/)
})
