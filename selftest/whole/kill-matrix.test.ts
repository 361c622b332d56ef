import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { roles } from '../../requirements/types.js'
import { compiled } from '../stage/assay-command.js'
import { drawSeed } from '../stage/draw-seed.js'
import { needs } from '../stage/needs.js'

// The whole of the matrix is `npm run kill-matrix`; here a sample of each role is played, whose seed the command prints.

const seed = ['--seed', String(drawSeed())]

const play = (...args: readonly string[]): string => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiled('selftest/kill-matrix/main.js'), ...args], {
    encoding: 'utf8',
    env,
  })
  // What a fault reaches beside the checks that name it is declared as the whole matrix finds it; here it is only said.
  assert.ok(status === 0 || status === 1, `${stdout}${stderr}`)
  assert.doesNotMatch(stdout, /goes unnoticed/)
  return stdout
}

for (const role of roles)
  test(`a sample of the pairs of a ${role} is as it should be`, { skip: needs('chromium') }, (context) => {
    const said = play(role, '--sample', '12', ...seed, '--minutes', '1')
    context.diagnostic(said)
    assert.match(
      said,
      /\n(?!0 named pairs, 0 noticed; 0 others)\d+ named pairs, \d+ noticed; \d+ others; \d+ surprises/,
    )
  })

for (const form of ['{digits:9}', 'https://parties.example/{alnum:12}'])
  test(`under identifiers of the form ${form} the same faults are noticed`, (context) => {
    const topics = ['registry.', 'identity.', 'client.']
    const said = play('ServiceProvider', ...topics, '--form', form, '--sample', '30', ...seed, '--minutes', '1')
    context.diagnostic(said)
    assert.match(said, /\n(?!0 named pairs, 0 noticed; 0 others)\d+ named pairs, \d+ noticed; /)
  })

test('the pairs whose check, fault or rule has changed since a commit are as they should be', (context) => {
  const since = process.env.ASSAY_SINCE ?? 'HEAD~1'
  const known = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${since}^{commit}`]).status === 0
  if (!known) return context.skip(`git knows no commit ${since} here`)
  // A commit that changes a whole topic has more of them than CI has time for: then as many are played as a minute holds.
  context.diagnostic(play('--since', since, '--minutes', '1'))
})
