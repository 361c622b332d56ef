import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'

// A server that takes identifiers such as EU.EORI.NL123456789 and no others.

const box = sandbox()
after(() => box.remove())

const verdictsOf = async (name: string, only: readonly string[], env: object = {}) => {
  const command = `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} wants-eori`
  const config = targetFile(box, `${name}.json`, {
    target: { name, roles: ['ServiceProvider'] },
    launch: { command, env },
    interface: { partyId: { form: 'EU.EORI.NL{digits:9}' } },
  })
  const out = join(box.folder, name)
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only.join()]).ended
  const { checks } = resultsOf(ended, out)
  return checks.filter(({ id }) => only.includes(id))
}

test('a server of one form is judged in it, and that it takes no other is a finding that names the form', async () => {
  const judged = ['audience.two', 'identity.client-id-part', 'identity.unknown-party', 'identity.lookup-injection']
  const findings = ['positive.party-ids', 'positive.special-party-ids']
  const checks = await verdictsOf('one form', [...judged, ...findings])
  for (const { id, verdict, reason = '' } of checks) {
    assert.equal(verdict, findings.includes(id) ? 'finding' : 'pass', `${id}: ${reason}`)
    if (findings.includes(id)) assert.match(reason, /identifiers of one form only: .* EU\.EORI\.NL\{digits:9\}/)
  }
  assert.equal(checks.length, judged.length + findings.length)
})

test('a comparison that leaves off the end is noticed, though every other near miss is of no such form', async () => {
  const fault = { ASSAY_FAULT: 'ignores-last-character-of-client-id' }
  const [check] = await verdictsOf('lax', ['identity.client-id-part'], fault)
  assert.equal(check?.verdict, 'fail')
  assert.match(check.reason ?? '', /Expected a refusal/)
})
