import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { verifyAttestation } from '../harness/attestation/verify.js'
import { assertNothingLeft, assertPlain, type Sandbox, sandbox } from './assay-command.js'

// With a package of the same name and manner in place of the real one, which Assay does not bring along.

let box: Sandbox
before(() => {
  box = sandbox()
})
after(() => box.remove())

const certify = ['certify', '--reference', 'ServiceProvider', '--only', 'audience.two', '--allure', '--out', 'out']

it('--allure without allure-playwright is reported in one sentence, before anything is run', async () => {
  const { code, stdout, stderr } = await box.start(certify).ended
  assert.equal(code, 3)
  assert.equal(stdout, '')
  assert.match(
    stderr,
    /^assay: --allure needs the package allure-playwright, .*: run `npm install --save-dev allure-playwright`\.\n$/,
  )
  assertPlain(stderr)
  assert.ok(!existsSync(join(box.folder, 'out')))
})

it('--allure hands the true outcome of each check to the package of the user, and says that its pages call out', async () => {
  const place = join(box.folder, 'node_modules/allure-playwright')
  mkdirSync(place, { recursive: true })
  box.write('node_modules/allure-playwright/package.json', '{"name":"allure-playwright","main":"index.js"}')
  box.write(
    'node_modules/allure-playwright/index.js',
    `const { mkdirSync, writeFileSync } = require('node:fs')
     module.exports = class {
       constructor(options) { mkdirSync(options.resultsDir, { recursive: true }); this.folder = options.resultsDir }
       onTestEnd(test, result) {
         writeFileSync(this.folder + '/' + test.id + '-result.json', JSON.stringify({ name: test.title, status: result.status, ok: test.ok() }))
       }
     }`,
  )
  const { stderr } = await box.start([...certify, '--fault', 'accepts-two-audiences']).ended
  assert.match(stderr, /mind that the pages which Allure makes of them call out/)
  const out = join(box.folder, 'out')
  const [name = ''] = readdirSync(join(out, 'allure-results'))
  const told = JSON.parse(readFileSync(join(out, 'allure-results', name), 'utf8')) as object
  const title = 'refuses an assertion for itself and another participant'
  assert.deepEqual(told, { name: title, status: 'failed', ok: false })
  assert.deepEqual(verifyAttestation(out).problems, [])
  assert.deepEqual(verifyAttestation(out).added, [])
  await assertNothingLeft(box)
})
