import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sandbox, targetFile } from '../stage/assay-command.js'

const box = sandbox()
after(() => box.remove())

/** A client that is given a host and appends an absolute path of its own, and then fails. */
const calls = `node -e "fetch(new URL('/connect/token', process.env.ASSAY_PROVIDER_URL), { method: 'POST' }).finally(() => process.exit(1))"`

/** What preflight says of it. */
async function said(lab: object): Promise<string> {
  const target = { target: { name: 'Given a host', roles: ['ServiceConsumer'] }, trigger: { command: calls } }
  const file = targetFile(box, 'consumer.json', { ...target, lab: { tls: false, ...lab } })
  const { code, stderr } = await box.start(['certify', '--config', file, '--only', 'consumer.algorithm']).ended
  assert.equal(code, 3, stderr)
  return stderr
}

test('a consumer that appends absolute paths comes to the root of its provider, and preflight says what it asked there', async () => {
  assert.match(
    await said({}),
    /POST \/connect\/token came to the root of http:\/\/127\.0\.1\.1:\d+, where nothing lives: set interface\.token\.path/,
  )
})

test('below paths it comes to the root of the lab, and preflight says which setting gives it an origin', async () => {
  assert.match(
    await said({ origins: 'paths' }),
    /POST \/connect\/token came to the root of http:\/\/127\.0\.0\.1:\d+, where nothing lives: it appends paths to the host alone; `lab\.origins: own`/,
  )
})
