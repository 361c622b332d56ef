import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { compiled, sandbox, targetFile } from '../../stage/assay-command.js'
import { needs } from '../../stage/needs.js'

// What is ready-made for CI, run step by step as a runner would. `npx` is our own build instead of the published package.

const box = sandbox()
after(() => box.remove())

interface Step {
  readonly name: string
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
}

const action = parse(readFileSync('action.yml', 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}
const pipeline = parse(readFileSync('examples/ci/gitlab-ci.yml', 'utf8')) as {
  readonly certify: { readonly variables: Readonly<Record<string, string>>; readonly script: readonly string[] }
}

const bin = join(box.folder, 'bin')
mkdirSync(bin)
const asked = join(box.folder, 'asked')
// A packed file stands for a run that leaves these pages.
const pages = ['summary', 'compare'].map((page) => `echo "the ${page}" > o/${page}.md`).join('; ')
box.write(
  'bin/npx',
  `#!/bin/sh
printf '%s\\n' "$*" >> '${asked}'
case "$3" in *.tgz) ${pages}; exit ;; esac
shift 4
exec '${process.execPath}' '${compiled('harness/cli/main.js')}' "$@"
`,
)
chmodSync(join(bin, 'npx'), 0o755)

const bash = (script: string, env: Readonly<Record<string, string>>) => {
  const { ASSAY_CONFIG: _, ASSAY_RUN: __, ...rest } = process.env
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
    cwd: box.folder,
    encoding: 'utf8',
    env: { ...rest, PATH: `${bin}:${process.env.PATH}`, ...env },
  })
}

/** Runs the steps of the action with these inputs; returns the exit code of the first, and what stands on the page of the run. */
function act(inputs: Readonly<Record<string, string>>) {
  const summary = box.write('summary', '')
  const filledIn = (text: string): string =>
    text.replace(
      /\$\{\{ inputs\.([\w-]+) \}\}/g,
      (_, name: string) => inputs[name] ?? action.inputs[name]?.default ?? '',
    )
  const codes = action.runs.steps
    .filter(({ run }) => run !== undefined)
    .map(({ run = '', env = {} }) => {
      const values = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filledIn(text)]))
      return bash(run, { ...values, GITHUB_STEP_SUMMARY: summary })
    })
  return { certify: codes[0], summary: readFileSync(summary, 'utf8') }
}

/** A ServiceConsumer, of which few checks say everything. */
const launched = (fault: string) => ({
  target: { name: 'Acme', roles: ['ServiceConsumer'] },
  launch: {
    command: `exec ${process.execPath} ${compiled('harness/reference/main.js')} ServiceConsumer`,
    env: { ASSAY_FAULT: fault },
  },
  trigger: { url: '$' + '{ASSAY_BASE_URL}/trigger' },
})

test('the action passes or fails as the gate does, and tells it on the page of the run', {
  skip: needs('bash'),
}, () => {
  const config = targetFile(box, 'sound.json', launched(''))
  const sound = act({ config, profile: 'quick', out: 'sound' })
  assert.equal(sound.certify?.status, 0, sound.certify?.stderr)
  assert.match(sound.summary, /Acme/)
  const broken = act({
    config: targetFile(box, 'broken.json', launched('follows-told-audience')),
    profile: 'quick',
    out: 'broken',
  })
  assert.equal(broken.certify?.status, 1, broken.certify?.stderr)
  assert.match(broken.summary, /consumer\.told-audience-401/)
  const [first = ''] = readFileSync(asked, 'utf8').split('\n')
  assert.equal(first, `--yes --package trust-assay@latest assay certify --profile quick --out sound --config ${config}`)
})

test('the action hands on every input, and shows what turned since the baseline', { skip: needs('bash') }, () => {
  mkdirSync(join(box.folder, 'o'))
  const { summary } = act({
    config: 'a b.yaml',
    profile: 'deep',
    strict: 'true',
    policy: 'p.yaml',
    baseline: 'b.json',
    shard: '2/4',
    seed: '4711',
    safe: 'true',
    'sign-key': 'k.pem',
    out: 'o',
    version: 'x.tgz',
  })
  assert.equal(summary, 'the summary\nthe compare\n')
  const line = readFileSync(asked, 'utf8').trimEnd().split('\n').at(-1)
  assert.equal(
    line,
    '--yes --package x.tgz assay certify --profile deep --out o --config a b.yaml --strict --safe --seed 4711 --sign-key k.pem --policy p.yaml --baseline b.json --shard 2/4',
  )
})

test('the action judges nothing of its own accord, and shows nothing of an earlier run', {
  skip: needs('bash'),
}, () => {
  mkdirSync(join(box.folder, 'left'))
  box.write('left/summary.md', 'of an earlier run\n')
  const before = existsSync(asked) ? readFileSync(asked, 'utf8') : ''
  const says = {
    'The input config is empty: name your target file there': { out: 'left' },
    'The input strict is "yes", but must be true or false.': { out: 'left', config: 'a.yaml', strict: 'yes' },
  }
  for (const [sentence, inputs] of Object.entries(says)) {
    const { certify, summary } = act(inputs)
    assert.equal(certify?.status, 3, certify?.stderr)
    assert.ok(certify.stdout.startsWith(`::error::${sentence}`), certify.stdout)
    assert.equal(summary, '')
  }
  assert.equal(existsSync(asked) ? readFileSync(asked, 'utf8') : '', before)
})

test('the job for GitLab writes what it keeps', { skip: needs('bash') }, () => {
  const { variables, script } = pipeline.certify
  const file = targetFile(box, 'acme.json', launched(''))
  assert.ok(Object.hasOwn(variables, 'ASSAY_CONFIG_FILE'))
  const { status, stderr } = bash(`${script.join('\n')} --only consumer.told-audience-401`, { ASSAY_CONFIG_FILE: file })
  // Left-out checks leave the role not fully verified.
  assert.equal(status, 2, stderr)
  assert.ok(existsSync(join(box.folder, 'assay-report/junit.xml')))
})
