import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'

const load = createRequire(import.meta.url)

for (const name of ['credential', 'target-file'])
  test(`the package hands out ${name}.schema.json`, () => {
    const file = `${name}.schema.json`
    const schema = load(`trust-assay/${file}`) as object
    assert.deepEqual(schema, JSON.parse(readFileSync(`harness/contracts/${file}`, 'utf8')))
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
    assert.equal(validate({}), false)
  })
