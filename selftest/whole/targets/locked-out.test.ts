import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'

const box = sandbox()
after(() => box.remove())

// It takes the fourth of the lifetimes that the check sends.
const id = 'time.lifetime-wrapped'
const fault = 'counts-lifetime-in-32-bits'

test('a server that locks clients out for wrong messages is judged by each of them', async () => {
  const target = (name: string, look: string, more: object = {}) => ({
    target: { name, roles: ['ServiceProvider'] },
    launch: { command: `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} ${look}`, ...more },
  })
  const wrong = { env: { ASSAY_FAULT: fault } }
  const config = targetFile(
    box,
    'targets.json',
    target('right', 'locks-out'),
    target('wrong', 'locks-out', wrong),
    target('open', 'empty-refusals', wrong),
  )
  const out = join(box.folder, 'out')
  const ended = await box.start(['certify', '--config', config, '--out', out, '--guises', 'usual', '--only', id]).ended
  const { checks, assumptions } = resultsOf(ended, out)
  const verdicts = checks.filter((one) => one.id === id).map(({ target: name, verdict }) => `${name}: ${verdict}`)
  assert.deepEqual(verdicts.sort(), ['open: fail', 'right: pass', 'wrong: fail'], ended.stdout)
  const seen = assumptions.filter(({ source }) => source === 'observed').map((one) => one.id)
  assert.deepEqual(
    seen,
    ['right', 'wrong'].map((name) => `${name}: refuses a client after wrong messages in its name`),
  )
})
