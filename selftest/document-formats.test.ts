import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { formats } from '../harness/documents/formats.js'
import { formatTexts } from './format-texts.js'

type FormatName = keyof typeof formats
type Taken = 'ours' | 'ajv-formats'

/** Between scheme and path, behind two slashes. */
const authorityOf = (text: string): string | undefined => /^[^:]*:\/\/([^/?#]*)/.exec(text)?.[1]
const isAuthority = (text: string): boolean => /^(?:[^@[\]]*@)?(?:\[[^\]]*\]|[^:@[\]]*)(?::\d*)?$/.test(text)

/** Where ours and those of ajv-formats differ: who takes the text, what it is like, and why ours is as it is. */
const differences: Readonly<
  Record<FormatName, readonly (readonly [Taken, (text: string) => boolean, because: string])[]>
> = {
  'date-time': [
    [
      'ajv-formats',
      (text) => /^[\d-]+\s/.test(text),
      'RFC 3339 §5.6 has a T; what a space means is left to applications',
    ],
    [
      'ajv-formats',
      (text) => /[+-]\d\d(?:\d\d)?$/.test(text),
      'RFC 3339 §5.6 has an offset with hours, colon and minutes',
    ],
    ['ajv-formats', (text) => text.includes(':60'), 'RFC 3339 §5.7: a leap second ends a month of UTC'],
  ],
  email: [
    ['ours', (text) => /@[^.@]+$/.test(text), 'RFC 5321 §4.1.2: a domain may be one label'],
    ['ours', (text) => text.startsWith('"'), 'RFC 5321 §4.1.2: a local part may be quoted'],
    ['ours', (text) => /@\[/.test(text), 'RFC 5321 §4.1.3: an address may stand in place of a domain'],
    ['ours', (text) => /[^\0-\x7f]/.test(text), 'RFC 6531 §3.3: an address need not be ASCII'],
    [
      'ours',
      (text) => /^\.|\.\.|\.@/.test(text),
      'addresses with dots where RFC 5321 has none work at several providers',
    ],
    [
      'ours',
      (text) => /^[^@]*[:,;()]/.test(text),
      'a local part belongs to its server alone; which characters it takes is not ours to say',
    ],
    [
      'ours',
      (text) => /@(?:[.-]|.*(?:[-._]$|[-_]\.|\.-|[^a-z\d.-]))/i.test(text),
      'whether a domain exists is for the name service to say',
    ],
  ],
  uri: [
    ['ours', (text) => /^[^:]*:(?:[?#]|$)/.test(text), 'RFC 3986 §3.3: a path may be empty without an authority'],
    [
      'ajv-formats',
      (text) => !isAuthority(authorityOf(text) ?? ''),
      'RFC 3986 §3.2: a port is digits, an authority has one @ at most',
    ],
    [
      'ajv-formats',
      (text) => /^[^:]*:\/[^/?#]*\[/.test(text),
      'RFC 3986 §3.2: brackets stand in an authority, behind two slashes',
    ],
  ],
}

const ajv = new Ajv2020()
addFormats.default(ajv)

for (const name of Object.keys(formats) as FormatName[])
  test(`${name} and that of ajv-formats differ where the table says so, in each of its ways`, () => {
    const validate = ajv.compile<string>({ type: 'string', format: name })
    const verdicts = formatTexts[name].map((text) => ({ text, ours: formats[name](text), theirs: validate(text) }))
    assert.equal(verdicts.length, 10_000)
    for (const said of [true, false])
      assert.ok(verdicts.filter(({ ours, theirs }) => ours === said && theirs === said).length > 1_000, `both ${said}`)
    const unexplained: string[] = []
    const met = new Set<string>()
    for (const { text, ours } of verdicts.filter((one) => one.ours !== one.theirs)) {
      const taken = ours ? 'ours' : 'ajv-formats'
      const row = differences[name].find(([taker, fits]) => taker === taken && fits(text))
      if (row) met.add(row[2])
      else unexplained.push(`${taken}: ${text}`)
    }
    assert.deepEqual(unexplained, [])
    assert.deepEqual(
      differences[name].map(([, , because]) => because).filter((because) => !met.has(because)),
      [],
    )
  })
