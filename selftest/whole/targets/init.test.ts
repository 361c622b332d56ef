import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { loadTargets } from '../../../harness/target/file/target-file.js'
import { freePort } from '../../../harness/target/process/base-url.js'
import { compiled, sandbox } from '../../stage/assay-command.js'

const box = sandbox()
after(() => box.remove())

test('a server that runs elsewhere is waited for, left, and taken up again by the same kit', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  const init = (wait: string) =>
    box.start(['init', '--role', 'ServiceProvider', '--url', url, '--out', 'own.yaml', '--wait', wait])
  const left = await init('1').ended
  assert.equal(left.code, 3)
  assert.match(left.stderr, /granted no conforming client within 1 s\. The state is kept in \.assay/)
  const kit = (text: string): string => /its Party Identifier +(\S+),/.exec(text)?.[1] ?? ''
  assert.notEqual(kit(left.stdout), '')

  const again = init('400')
  await again.says('Then start it')
  const server = box.startNode([compiled('selftest/targets/demanding.js'), 'wants-scope'], {
    env: { ASSAY_BASE_URL: url },
  })
  const { code, stdout, stderr } = await again.ended
  assert.equal(code, 0, stderr)
  assert.equal(kit(stdout), kit(left.stdout))
  assert.match(stdout, /own\.yaml --state \.assay$/m)
  const [config] = await loadTargets(join(box.folder, 'own.yaml'))
  assert.equal(config?.baseUrl, url)
  assert.equal(config?.interface.token.parameters.scope, 'iSHARE')
  assert.ok((config?.lab.ports.https ?? 0) > 0)
  server.child.kill()
  await server.ended
})
