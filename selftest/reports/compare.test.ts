import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { CheckResult, CheckVerdict, Results } from '../../harness/contracts/results.js'
import { compareMarkdown } from '../../reports/compare/markdown.js'
import { comparePage } from '../../reports/compare/page.js'
import { type Side, turnedChecks } from '../../reports/compare/turned.js'
import { assertOneSentence, sandbox } from '../stage/assay-command.js'
import { launchChromium } from '../stage/chromium.js'
import { needs } from '../stage/needs.js'
import { runOf } from '../stage/run-sample.js'
import { evidenceOfPair } from './evidence-sample.js'
import { hostile } from './reports-sample.js'

const broken: readonly CheckVerdict[] = ['fail', 'waived']
const side = (verdicts: readonly CheckVerdict[], more: Partial<Results> = {}): Side => ({
  results: { ...runOf(verdicts), ...more },
  evidenceOf: (check) => ({ evidence: evidenceOfPair(check, broken.includes(check.verdict) ? 200 : 400) }),
})
const old = side(['pass', 'fail', 'pass', 'finding', 'inconclusive', 'fail', 'pass', 'pass'])
const now = side(['fail', 'pass', 'disabled', 'pass', 'pass', 'fail', 'finding'])
const inGroups = (before: Side, after: Side) =>
  turnedChecks(before, after).map(({ title, way, all }) => [title, way, all.map(({ check }) => check.id)])

describe('two runs compared', () => {
  it('say of each check in which direction it turned, once', () => {
    assert.deepEqual(inGroups(old, now), [
      ['Newly failing', 'worse', ['check.0']],
      ['Not judged any more', 'worse', ['check.2', 'check.7']],
      ['Newly a finding', 'worse', ['check.6']],
      ['Not failing any more', 'better', ['check.1']],
      ['No finding any more', 'better', ['check.3']],
      ['Newly judged', 'better', ['check.4']],
    ])
    assert.deepEqual(inGroups(old, old), [])
    assert.deepEqual(inGroups(side(['disabled']), side(['inconclusive'])), [['Otherwise', 'other', ['check.0']]])
    assert.deepEqual(inGroups(side(['fail']), side(['inconclusive'])), [['Not judged any more', 'worse', ['check.0']]])
  })
  it('name what differs first in the evidence, or why nothing does', () => {
    const text = compareMarkdown(old, now)
    assert.match(text, /\*\*pass → fail\*\* .*check\.0.*: outcome: refused before, granted now\./)
    assert.match(text, /\*\*finding → pass\*\* .*Nothing differs but names, times and keys: the same facts are judged/)
    assert.match(text, /\*\*pass → not there\*\* .*This run knows no such check\./)
    const without = compareMarkdown({ ...old, evidenceOf: () => ({}) }, now)
    assert.match(without, /check\.0.*There is no evidence of the run before\./)
  })
  it('say where they were not judged alike', () => {
    assert.doesNotMatch(compareMarkdown(old, now), /Not judged alike/)
    const policy = { name: 'Admission', digest: 'ab'.repeat(32), requirements: [] }
    const strict = side(['fail'], { policy })
    assert.match(
      compareMarkdown(old, strict),
      /Not judged alike\.\*\* They differ in the policy: none before, .*Admission/,
    )
    assert.match(comparePage(old, strict), /policy Admission.*Not judged alike\./s)
  })
})

describe('assay report --compare', () => {
  const box = sandbox()
  const keep = (name: string, results: Results): string => box.write(`${name}.json`, JSON.stringify(results))
  it('is 1 where something got worse, and refuses in a sentence what are no two runs of one target', async () => {
    try {
      const [before, after] = [
        keep('old', old.results),
        keep('new', { ...now.results, run: { ...now.results.run, id: 'b' } }),
      ]
      const start = (...args: readonly string[]) =>
        box.start(['report', ...args, '--compare', '--out', join(box.folder, 'cmp')]).ended
      assert.equal((await start(before, after)).code, 1)
      assert.equal((await start(keep('bad', side(['fail']).results), keep('good', side(['pass']).results))).code, 0)
      await assertOneSentence(start(before), /--compare takes two runs, the earlier one first/)
      const other = keep('other', runOf(['pass'], { target: 'Beta' }))
      await assertOneSentence(start(before, other), /is about Acme, .* about Beta: name two runs of one target/)
      await assertOneSentence(start(before, after, '--strict'), /--compare takes no other flag than --out/)
    } finally {
      box.remove()
    }
  })
})

describe('compare.html in Chromium', { skip: needs('chromium') }, () => {
  it('has no violation of axe, nothing sticks out, and hostile text acts nowhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-compare-'))
    const wild = (check: CheckResult): CheckResult => ({ ...check, title: hostile, reason: hostile.repeat(9) })
    const dress = ({ results, evidenceOf }: Side): Side => ({
      results: { ...results, checks: results.checks.map(wild), assumptions: [] },
      evidenceOf,
    })
    const browser = await launchChromium()
    try {
      writeFileSync(join(folder, 'compare.html'), comparePage(old, dress(now)))
      for (const [width, colorScheme] of [
        [390, 'light'],
        [1440, 'dark'],
      ] as const) {
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
        const page = await context.newPage()
        const wrongs: string[] = []
        page.on('console', (message) => wrongs.push(message.text()))
        page.on('dialog', (dialog) => void dialog.dismiss().then(() => wrongs.push('dialog')))
        await page.goto(pathToFileURL(join(folder, 'compare.html')).href)
        assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${width} px`)
        const { violations } = await new AxeBuilder({ page }).analyze()
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3)}`),
          [],
        )
        assert.equal(await page.locator('script').count(), 0)
        assert.deepEqual(wrongs, [])
        await context.close()
      }
    } finally {
      await browser.close()
      rmSync(folder, { recursive: true })
    }
  })
})
