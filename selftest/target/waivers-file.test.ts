import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ConfigError } from '../../harness/contracts/errors.js'
import { loadTargets } from '../../harness/target/file/target-file.js'
import { ownFolder } from '../stage/own-folder.js'

const folder = ownFolder()

/** Loads a target file that names this file of waivers. */
async function load(name: string, text: string) {
  writeFileSync(join(folder, name), text)
  const target = { target: { name: 'Acme', roles: ['ServiceProvider'], baseUrl: 'http://127.0.0.1:1' } }
  writeFileSync(join(folder, 'assay.json'), JSON.stringify({ ...target, waivers: `./${name}` }))
  const [config] = await loadTargets(join(folder, 'assay.json'), { TEAM: 'platform team' })
  return config?.waivers.map(({ place, ...rest }) => ({ ...rest, place: place.replace(`${folder}/`, '') }))
}

const terms = { reason: 'Mended in 2.4.', owner: 'platform team', link: 'https://issues.example/41?a=1#b' }
const one = { id: 'replay.parallel', ...terms, expires: '2027-01-31' }
const yaml = `- id: replay.parallel
  reason: Mended in 2.4.
  owner: \${TEAM}
  link: https://issues.example/41?a=1#b
  expires: 2027-01-31
`

describe('a file of waivers', () => {
  const forms: Readonly<Record<string, readonly [name: string, text: string, place: string]>> = {
    'a list': ['list.yaml', yaml, 'list.yaml:1:7: [0].id'],
    'a list under waivers': ['group.yaml', `waivers:\n${yaml.replace(/^/gm, '  ')}`, 'group.yaml:2:9: waivers[0].id'],
    JSON: ['list.json', JSON.stringify([one]), 'list.json:1:8: [0].id'],
    TypeScript: ['list.ts', `export default ${JSON.stringify({ waivers: [one] })}`, 'list.ts:1:29: waivers[0].id'],
  }
  for (const [title, [name, text, place]] of Object.entries(forms))
    test(`is read as ${title}`, async () => assert.deepEqual(await load(name, text), [{ ...one, place }]))

  test('may hold no waiver, and further members that begin with x-', async () => {
    assert.deepEqual(await load('none.yaml', 'waivers: []\n'), [])
    assert.equal((await load('more.yaml', `${yaml}  x-ticket: 41\n`))?.length, 1)
  })

  const without = (key: string): string =>
    yaml.replace(new RegExp(`^(- |  )${key}: .*\n`, 'm'), key === 'id' ? '- x-a: 1\n' : '')
  const mistakes: Readonly<Record<string, readonly [text: string, says: RegExp]>> = {
    'an unknown key': [
      yaml.replace('owner', 'ownr'),
      /^w\.yaml:3:3: \[0\]\.ownr is not a known key; did you mean owner\?$/m,
    ],
    'a day that is none': [
      yaml.replace('2027-01-31', '2027-02-30'),
      /^w\.yaml:5:12: \[0\]\.expires is "2027-02-30", but must be a day: year, month and day; for example expires: 2027-01-31\.$/,
    ],
    'a day in another form': [
      yaml.replace('2027-01-31', '31.1.2027'),
      /\[0\]\.expires is "31\.1\.2027", but must be a day/,
    ],
    'a link that is none': [
      yaml.replace(/https\S+/, 'TICKET-41'),
      /\[0\]\.link is "TICKET-41", but must be an http or https address/,
    ],
    'a link with a password': [yaml.replace('https://', 'https://a:b@'), /\[0\]\.link is .*without a user/],
    'an empty reason': [yaml.replace('Mended in 2.4.', "''"), /^w\.yaml:2:11: \[0\]\.reason is empty; for example /],
    'the same id twice': [yaml + yaml, /^w\.yaml:6:7: \[1\]\.id is "replay\.parallel", which is waived already\.$/],
    'a variable that is not set': [
      yaml.replace('TEAM', 'NOBODY'),
      /\[0\]\.owner names the environment variable NOBODY, which is not set/,
    ],
    'no list': ['replay.parallel: mended\n', /^w\.yaml:1:1: waivers is no list of waivers\.$/],
    'text in the place of a waiver': [
      '- replay.parallel\n',
      /^w\.yaml:1:3: \[0\] is "replay\.parallel", but must be a group of keys\.$/,
    ],
    'nothing at all': ['# later\n', /^w\.yaml is empty, but needs at least a list of waivers\.$/],
    'no YAML': ['- id: [\n', /^w\.yaml:\d+:\d+: not readable as YAML: /],
    ...Object.fromEntries(
      ['id', 'reason', 'owner', 'link', 'expires'].map((key) => [
        `no ${key}`,
        [without(key), new RegExp(`^w\\.yaml:1:3: \\[0\\]\\.${key} is missing; for example ${key}: `)],
      ]),
    ),
  }
  for (const [title, [text, says]] of Object.entries(mistakes))
    test(`is reported with line and key when it has ${title}`, async () => {
      await assert.rejects(load('w.yaml', text), (error) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message.replaceAll(`${folder}/`, ''), says)
        return true
      })
    })
})
