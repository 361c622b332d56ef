import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compiled, resultsIn, sandbox, targetFile } from '../../stage/assay-command.js'

// Targets that ask more of a client than the text does (ruling 31).

const box = sandbox()
after(() => box.remove())

const commandOf = (role: string) => `exec ${process.execPath} ${compiled('harness/reference/main.js')} ${role}`

test('what a target demands beyond the text is a setting by which it is judged, an assumption and a finding of its own', async () => {
  const demands = { ASSAY_FAULT: 'requires-nbf,requires-digital-signature' }
  const target = (name: string, env: Readonly<Record<string, string>>) => ({
    target: { name, roles: ['AuthorisationRegistry'] },
    launch: { command: commandOf('AuthorisationRegistry'), env },
    interface: { token: { claims: { nbf: '{iat}' } } },
    certificates: { keyUsage: ['digitalSignature', 'nonRepudiation'] },
  })
  const targets = [
    target('demanding', demands),
    target('content', {}),
    target('broken', { ASSAY_FAULT: `${demands.ASSAY_FAULT},accepts-two-audiences` }),
  ]
  const ids = ['audience.two', 'positive.again', 'positive.claims-alone', 'positive.key-usage', 'time.no-iat']
  const out = join(box.folder, 'demands')
  const config = targetFile(box, 'demands.json', ...targets)
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', ids.join()]).ended
  const { checks = [], assumptions = [] } = resultsIn(out) ?? {}
  const judged = (name: string) =>
    ids.map((id) => checks.find((check) => check.target === name && check.id === id)?.verdict)
  assert.deepEqual(judged('demanding'), ['pass', 'pass', 'finding', 'finding', 'pass'], ended.stdout)
  assert.deepEqual(judged('content'), ['pass', 'pass', 'pass', 'pass', 'pass'], ended.stdout)
  assert.deepEqual(judged('broken'), ['fail', 'pass', 'finding', 'finding', 'pass'], ended.stdout)
  assert.ok(assumptions.some(({ id, value }) => id === 'demanding: interface.token.claims.nbf' && value === '{iat}'))
})

test('what the schemas of a target want beside what the text shows of policies is a setting and an assumption', async () => {
  const members = { policySet: { maxDelegationDepth: 0 }, target: { environment: { licenses: ['0001'] } } }
  const target = (role: string, name: string, more: object) => ({
    target: { name, roles: [role] },
    launch: { command: commandOf(role), env: { ASSAY_REFERENCE_VARIANT: 'wants-further-members' } },
    ...more,
  })
  const service = { service: { path: '/service' } }
  const saying = { interface: { delegation: { members } } }
  const targets = [
    target('AuthorisationRegistry', 'registry', saying),
    target('ServiceProvider', 'provider', { ...service, ...saying }),
    target('AuthorisationRegistry', 'silent registry', {}),
    target('ServiceProvider', 'silent provider', service),
  ]
  const only = ['delegation.*', 'service.permit*', 'service.polic*', 'service.den*', 'service.evidence*', 'service.no*']
  const out = join(box.folder, 'members')
  const config = targetFile(box, 'members.json', ...targets)
  const ended = await box.start(['certify', '--config', config, '--out', out, '--only', only.join()]).ended
  const { checks = [], assumptions = [] } = resultsIn(out) ?? {}
  const wrong = checks.filter(({ verdict }) => !['pass', 'not-applicable', 'disabled', 'observed'].includes(verdict))
  const told = wrong.map(({ target: name, id, verdict }) => `${name}: ${id} ${verdict}`)
  assert.deepEqual(
    told.filter((one) => !one.startsWith('silent')),
    [],
    ended.stdout,
  )
  const silent = checks.filter(({ target: name }) => name.startsWith('silent'))
  assert.ok(silent.length > 20 && !silent.some(({ verdict }) => verdict === 'pass'), ended.stdout)
  const id = 'registry: interface.delegation.members.policySet.maxDelegationDepth'
  assert.ok(assumptions.some((one) => one.id === id && one.value === 0))
})
