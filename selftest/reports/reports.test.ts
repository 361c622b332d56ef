import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Results } from '../../harness/contracts/results.js'
import { viewFiles } from '../../harness/evidence/files.js'
import { html as exactHtml, Markup } from '../../harness/html.js'
import { decision, incompleteness } from '../../reports/decision.js'
import { compare } from '../../reports/html/evidence/diff.js'
import { clockWords } from '../../reports/html/header.js'
import { h } from '../../reports/html/markup.js'
import { script } from '../../reports/html/script.js'
import { evidenceIn, summary, writeReports } from '../../reports/index.js'
import { clauseWords, partOf } from '../../reports/parts.js'
import { cut, cutLines, duration, visible, wrap } from '../../reports/text.js'
import { units } from '../../reports/units.js'
import { evidenceOfPair, hostile, largeSample, message, sample, writeSample } from './reports-sample.js'
import { readXml } from './reports-xml.js'

const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u
const results = sample(30)
let folder = ''
let html = ''
let xml = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-reports-'))
  await writeSample(folder, results)
  await writeReports(folder)
  html = await readFile(join(folder, 'index.html'), 'utf8')
  xml = await readFile(join(folder, 'junit.xml'), 'utf8')
})
after(() => rm(folder, { recursive: true }))

const attribute = (name: string): readonly string[] =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map((match) => match[1] ?? '')

describe('the sample', () => {
  it('is a results file', async () => {
    const schema = JSON.parse(await readFile('harness/contracts/results.schema.json', 'utf8')) as object
    const ajv = new Ajv2020({ strict: false })
    assert.ok(ajv.validate(schema, results), ajv.errorsText())
    assert.ok(!ajv.validate(schema, { ...results, gate: 'maybe' }))
  })
})

describe('index.html', () => {
  it('lets no markup and no unseen character of a target through', () => {
    assert.equal(html.match(/<script/gi)?.length, 1)
    assert.ok(html.includes(`<script>${script}</script>`))
    assert.ok(html.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
    assert.doesNotMatch(html.replaceAll('\n', ''), unseen)
    assert.ok(html.includes('\\u{202E}gnp.exe\\u{0000}'))
    for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) assert.doesNotMatch(tag, /\son\w+=/, tag)
  })
  it('escapes attributes, and objects that claim to be escaped', () => {
    assert.equal(h`<i title="${`"'<>&`}">`.toString(), '<i title="&quot;&#39;&lt;&gt;&amp;">')
    const liar = { ...new Markup('<b>'), toString: () => '<b>' } as unknown as string
    assert.equal(h`${liar}`.toString(), '&lt;b&gt;')
  })
  it('escapes what is unseen, which pages of a reference hand on as it is', () => {
    const hidden = 'a\u{202E}b'
    assert.equal(h`${hidden}`.toString(), 'a\\u{202E}b')
    assert.equal(exactHtml`<i title="${`${hidden}"'<>&`}">`.toString(), `<i title="${hidden}&quot;&#39;&lt;&gt;&amp;">`)
  })
  it('lets nothing act but its own script and style, by their hashes', () => {
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? []
    assert.match(policy, /^default-src 'none';/)
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    for (const element of ['script', 'style']) {
      const [, text = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(html) ?? []
      assert.ok(policy.includes(`${element}-src 'sha256-${createHash('sha256').update(text).digest('base64')}'`))
    }
  })
  it('asks nothing of the network', () => {
    assert.deepEqual(attribute('src'), [])
    for (const href of attribute('href')) assert.match(href, /^(#|\.\/)/)
    assert.doesNotMatch(html, /@import|url\(|<(link|img|iframe|object|base)\b/)
  })
  it('has every anchor once, and every link within the page arrives', () => {
    const ids = attribute('id')
    assert.equal(new Set(ids).size, ids.length)
    for (const href of attribute('href')) if (href.startsWith('#')) assert.ok(ids.includes(href.slice(1)), href)
  })
  it('shows every check and every requirement', () => {
    const ids = attribute('id')
    assert.equal(ids.filter((id) => id.startsWith('check-')).length, results.checks.length)
    assert.equal(ids.filter((id) => id.startsWith('requirement-')).length, results.requirements.length)
  })
  it('links each evidence file', () => {
    for (const { evidence } of results.checks) assert.ok(html.includes(`href="./${evidence}"`), evidence)
  })
  it('says at the check that its evidence is missing or broken', () => {
    const of = (id: string) => html.split(`id="check-1-${id}"`)[1]?.split('</details>')[0] ?? ''
    assert.match(of('jws.canonical'), /evidence file is missing/)
    assert.match(of('registry.cache'), /evidence file cannot be read/)
  })
  it('cuts a body of a megabyte', () => assert.ok(html.length < 700_000, String(html.length)))
  it('marks the one line that differs', () => {
    assert.deepEqual(
      [...html.matchAll(/<pre[^>]*>.*?<\/pre>/gs)]
        .flatMap(([pre]) => /<del>([^<]*)/.exec(pre)?.[1]?.trim() ?? [])
        .slice(0, 1),
      ['&quot;exp&quot;: 1795176268'],
    )
  })
  it('names the decision', () => {
    assert.match(html, /Of 4 mandatory requirements that the run judged, it breaks 2\./)
    assert.match(html, /Not certified/)
    assert.match(html, /Mend JWT-LIFETIME\./)
  })
  it('stays below 5 MB with four roles of 400 checks, and shows beside itself what it has no room for', async () => {
    const place = await mkdtemp(join(tmpdir(), 'assay-reports-'))
    await writeSample(place, largeSample(results, 400))
    await writeFile(join(place, 'evidence-99.html'), 'of an earlier run')
    await writeReports(place)
    const page = await readFile(join(place, 'index.html'), 'utf8')
    assert.ok(Buffer.byteLength(page) < 5_000_000, String(page.length))
    assert.equal(page.match(/<details class="check/g)?.length, 1600)
    const links = [...page.matchAll(/href="\.\/(evidence-\d+\.html)#([^"]+)"/g)]
    assert.ok(links.length > 100)
    const beside = (await readdir(place)).filter((name) => name.startsWith('evidence-'))
    assert.deepEqual([...new Set(links.map(([, name]) => name))].sort(), beside.sort())
    const pages = new Map<string | undefined, string>()
    for (const name of beside) pages.set(name, await readFile(join(place, name), 'utf8'))
    for (const [, name, anchor] of links) assert.ok(pages.get(name)?.includes(`id="${anchor}"`), anchor)
    // What failed stands in the report itself: every tenth check.
    for (const [, , anchor = ''] of links) assert.match(anchor, /^check-\d-check\.\d*[1-9]$/)
    await rm(place, { recursive: true })
  })
})

describe('writing', () => {
  it('can be repeated, and leaves nothing half-written behind', async () => {
    await writeReports(folder)
    assert.equal(await readFile(join(folder, 'index.html'), 'utf8'), html)
    assert.deepEqual((await readdir(folder)).sort(), ['evidence', 'results.json', ...viewFiles].sort())
  })
  it('reads no evidence outside the folder', () => {
    const [check] = results.checks
    assert.ok(check !== undefined)
    assert.match(evidenceIn(folder)({ ...check, evidence: '../../etc/passwd' }).problem ?? '', /outside/)
    assert.match(evidenceIn(folder)({ ...check, evidence: 'results.json' }).problem ?? '', /shape/)
  })
})

describe('junit.xml', () => {
  it('is well-formed and holds a case per check with the right counts', () => {
    const [root] = readXml(xml)
    assert.equal(root?.name, 'testsuites')
    assert.deepEqual(
      root?.children.map(({ attributes: { tests, failures, errors, skipped } }) => [tests, failures, errors, skipped]),
      [
        ['38', '1', '2', '4'],
        ['30', '0', '0', '0'],
      ],
    )
    assert.deepEqual([root?.attributes.tests, root?.attributes.failures], ['68', '1'])
    for (const suite of root?.children ?? []) {
      const cases = suite.children.filter(({ name }) => name === 'testcase')
      const having = (kind: string) => cases.filter(({ children }) => children.some(({ name }) => name === kind)).length
      const { tests, failures, errors, skipped } = suite.attributes
      assert.deepEqual([cases.length, having('failure'), having('error'), having('skipped')].map(String), [
        tests,
        failures,
        errors,
        skipped,
      ])
    }
  })
  it('carries hostile text as text', () => {
    const [root] = readXml(xml)
    const finding = root?.children[0]?.children.find(({ attributes }) => attributes.name?.startsWith('jwt.header-kid'))
    assert.equal(finding?.attributes.name, `jwt.header-kid: refuses a header with ${visible(hostile)}`)
    assert.match(finding?.children[0]?.text ?? '', /^Finding: Reason: The target said <script>/)
    assert.doesNotMatch(xml.replaceAll('\n', ''), unseen)
  })
})

describe('summary', () => {
  const text = () => summary(results, evidenceIn(folder), { where: 'out/index.html' })
  it('tells of a failing check what was sent, expected and got, the remedy and the evidence', () => {
    for (const line of [
      /✕ Fail {2}refuses a client assertion that lives 31 seconds {2}\[jwt\.lifetime-31\]/,
      /requirement {2}JWT-LIFETIME: A JWT lives exactly 30 seconds\./,
      /sent {9}like the control, but claims: exp 31 s after iat/,
      /expected {5}no access token/,
      /got {10}200 with an access token after 11 ms/,
      /remedy {7}Mend JWT-LIFETIME\./,
      /evidence {5}evidence\/0\/jwt\.lifetime-31\.json/,
      /✓ Certified {2}Reference registry, ParticipantRegistry/,
      /Report: out\/index\.html/,
    ])
      assert.match(text(), line)
  })
  it('lets no control character of a target through, and paints only when asked', () => {
    assert.doesNotMatch(text().replaceAll('\n', ''), unseen)
    assert.ok(summary(results, evidenceIn(folder), { colour: true }).includes('\u001B[31m'))
  })
  it('stays within 100 columns but for titles', () => {
    const long = text()
      .split('\n')
      .filter((line) => line.length > 100)
    assert.deepEqual(
      long.filter((line) => !line.includes('<script>') && !/\[[\w.-]+\]$/.test(line)),
      [],
    )
  })
  it('is loud about an incomplete run', () => {
    const cutShort: Results = {
      ...results,
      complete: false,
      run: { ...results.run, shards: { total: 3, present: [1] } },
    }
    assert.match(summary(cutShort, evidenceIn(folder)), /This run is incomplete/)
    assert.match(incompleteness(cutShort), /1 of 3 shards are here/)
    assert.equal(incompleteness(results), '')
  })
})

describe('decision', () => {
  it('counts strict requirements when they decide, and ignores checks of a deeper profile', () => {
    const [unit] = units({ ...results, run: { ...results.run, strict: true } })
    assert.ok(unit !== undefined)
    const strict = decision(unit, { ...results, run: { ...results.run, strict: true } }).join(' ')
    assert.match(strict, /Of 4 mandatory requirements that the run judged, it breaks 2 and, of 2 strict ones, none\./)
    const deep = {
      ...unit,
      checks: unit.checks.map((check) => (check.verdict === 'pass' ? check : { ...check, profile: 'deep' as const })),
    }
    assert.match(decision(deep, results).join(' '), /Every mandatory check that concerns it was carried out/)
  })
  it('loses no check of a role that no target declares', () => {
    const orphans = units({ ...results, targets: [] })
    assert.equal(orphans.flatMap(({ checks }) => checks).length, results.checks.length)
  })
})

describe('difference of two messages', () => {
  const difference = (entry: string) => ({ entry, control: 'conforming', mutated: 'changed' })
  const marked = (mutated: ReturnType<typeof message>) =>
    compare(message('control', 0, 200, {}), mutated)
      .mutated.filter(({ changed }) => changed)
      .map(({ text }) => text.trim())

  it('does not mark what each minting renews', () =>
    assert.deepEqual(marked(message('x', 1500, 200, {}, difference('record'))), []))
  it('marks an iat that was moved', () => {
    assert.deepEqual(marked(message('x', 0, 200, { iat: 1795175000 }, difference('claims'))), ['"iat": 1795175000,'])
  })
  it('marks a second audience', () => {
    assert.deepEqual(marked(message('x', 0, 200, { aud: ['did:example:acme', 'b'] }, difference('claims'))), [
      '"aud": [',
      '"did:example:acme",',
      '"b"',
      '],',
    ])
  })
  it('takes the name of a twin party for the same', () => {
    const twin = message('x', 0, 200, { iss: 'did:example:twin', sub: 'did:example:twin' }, difference('record'))
    assert.deepEqual(
      marked({ ...twin, party: 'did:example:twin' }).filter((line) => !line.startsWith('client_id=')),
      [],
    )
  })
  it('marks the signature where the signature was changed', () => {
    assert.match(marked(message('x', 3, 200, {}, difference('signature'))).join(), /^signature/)
  })
})

describe('text for people', () => {
  it('tells no more of a clock than is known', () => {
    for (const offsetMs of [0, 252, -252, 500]) assert.match(clockWords(offsetMs), /agrees with ours to half a second$/)
    assert.equal(clockWords(2_300), 'target about 2.3 s ahead')
    assert.equal(clockWords(-61_000), `target about ${duration(61_000)} behind`)
  })
  it('shows what is not seen', () => {
    assert.equal(visible('a\u0000b\u202Ec\r\n\tд\uD800'), 'a\\u{0000}b\\u{202E}c\\r\n\tд\\u{D800}')
  })
  it('cuts without halving a character', () => {
    assert.equal(cut('abc😀def', 4), 'abc… (5 more characters)')
    assert.equal(cutLines('a\nb\nc', 2, 10), 'a\nb\n… (1 more lines)')
  })
  it('wraps and counts time', () => {
    assert.deepEqual(wrap('one two three', 7), ['one two', 'three'])
    assert.deepEqual([duration(8), duration(9800), duration(184_000)], ['8 ms', '9.8 s', '3 min 4 s'])
  })
  it('names clauses and parts of the interface text', () => {
    assert.equal(
      clauseWords(['L259', 'L198–199', 'RFC 7515 §2']),
      'lines 259, 198–199 of the interface text; RFC 7515 §2',
    )
    const [row] = results.requirements
    assert.ok(row !== undefined)
    assert.equal(partOf({ ...row, clauses: ['RFC 7515 §2', 'L259'] }), 'Signed JWT')
    assert.equal(partOf({ ...row, clauses: ['RFC 7515 §2'] }), 'Beyond the interface text')
  })
})

describe('broken evidence', () => {
  it('costs its own check only', async () => {
    const place = await mkdtemp(join(tmpdir(), 'assay-reports-'))
    const [check] = results.checks
    assert.ok(check?.evidence !== undefined)
    const one: Results = { ...results, checks: [check] }
    await writeSample(place, one)
    const sound = evidenceOfPair(check, 200)
    const shapes = [
      null,
      [],
      { facts: [{}], messages: [], ledger: [] },
      { ...sound, facts: [{ kind: 'rule', says: {}, holds: false, expected: null, got: 1 }] },
      { ...sound, facts: [{ kind: 'refusal', message: 7 }] },
      { ...sound, facts: [{ kind: 'refusal', message: 0 }] },
      { ...sound, messages: [{ exchanges: [{}] }, { exchanges: [null] }] },
      { ...sound, messages: sound.messages.map((one) => ({ ...one, difference: 1, assertion: { header: null } })) },
      { ...sound, ledger: [null, { target: { isEscaped: true } }] },
    ]
    for (const broken of shapes) {
      await writeFile(join(place, check.evidence), JSON.stringify(broken))
      await writeReports(place)
      assert.match(await readFile(join(place, 'index.html'), 'utf8'), /class="problem"/)
      assert.match(summary(one, evidenceIn(place)), /jwt\.lifetime-31/)
    }
    await rm(place, { recursive: true })
  })
})
