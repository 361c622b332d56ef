import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { evidencePath, readEvidence } from '../../harness/evidence/store.js'
import { compiled, sandbox, targetFile } from '../stage/assay-command.js'

const box = sandbox()
after(() => box.remove())

test('what a target prints stands in evidence, page and explain, without what is secret or hostile', async () => {
  const config = targetFile(box, 'talking.json', {
    target: { name: 'Talking', roles: ['ServiceProvider'] },
    launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/talking.js')}` },
  })
  const only = 'audience.two,audience.missing'
  const { code, stderr } = await box.start(['certify', '--config', config, '--only', only, '--out', 'talking']).ended
  // Two checks alone: all went well, and nothing was removed for a secret in it.
  assert.equal(code, 2, stderr)
  const out = join(box.folder, 'talking')
  const { printed } = readEvidence(out, evidencePath('Talking', 'ServiceProvider', 'audience.two')) ?? {}
  const text = printed?.lines.join('\n') ?? ''
  assert.match(text, /^answers 40\d$/m)
  assert.ok(Buffer.byteLength(text) <= 4_096)
  assert.doesNotMatch(text, /PRIVATE KEY|\p{Cc}(?<!\n)|"access_token":"[^‹]/u)
  const page = readFileSync(join(out, 'index.html'), 'utf8')
  assert.match(page, /<h4>What the target printed meanwhile<\/h4>[\s\S]*answers 40/)
  assert.doesNotMatch(page, /<script>alert/)
  const explained = await box.start(['explain', 'audience.two', '--results', out]).ended
  assert.match(explained.stdout, /result +Pass: audience\.two, Talking as ServiceProvider/)
  assert.match(explained.stdout, /printed +Printed while this check .*\n[\s\S]*answers 40/)
})
