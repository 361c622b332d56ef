import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'

// Targets that declare for how long they remember what the registry says, and remember it for so long, or for longer.

const box = sandbox()
after(() => box.remove())

const reference = (name: string, env: Readonly<Record<string, string>>) => ({
  target: { name, roles: ['ServiceProvider'] },
  launch: { command: `exec ${process.execPath} ${compiled('harness/reference/main.js')} ServiceProvider`, env },
  clock: { registryCacheSeconds: 6 },
})

test('a target may remember its registry for as long as its target file says, and no longer by being in use', async () => {
  const id = 'registry.status-flip-after-cache'
  const out = join(box.folder, 'out')
  const config = targetFile(
    box,
    'remembers.json',
    reference('says so', { ASSAY_REFERENCE_VARIANT: 'remembers-records-for-six-seconds' }),
    reference('counts from the last use', { ASSAY_FAULT: 'caches-status-in-use' }),
    reference('asks anew behind an answer', { ASSAY_FAULT: 'refreshes-status-behind' }),
    reference('keeps certificates for good', { ASSAY_FAULT: 'caches-certificates' }),
  )
  const args = ['certify', '--config', config, '--out', out, '--profile', 'deep', '--only', id]
  const { checks } = await resultsOf(await box.start(args).ended, out)
  assert.deepEqual(
    checks.filter((one) => one.id === id).map(({ target, verdict }) => [target, verdict]),
    [
      ['says so', 'pass'],
      ['counts from the last use', 'finding'],
      ['asks anew behind an answer', 'finding'],
      ['keeps certificates for good', 'finding'],
    ],
  )
})
