import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import { readAsked } from './asked.js'
import { withSection } from './changelog.js'
import { readFragments } from './fragments.js'
import { type Means, release, StepFailed } from './release.js'
import { type ListedCheck, verdictLines } from './verdict-lines.js'

const check = (id: string, level: ListedCheck['level'], role = 'ServiceProvider'): ListedCheck => ({ id, level, role })
const none = { stricter: [], looser: [] }

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'selftest-release-'))
  mkdirSync(join(root, 'changelog'))
  writeFileSync(join(root, 'package.json'), '{"version":"0.1.0"}')
  writeFileSync(join(root, 'CHANGELOG.md'), '# Changelog\n\n## [0.1.0]\n\nThe first.\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const fragment = (name: string, text: string): void => writeFileSync(join(root, 'changelog', name), text)

describe('the verdicts of a release', () => {
  it('are one line for each check that is new, gone, stricter or looser, by roles and level', () => {
    const before = [
      check('a.old', 'must', 'EntitledParty'),
      check('a.gone', 'must'),
      check('a.up', 'strict'),
      check('a.down', 'must'),
      check('a.said', 'must'),
    ]
    const after = [
      check('a.new', 'must'),
      check('a.new', 'must', 'EntitledParty'),
      check('a.new', 'must', 'IdentityProvider'),
      check('a.login', 'must', 'IdentityProvider'),
      check('a.old', 'must', 'EntitledParty'),
      check('a.up', 'must'),
      check('a.down', 'should'),
      check('a.said', 'must'),
    ]
    const lines = verdictLines(before, after, { ...none, looser: ['a.said'] }).filter((line) => line !== '')
    assert.deepEqual(lines, [
      '- IdentityProvider is a new role: 2 checks',
      '#### EntitledParty, ServiceProvider',
      'New, must:',
      '- `a.new`',
      '#### ServiceProvider',
      'Stricter, must:',
      '- `a.up`',
      'Looser, must:',
      '- `a.said`',
      'Looser, should:',
      '- `a.down`',
      'Gone, must:',
      '- `a.gone`',
    ])
  })

  it('are those of a check that concerns one more of the roles that there were', () => {
    const before = [check('a.one', 'must'), check('a.two', 'must', 'EntitledParty')]
    const after = [...before, check('a.one', 'strict', 'EntitledParty'), check('a.one', 'must', 'IdentityProvider')]
    const lines = verdictLines(before, after, none).filter((line) => line !== '')
    const role = '- IdentityProvider is a new role: 1 checks'
    assert.deepEqual(lines, [role, '#### EntitledParty', 'New, strict:', '- `a.one`'])
  })

  it('are none where nothing has changed', () => {
    assert.deepEqual(verdictLines([check('a.same', 'must')], [check('a.same', 'must')], none), [])
  })

  it('cannot be of a check that there is not', () => {
    assert.throws(() => verdictLines([], [], { ...none, stricter: ['a.b'] }), ConfigError)
  })
})

describe('the fragments', () => {
  it('are read as one, in the order of their names', () => {
    fragment('b.yaml', 'added: [second]\n')
    fragment('a.yaml', 'added: [first]\nstricter: [a.b]\n')
    const { added, stricter } = readFragments(root)
    assert.deepEqual(added, ['first', 'second'])
    assert.deepEqual(stricter, ['a.b'])
  })

  for (const [what, text] of [
    ['an unknown list', 'removed: [x]'],
    ['a sentence that is no text', 'added: [{ a: 1 }]'],
    ['no YAML', 'added: ["'],
  ] as const)
    it(`say in one sentence which file is wrong: ${what}`, () => {
      fragment('a.yaml', text)
      assert.throws(
        () => readFragments(root),
        (error: Error) =>
          error instanceof ConfigError && /^changelog\/a\.yaml/.test(error.message) && !/\n/.test(error.message),
      )
    })

  it('of the project can be read, and name checks that there are', async () => {
    const { stricter, looser } = readFragments(process.cwd())
    const ids = new Set((await listChecks()).map((one) => one.check.id))
    assert.deepEqual(
      [...stricter, ...looser].filter((id) => !ids.has(id)),
      [],
    )
  })
})

describe('the changelog', () => {
  it('takes a section before the others, and none twice', () => {
    const whole = withSection('# C\n\n## [0.1.0]\n', '0.2.0', '## [0.2.0] - today\n')
    assert.equal(whole, '# C\n\n## [0.2.0] - today\n\n## [0.1.0]\n')
    assert.throws(() => withSection(whole, '0.2.0', ''), /section 0\.2\.0 already/)
  })

  it('never gets a section beyond 30 kB', () => {
    assert.throws(() => withSection('', '0.2.0', 'x'.repeat(30_001)), /of 0\.2\.0 would have 30001 bytes/)
    assert.ok(withSection('x'.repeat(30_000), '0.2.0', 'x').length > 30_000)
  })
})

describe('the command', () => {
  it('takes a later version, or the one that is under way', () => {
    assert.deepEqual(readAsked(['0.2.0'], '0.1.0'), { version: '0.2.0', since: 'v0.1.0', dryRun: false })
    assert.equal(readAsked(['0.2.0', '--since', 'abc', '--dry-run'], '0.2.0').since, 'abc')
    for (const args of [[], ['0.2'], ['v0.2.0'], ['0.0.9'], ['0.2.0', '0.3.0'], ['0.2.0', '--force']])
      assert.throws(() => readAsked(args, '0.1.0'), ConfigError)
  })
})

describe('a release', () => {
  let commands: string[] = []
  let shown: string[] = []
  beforeEach(() => {
    commands = []
    shown = []
    fragment('a.yaml', 'added: [A thing.]\n')
  })
  /** Commands that do nothing but what the next step looks at; one may fail. */
  const means = (failing?: string, status = ''): Means => ({
    root,
    say: (line) => void shown.push(line),
    async run(program, args) {
      const line = [program, ...args].join(' ')
      commands.push(line)
      if (failing !== undefined && line.startsWith(failing)) throw new StepFailed(`\`${line}\` ended with 1`)
      if (line.startsWith('npm version')) writeFileSync(join(root, 'package.json'), '{"version":"0.2.0"}')
      return line.startsWith('git status')
        ? status
        : line.startsWith('npm pack')
          ? 'what prepack says\na-0.2.0.tgz\n'
          : ''
    },
    lists: async () => ({ before: [check('a.old', 'must')], after: [check('a.old', 'must'), check('a.new', 'must')] }),
    emptyFolder: () => ({ path: root, remove: () => void commands.push('remove the folder') }),
    today: '2026-11-25',
  })
  const asked = { version: '0.2.0', since: 'v0.1.0', dryRun: false }

  it('is a commit of changelog and version, the matrix, the package, an installation that certifies, and a tag', async () => {
    await release(asked, means())
    assert.deepEqual(
      commands.map((line) => line.replaceAll(root, '.')),
      [
        'git status --porcelain',
        'npm version 0.2.0 --no-git-tag-version --ignore-scripts',
        'git add --all',
        'git commit --quiet --message build(repo): release 0.2.0',
        'npm run kill-matrix',
        'npm run figures',
        'npm pack --silent',
        'npm init --yes',
        'npm install --no-audit --no-fund ./a-0.2.0.tgz',
        'npx assay certify',
        'remove the folder',
        'git tag --annotate v0.2.0 --message Release 0.2.0',
      ],
    )
    const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
    assert.match(changelog, /## \[0\.2\.0\] - 2026-11-25[\s\S]+- A thing\.[\s\S]+- `a\.new`[\s\S]+## \[0\.1\.0\]/)
    assert.ok(!existsSync(join(root, 'changelog/a.yaml')))
  })

  it('that stopped after its commit is gone on with by the same command', async () => {
    await assert.rejects(release(asked, means('npm run kill-matrix')), StepFailed)
    commands = []
    await release(asked, means())
    assert.deepEqual(commands.slice(0, 2), ['git status --porcelain', 'npm run kill-matrix'])
  })

  it('is not gone on with where something came after its commit', async () => {
    await assert.rejects(release(asked, means('npm run kill-matrix')), StepFailed)
    writeFileSync(join(root, 'changelog/later.yaml'), 'added: [Something.]\n')
    await assert.rejects(release(asked, means()), /take its commit back/)
    assert.ok(!commands.some((line) => line.startsWith('git tag')))
  })

  it('gets no tag where the installed package does not certify', async () => {
    await assert.rejects(release(asked, means('npx assay')), StepFailed)
    assert.ok(commands.includes('remove the folder'))
    assert.ok(!commands.some((line) => line.startsWith('git tag')))
  })

  it('needs a clean tree, and leaves one that is not as it is', async () => {
    await assert.rejects(release(asked, means(undefined, ' M a')), ConfigError)
    assert.ok(existsSync(join(root, 'changelog/a.yaml')))
  })

  it('is only shown by --dry-run', async () => {
    await release({ ...asked, dryRun: true }, means(undefined, ' M a'))
    assert.deepEqual(commands, [])
    assert.match(shown.join('\n'), /## \[0\.2\.0\][\s\S]+- `a\.new`/)
    assert.ok(existsSync(join(root, 'changelog/a.yaml')))
  })
})
