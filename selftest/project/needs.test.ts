import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isThere } from '../stage/needs.js'

test('a browser that the set-up of the tests has just brought is found, though it was missing before', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-needs-'))
  const file = join(folder, 'chromium')
  const before = process.env.ASSAY_CHROMIUM
  context.after(() => {
    if (before === undefined) delete process.env.ASSAY_CHROMIUM
    else process.env.ASSAY_CHROMIUM = before
    rmSync(folder, { recursive: true })
  })
  process.env.ASSAY_CHROMIUM = file
  assert.equal(isThere('chromium'), false)
  writeFileSync(file, '#!/bin/sh\n')
  chmodSync(file, 0o755)
  assert.equal(isThere('chromium'), true)
})
