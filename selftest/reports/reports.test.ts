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
import { h } from '../../reports/html/markup.js'
import { script } from '../../reports/html/script.js'
import { evidenceIn, summary, writeReports } from '../../reports/index.js'
import { evidenceOfPair } from './evidence-sample.js'
import { largeSample, sample, writeSample } from './reports-sample.js'

const unseen = /[\p{Cc}\p{Cf}\p{Cs}]/u
const results = sample(30)
let folder = ''
let html = ''

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-reports-'))
  await writeSample(folder, results)
  await writeReports(folder)
  html = await readFile(join(folder, 'index.html'), 'utf8')
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

describe('the JWT of an answer', () => {
  it('stands decoded in the page, whatever is in it', async () => {
    const place = await mkdtemp(join(tmpdir(), 'assay-reports-'))
    const [check] = results.checks
    assert.ok(check?.evidence !== undefined)
    await writeSample(place, { ...results, checks: [check] })
    const sound = evidenceOfPair(check, 200)
    const [first, ...others] = sound.messages
    assert.ok(first?.assertion)
    const answered = { ...first.assertion, member: 'delegation_<b>token', payload: { effect: '<i>Deny' } }
    await writeFile(
      join(place, check.evidence),
      JSON.stringify({ ...sound, messages: [{ ...first, answered }, ...others] }),
    )
    await writeReports(place)
    const page = await readFile(join(place, 'index.html'), 'utf8')
    assert.match(page, /delegation_&lt;b&gt;token in it, decoded.*&lt;i&gt;Deny/s)
    await rm(place, { recursive: true })
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
