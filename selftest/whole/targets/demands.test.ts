import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compiled, resultsIn, sandbox, targetFile } from '../../stage/assay-command.js'

// Targets that ask more of a client than the text does (ruling 31).

const box = sandbox()
after(() => box.remove())

const command = `exec ${process.execPath} ${compiled('harness/reference/main.js')} AuthorisationRegistry`

test('what a target demands beyond the text is a setting by which it is judged, an assumption and a finding of its own', async () => {
  const demands = { ASSAY_FAULT: 'requires-nbf,requires-digital-signature' }
  const target = (name: string, env: Readonly<Record<string, string>>) => ({
    target: { name, roles: ['AuthorisationRegistry'] },
    launch: { command, env },
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
