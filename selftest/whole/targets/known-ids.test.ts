import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compiled, resultsOf, sandbox, targetFile } from '../../stage/assay-command.js'
import { howEnded } from '../../stage/command-ends.js'
import { knownToAcme } from '../../targets/looks-of-claims.js'

// A registry that takes only claims about frameworks, dataspaces, roles and agreements that it knows.

const box = sandbox()
after(() => box.remove())

const command = `exec ${process.execPath} ${compiled('selftest/targets/disguise.js')} knows-frameworks ParticipantRegistry`
const endpoint = { method: 'POST', path: '/claims' }
const target = (name: string, ids: object, env: Readonly<Record<string, string>> = {}) => ({
  target: { name, roles: ['ParticipantRegistry'] },
  launch: { command, env },
  write: [{ ...endpoint, ...ids }],
})

test('is judged by claims that name what it knows, and learns of the setting where they do not', async () => {
  const out = join(box.folder, 'known')
  const config = targetFile(
    box,
    'known.json',
    target('said', { ids: knownToAcme }),
    target('broken', { ids: knownToAcme }, { ASSAY_FAULT: 'stores-incomplete-agreements' }),
    target('unsaid', {}),
  )
  const ended = await box.start(['certify', '--config', config, '--only', 'documents.write-*', '--out', out]).ended
  const { checks, assumptions } = resultsOf(ended, out)
  const played = checks.filter(({ verdict }) => !['disabled', 'not-applicable'].includes(verdict))
  const others = (name: string) => played.filter((check) => check.target === name && check.verdict !== 'pass')
  assert.ok(played.filter((check) => check.target === 'said').length > 10, howEnded(ended))
  assert.deepEqual(others('said'), [], howEnded(ended))
  assert.deepEqual(
    others('broken').map(({ id, verdict }) => [id, verdict]),
    [['documents.write-agreement', 'fail']],
  )
  const unsaid = others('unsaid')
  assert.ok(unsaid.length > 10 && unsaid.every(({ verdict }) => verdict === 'inconclusive'), howEnded(ended))
  assert.match(String(unsaid[0]?.reason), /name those under `write\[\]\.ids` in the target file/)
  assert.deepEqual(assumptions.find(({ id }) => id === 'said: write.0.ids')?.value, knownToAcme)
})
