import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { referenceTargets } from '../../harness/cli/references.js'
import { notedPrefix } from '../../harness/evidence/leaks/note.js'
import { defaultOptions } from '../../harness/run/options.js'
import { startRun } from '../../harness/run/session.js'
import { askForLogin } from '../../harness/target/process/steward.js'
import { ownFolder } from '../stage/own-folder.js'

// Nobody logs in here: without a browser the preflight does not try either.
process.env.ASSAY_CHROMIUM = '/nowhere/chromium'

const out = ownFolder()

/** Files below a folder that hold a text, by name. */
const holding = (folder: string, text: string): readonly string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter(
      (name) => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name), 'latin1').includes(text),
    )
    .sort()

test("keeps a login of the target file to what the leak scan looks for, and the kit's passwords where they belong", async () => {
  const steps = [{ fill: { label: 'Password', value: 'password' } }, { fill: { label: 'Code', value: 'step-secret' } }]
  const login = { start: '/login', username: 'eve', password: 'file-secret', steps }
  const targets = referenceTargets(['ServiceProvider']).map((target) => ({ ...target, login }))
  const { run, close } = await startRun({
    ...defaultOptions(out, targets),
    profile: 'quick',
    largeKeys: false,
    logins: false,
  })
  try {
    const [target] = run.targets
    const name = target?.name ?? ''
    const told = await askForLogin(run.steward, name, 'ServiceProvider')
    assert.deepEqual(told, { ...login, allowOrigins: [] })
    assert.equal(await askForLogin(run.steward, name, 'AuthorisationRegistry'), undefined)
    assert.equal(await askForLogin(run.steward, 'nobody', 'ServiceProvider'), undefined)
    // What the leak scan looks for lies in the run's own folder, and goes with it.
    const noted = `${notedPrefix}${process.pid}`
    assert.deepEqual(holding(run.folder, 'file-secret'), [noted])
    assert.deepEqual(holding(run.folder, 'step-secret'), [])
    const [first, second] = target?.humans ?? []
    assert.ok(first && second && first.password.length >= 16 && first.password !== second.password)
    assert.deepEqual(
      holding(run.folder, first.password).map((file) => file.split('/').at(-1)),
      ['humans.json', 'kit.json', 'run.json'],
    )
  } finally {
    await close()
  }
})
