import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CheckResult, Results } from '../../harness/contracts/results.js'
import { concludeAgain } from '../../harness/judge/conclude.js'
import { page } from '../../reports/html/page.js'
import { summary } from '../../reports/index.js'
import { junit } from '../../reports/junit.js'
import { summaryMarkdown } from '../../reports/markdown.js'
import { roleWords, tallied } from '../../reports/words.js'
import { sample } from './reports-sample.js'

const given = sample(30)
const [first] = given.checks
assert.ok(first)

/** What a role would be judged by if it were another one. */
const foreign = Array.from({ length: 12 }, (_, index): CheckResult => {
  const { evidence: _evidence, ...check } = first as CheckResult
  return { ...check, id: `foreign.${index}`, verdict: 'not-applicable', reason: 'It does not concern that role.' }
})
const results = concludeAgain({ ...given, checks: [...given.checks, ...foreign] }).results
const none = () => ({})
const views = (of: Results) => ({
  page: page(of, none, 'digest').index,
  terminal: summary(of, none, { where: 'out/index.html' }).replace(/\s+/g, ' '),
  markdown: summaryMarkdown(of, none),
})

describe('the numbers of a role', () => {
  it('are those of the checks that concern it, the same in results and every view', () => {
    const { page: html, terminal, markdown } = views(results)
    for (const { name, roles } of results.targets)
      for (const { role, counts = {} } of roles) {
        const own = results.checks.filter((check) => check.target === name && check.role === role)
        const concerning = own.filter(({ id }) => !id.startsWith('foreign.'))
        const all = Object.values(counts).reduce((sum, number) => sum + number, 0)
        assert.equal(all, concerning.length)
        assert.ok(html.includes(`${all} checks in all`) && terminal.includes(` ${all} checks: `), `${all}`)
        for (const [verdict, number] of Object.entries(counts)) {
          assert.equal(number, concerning.filter((check) => check.verdict === verdict).length, verdict)
          const words = tallied(verdict as CheckResult['verdict'], number)
          assert.ok(
            html.includes(`<span>${words}</span>`) && terminal.includes(words) && markdown.includes(words),
            words,
          )
        }
      }
    assert.match(html, /12 further checks of the suite concern other roles alone/)
    assert.doesNotMatch(junit(results, none), /foreign\./)
  })
})

describe('a safe run', () => {
  it('says so beside its profile, and in the command that runs a check again', () => {
    const { page: html } = views({ ...results, run: { ...results.run, safe: true } })
    assert.match(html, /<dd>standard, safe checks alone<\/dd>/)
    assert.match(html, /--profile standard --safe --seed 7/)
    assert.doesNotMatch(views(results).page, /safe checks alone|--safe/)
  })
})

describe('several targets in one run', () => {
  it('have their own facts each, and those of the run stand once', () => {
    const { page: html } = views(results)
    const [parts, ofRun] = html
      .split('<dl class="facts">')
      .slice(1)
      .map((part) => part.split('</dl>')[0] ?? '')
      .reduce(
        ([targets, run], part) => (part.includes('Run id') ? [targets, [...run, part]] : [[...targets, part], run]),
        [[], []] as [string[], string[]],
      )
    assert.equal(ofRun.length, 1)
    assert.doesNotMatch(ofRun[0] ?? '', /<dt>(?:Target|Party|Clock)</)
    assert.deepEqual(
      parts.map((part) => /https:\/\/127\.0\.0\.1:\d+/.exec(part)?.[0]),
      results.targets.map(({ baseUrl }) => baseUrl),
    )
    const one = { ...results, targets: results.targets.slice(0, 1) }
    assert.equal(views(one).page.match(/<dl class="facts">/g)?.length, 1)
  })
})

describe('what failed, on a terminal', () => {
  it('begins with the requirement, in ten groups at most, with the command that shows one', () => {
    const [target] = results.targets
    const checks = Array.from({ length: 36 }, (_, index): CheckResult => {
      const id = `RULE-${Math.floor(index / 3)}`
      return { ...(first as CheckResult), id: `topic.${index}`, requirements: [id], verdict: 'fail' }
    })
    const [row] = results.requirements
    assert.ok(row && target)
    const requirements = checks.map(({ requirements: [id = ''] }) => ({ ...row, id, text: `Rule ${id}.` }))
    const { terminal } = views({ ...results, targets: [target], checks, requirements })
    assert.equal(terminal.match(/✕ Fail {1,2}Rule RULE-\d+\. \(RULE-\d+\)/g)?.length, 10)
    assert.match(terminal, /check .* \(topic\.0\), and 2 more/)
    assert.match(terminal, /all of them assay explain RULE-0 --results out /)
    assert.match(
      terminal,
      /… and 2 more \(broken requirements\), see the report, or: assay explain RULE-10 --results out/,
    )
    assert.ok(terminal.includes(roleWords[target.roles[0]?.verdict ?? 'certified'].word))
  })
})
