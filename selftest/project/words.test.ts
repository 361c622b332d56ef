import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** Words that are no plain English here, each with what to write instead. */
const avoided: Readonly<Record<string, RegExp>> = {
  'name the subject ("a server that …") in place of "who" with "ever"': /\bwho(?:ever)\b/i,
  'write "is reported" or say who learns it in place of "is" with "told"': /\b(?:is|are) (?:told)\b/i,
}

const folders = ['bench', 'ca', 'docs', 'examples', 'harness', 'reports', 'requirements', 'selftest', 'suites', 'tools']
const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
const files = [...folders.flatMap(below), ...readdirSync('.')].filter(
  (name) => /\.(ts|mjs|md)$/.test(name) && !name.includes('node_modules'),
)

test('comments, messages, titles and pages are in plain English', () => {
  assert.ok(files.length > 500, `${files.length} files`)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        Object.entries(avoided).flatMap(([advice, words]) =>
          words.test(line) ? [`${file}:${index + 1}: ${advice}`] : [],
        ),
      ),
  )
  assert.deepEqual(found, [])
})

test('ARCHITECTURE.md is one page', () => {
  assert.ok(readFileSync('ARCHITECTURE.md', 'utf8').trimEnd().split('\n').length <= 60)
})
