import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { parse } from 'yaml'
import { isSingleHit, readPartyRecord } from '../../../harness/check/lookup/record.js'
import type { Json } from '../../../harness/contracts/json.js'
import { presets } from '../../../harness/target/presets.js'
import { readFingerprint } from '../../../harness/wire/fingerprint.js'
import { compiled, resultsIn, sandbox, targetFile } from '../../stage/assay-command.js'

const names = presets.default.settings.registry.recordFields
const digest = createHash('sha256').update('certificate').digest()
const tokenOf = (payload: Json): string =>
  ['{"alg":"RS256"}', JSON.stringify(payload), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
const read = (payload: Json) => readPartyRecord(tokenOf(payload), names)

test('a fingerprint is read in every encoding that the text leaves open, and in no other length', () => {
  const hex = digest.toString('hex')
  const forms = {
    hex,
    'hex with colons': hex.toUpperCase().match(/../g)?.join(':') ?? '',
    base64: digest.toString('base64'),
    base64url: digest.toString('base64url'),
  }
  for (const [form, text] of Object.entries(forms))
    assert.deepEqual({ ...readFingerprint(text) }, { bytes: digest, form }, form)
  for (const text of ['', hex.slice(1), `${hex}0`, digest.toString('base64url').slice(1), hex.slice(0, 40)])
    assert.equal(readFingerprint(text), undefined, text)
})

test('certificates are found in their list, in typed claims and right in the record', () => {
  const fingerprint = digest.toString('hex')
  const places = (payload: Json) =>
    read(payload).certificates.map(({ place, fingerprintName }) => [place, fingerprintName])
  assert.deepEqual(places({ certificates: [{ 'x5t#s256': fingerprint }] }), [['certificates', 'x5t#s256']])
  assert.deepEqual(places({ claims: [{ type: 'x509Certificate', x5tS256: fingerprint }] }), [['claims', 'x5tS256']])
  assert.deepEqual(places({ claims: [{ type: 'frameworkRole' }] }), [])
  assert.deepEqual(places({ status: 'Active', 'x5t#s256': fingerprint }), [['record', 'x5t#s256']])
  assert.deepEqual(places('no record'), [])
})

test('one adhering party is a single hit, in the record itself or as the only entry of a list', () => {
  const one = { party_id: 'did:example:one', status: 'Active' }
  const hit = (payload: Json): boolean => isSingleHit(read(payload), names)
  assert.ok(hit(one))
  assert.ok(hit({ ...one, status: ' active' }))
  assert.ok(hit({ parties: [one] }))
  assert.ok(!hit({ ...one, status: 'Suspended' }))
  assert.ok(!hit({ ...one, status: 'Inactive' }))
  assert.ok(!hit({ parties: [one, { ...one, party_id: 'did:example:two' }] }))
  assert.ok(!hit({ parties: [], count: 0 }))
})

test('in a list below a group, the party asked for is read, and one adhering party is a single hit', () => {
  const listed = { ...names, partyId: 'info.data.{party_id}.party_id', status: 'info.data.{party_id}.status' }
  const [one, two] = ['one', 'two'].map((id) => ({ party_id: `did:example:${id}`, status: 'Active' }))
  const told = (data: Json, asked: string) => {
    const record = readPartyRecord(tokenOf({ info: { data } }), listed, asked)
    return [record.partyId, isSingleHit(record, listed)]
  }
  const both = [{ ...one, status: 'Suspended' }, two] as Json
  assert.deepEqual(told(both, 'did:example:two'), ['did:example:two', true])
  assert.deepEqual(told(both, 'did:example:one'), ['did:example:one', false])
  assert.deepEqual(told([one] as Json, 'did:example:*'), [undefined, true])
  assert.deepEqual(told(both, 'did:example:*'), [undefined, false])
  for (const data of [[null], null, []]) assert.deepEqual(told(data, 'did:example:one'), [undefined, false])
})

const box = sandbox()
after(() => box.remove())

const registry = (name: string, command: string, more: object = {}, env: Readonly<Record<string, string>> = {}) => ({
  target: { name, roles: ['ParticipantRegistry'] },
  launch: { command: `exec ${process.execPath} ${command}`, env },
  ...more,
})
const reference = `${compiled('harness/reference/main.js')} ParticipantRegistry`
const picky = compiled('selftest/targets/picky-registry.js')

const certify = async (name: string, only: string, ...targets: readonly object[]) => {
  const config = targetFile(box, `${name}.json`, ...targets)
  const out = `${box.folder}/${name}`
  const ended = await box.start(['certify', '--config', config, '--profile', 'standard', '--only', only, '--out', out])
    .ended
  return { ...ended, checks: resultsIn(out)?.checks ?? [] }
}

/** It lists what it finds by query alone. */
const listing = 'lists-records-by-query'

const cases = [
  ...['PRG-01', 'PRG-02', 'PRG-03', 'PRG-04', 'PRG-05', 'PRG-07', 'PRG-08', 'PRG-09', 'CLM-10', 'CLM-11'],
  ...['lookup.without-token', 'lookup.wrong-token', 'lookup.role-names'],
].join()

describe('a ParticipantRegistry', { concurrency: 1 }, () => {
  test('is failed by no check where it answers in another conforming form', async () => {
    const forms = [
      ['fingerprints-in-base64', 'certificates-as-claims', 'signs-parties-token-rs512', 'tokens-live-two-seconds'],
      ['fingerprints-with-colons', 'certificates-as-pem', 'extra-record-members', 'reports-adhering-parties-only'],
      ['fingerprints-in-base64url', 'fingerprints-named-as-in-sample', 'certificates-as-base64-of-pem', listing],
    ]
    const inList = (...names: readonly string[]) => names.map((name) => [name, `parties.{party_id}.${name}`] as const)
    const recordFields = {
      partyId: 'parties.{party_id}.party_id',
      ...Object.fromEntries(inList('status', 'certificates', 'claims')),
    }
    const targets = forms.map((form) =>
      registry(
        form.join(' '),
        reference,
        form.includes(listing) ? { interface: { registry: { byQuery: { recordFields } } } } : {},
        {
          ASSAY_REFERENCE_VARIANT: form.join(),
        },
      ),
    )
    const { checks, stderr } = await certify('forms', cases, ...targets)
    const counted = checks.filter(({ verdict }) => !['pass', 'not-applicable', 'disabled'].includes(verdict))
    assert.deepEqual(
      counted.map(({ target, id, verdict, reason }) => [target, id, verdict, reason]),
      [],
      stderr,
    )
    assert.ok(checks.filter(({ verdict }) => verdict === 'pass').length > 3 * 35, stderr)
  })

  test('that answers one form alone fails the check of the other, and nothing else is judged by it', async () => {
    const alone = (fault: string, missing: string) =>
      registry(fault, reference, { interface: { registry: { [missing]: null } } }, { ASSAY_FAULT: fault })
    const { checks, stderr } = await certify(
      'alone',
      'PRG-02,PRG-03,PRG-07,lookup.by-query,lookup.without-token',
      alone('answers-query-only', 'byPath'),
      alone('answers-path-only', 'byQuery'),
      registry('both', reference, { interface: { registry: { byPath: null } } }),
    )
    const of = (...verdicts: readonly string[]) =>
      checks.filter(({ verdict }) => verdicts.includes(verdict)).map(({ target, id }) => `${target} ${id}`)
    assert.deepEqual(
      of('fail').sort(),
      ['answers-path-only lookup.by-query', 'answers-query-only lookup.by-path'],
      stderr,
    )
    assert.deepEqual(of('not-testable'), ['both lookup.by-path'], stderr)
    assert.deepEqual(of('inconclusive', 'harness-error'), [], stderr)
    // What concerns no registry at all does not apply to any of them.
    const unjudged = (target: string) =>
      checks.filter((check) => check.target === target && check.verdict === 'not-applicable').map(({ id }) => id)
    const anywhere = unjudged('both')
    assert.deepEqual(
      unjudged('answers-path-only').filter((id) => !anywhere.includes(id)),
      ['lookup.by-query-literal', 'lookup.missing-id', 'lookup.operator', 'lookup.repeated-id'],
      stderr,
    )
    assert.ok(of('pass').length > 30, stderr)
  })

  test('need not register what is defective: refused is refused, and nothing else is judged by it (ruling 25)', async () => {
    const only = 'certificate.expired,positive.large-keys'
    const { checks, stderr } = await certify('picky', only, registry('picky', picky))
    const of = (verdict: string) => checks.filter((check) => check.verdict === verdict)
    assert.match(String(of('pass')[0]?.reason), /not registrable/, stderr)
    assert.match(String(of('not-testable')[0]?.reason), /not registrable/, stderr)
  })

  test('that knows nobody of the kit, or answers elsewhere, is a setting to mend', async () => {
    const nobody = await certify('nobody', cases, registry('nobody', `${picky} nobody`))
    assert.equal(nobody.code, 3)
    assert.match(nobody.stderr, /Are the kit's parties registered/)
    const elsewhere = await certify(
      'elsewhere',
      cases,
      registry('elsewhere', reference, {
        interface: { registry: { partiesPath: '/nowhere', partyPath: '/nowhere/{party_id}' } },
      }),
    )
    assert.equal(elsewhere.code, 3)
    assert.match(elsewhere.stderr, /does not find the kit's party .*interface\.registry/)
    const misnamed = await certify(
      'misnamed',
      cases,
      registry('misnamed', reference, { interface: { registry: { tokenField: 'party_token' } } }),
    )
    assert.equal(misnamed.code, 3)
    assert.match(
      misnamed.stderr,
      /add to the target file: `interface: \{ registry: \{ tokenField: parties_token \} \}`/,
    )
    for (const variant of ['lists-records', listing]) {
      const env = { ASSAY_REFERENCE_VARIANT: variant }
      const listed = await certify(variant, cases, registry('listed', reference, {}, env))
      assert.equal(listed.code, 3)
      const [, proposed = ''] = /add to the target file: `(.+?)`\./.exec(listed.stderr) ?? []
      assert.match(proposed, /status: "parties\.\{party_id\}\.status"/, listed.stderr)
      const mended = registry('mended', reference, parse(proposed) as object, env)
      const { checks } = await certify(
        `${variant}-mended`,
        'lookup.by-path,lookup.by-query,lookup.has-certificate,lookup.fingerprint',
        mended,
      )
      const judged = checks.filter(({ verdict }) => verdict !== 'disabled' && verdict !== 'not-applicable')
      assert.deepEqual([...new Set(judged.map(({ verdict }) => verdict))], ['pass'], proposed)
    }
  })
})
