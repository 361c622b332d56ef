import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { mostChecks } from '../../harness/runner/own-runner.js'
import { roles } from '../../requirements/types.js'
import { resultsOf, sandbox } from '../stage/assay-command.js'

// The fault-free reference of each role passes one check of each topic that concerns it, and writes each kind of
// report. Whole runs are in `whole/`.

const box = sandbox()
after(() => box.remove())

const topicOf = (id: string): string => id.slice(0, id.indexOf('.'))
const listed = (await listChecks()).filter(({ selected, check }) => selected.run && check.profile !== 'deep')
/** The first check of each topic of a role, a quick one where there is one. */
const firstOfEach = (role: string): readonly string[] => [
  ...new Map(
    listed
      .filter((one) => one.role === role)
      .sort((one, other) => Number(one.check.profile !== 'quick') - Number(other.check.profile !== 'quick'))
      .map(({ check: { id } }) => [topicOf(id), id] as const)
      .reverse(),
  ).values(),
]

const reports = [
  'results.json',
  'index.html',
  'junit.xml',
  'earl.jsonld',
  'summary.md',
  'badge.svg',
  'attestation.json',
]

describe('one check of each topic', { concurrency: 2 }, () => {
  for (const role of roles)
    test(`passes at ${role}`, async () => {
      const only = firstOfEach(role)
      assert.ok(only.length > 0 && only.length <= mostChecks, `${only.length} checks`)
      const out = join(box.folder, role)
      const ended = await box.start(['certify', '--reference', role, '--only', only.join(), '--out', out]).ended
      const judged = resultsOf(ended, out).checks.filter(({ id, role: own }) => own === role && only.includes(id))
      assert.deepEqual(judged.map(({ id }) => id).sort(), [...only].sort())
      assert.deepEqual(
        judged.filter(({ verdict }) => verdict !== 'pass').map(({ id, verdict, reason }) => [id, verdict, reason]),
        [],
      )
      for (const name of reports) assert.ok(existsSync(join(out, name)), name)
    })
})
