import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import * as playwright from '@playwright/test'
import { findChromium } from '../harness/browser/find.js'
import { ownFolder } from './stage/own-folder.js'

// What ADR 4 says that we lean on though Playwright does not promise it, as far as no whole run shows it.

const folder = ownFolder()

const library = 'node_modules/playwright/lib'
const code = readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))

test('Playwright has the version that was looked at, and no other', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
  const { version } = JSON.parse(readFileSync('node_modules/playwright/package.json', 'utf8')) as { version: string }
  assert.equal(dependencies['@playwright/test'], version)
})

test('it exports a test without the fixtures of a browser', () => {
  assert.equal(typeof playwright._baseTest.extend, 'function')
  assert.notEqual(playwright._baseTest, playwright.test)
})

test('it can be told to leave compiling alone', () => {
  assert.ok(code.some((name) => readFileSync(join(library, name), 'utf8').includes('process.env.PW_DISABLE_TS_ESM')))
})

test('its workers are known by the name of their module, by which the bench tells what they cost', () => {
  assert.ok(code.includes(join('worker', 'workerProcessEntry.js')))
})

test('the browsers that it installs lie where they are looked for', () => {
  const env = { PATH: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: folder }
  const asking = "import { chromium } from '@playwright/test'; process.stdout.write(chromium.executablePath())"
  const program = execFileSync(process.execPath, ['--input-type=module', '-e', asking], { encoding: 'utf8', env })
  assert.ok(program.startsWith(folder), program)
  mkdirSync(dirname(program), { recursive: true })
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  assert.equal(findChromium(env), program)
})
