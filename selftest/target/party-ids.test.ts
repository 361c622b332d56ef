import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import {
  handIdentifiers,
  identifiers,
  partyStart,
  preflightIdentifiers,
} from '../../harness/check/parties/identifiers.js'
import { listChecks, namesOf } from '../../harness/cli/list-checks.js'
import { ConfigError } from '../../harness/contracts/errors.js'
import { drawAtRandom } from '../../harness/contracts/party-draw.js'
import { problemOfForm, readPartyForm, usualPartyForm } from '../../harness/contracts/party-form.js'
import { targetSchema } from '../../harness/contracts/target-file/schema.js'
import { resolveTarget } from '../../harness/target/config.js'
import { openState } from '../../harness/target/kit/state.js'

const checks = namesOf(await listChecks())
const role = 'ServiceProvider'
const forms = [
  usualPartyForm,
  'EU.EORI.NL{digits:9}',
  '{digits:8}',
  'https://parties.example/{alnum:12}',
  'urn:x:{upper:3}-{hex:6}:p',
]

const named = (form: string) => ({
  target: { name: 'a', role, partyId: 'own' } as const,
  settings: { partyId: { form, subject: {} } },
})
const namesFor = (form: string, seed: number, id: string, variant = '') =>
  identifiers({ seed, checks }, named(form), id, variant, new Set())
const some = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw)
const idsOf = (...args: Parameters<typeof namesFor>) => {
  const ids = namesFor(...args)
  return some(2, () => ids.party().partyId)
}
const ownIds = checks.filter((name) => name.startsWith(`${role} `)).map((name) => name.slice(role.length + 1))

for (const form of forms)
  describe(`identifiers of the form ${form}`, () => {
    const shape = new RegExp(
      `^${form.replace(/[.]/g, '\\.').replace(/\{(\w+):(\d+)\}/g, (_, kind: string, count: string) => {
        const kinds: Record<string, string> = {
          digits: '0-9',
          base32: 'a-z2-7',
          alnum: 'A-Za-z0-9',
          hex: '0-9a-f',
          upper: 'A-Z',
        }
        return `[${kinds[kind]}]{${count}}`
      })}$`,
    )

    it('have that form and are no two the same, for checks, kits, labs and hand work', () => {
      const kit = new Set<string>()
      const drawn = [
        ...ownIds.flatMap((id) => idsOf(form, 7, id)),
        ...some(60, () => drawAtRandom(readPartyForm(form), 'kit', kit)),
        ...some(9, () => drawAtRandom(readPartyForm(form), 'lab', new Set(kit))),
        ...some(9, handIdentifiers(7, named(form), 'hand').party).map(({ partyId }) => partyId),
        ...some(9, preflightIdentifiers(7, named(form), 'preflight').party).map(({ partyId }) => partyId),
      ]
      for (const id of drawn) assert.match(id, shape)
      assert.equal(new Set(drawn).size, drawn.length)
    })

    it('follow from the seed, and from nothing that was drawn for another check', () => {
      assert.deepEqual(idsOf(form, 7, 'audience.two'), idsOf(form, 7, 'audience.two'))
      assert.notDeepEqual(idsOf(form, 7, 'audience.two'), idsOf(form, 8, 'audience.two'))
    })

    it('of one check begin alike, and no others begin so', () => {
      const { text } = partyStart({ seed: 7, checks }, named(form), 'audience.two')
      assert.ok(idsOf(form, 7, 'audience.two').every((id) => id.startsWith(text)))
      for (const id of ownIds.filter((one) => one !== 'audience.two'))
        assert.ok(
          idsOf(form, 7, id).every((one) => !one.startsWith(text)),
          id,
        )
    })
  })

it('a check that draws two thousand of the fewest has no two the same, in two guises', () => {
  const taken = new Set<string>()
  const draw = (variant: string, turn?: number) =>
    identifiers({ seed: 7, checks }, named('{digits:8}'), 'audience.two', variant, taken, turn)
  const drawn = ['', ' under alg=RS512'].flatMap((variant) => {
    const ids = draw(variant)
    return some(1000, () => ids.party().partyId)
  })
  assert.equal(new Set(drawn).size, 2000)
})

it('a check that is carried out again has other names, which begin as before', () => {
  const [first, second] = [0, 1].map((turn) => {
    const ids = identifiers({ seed: 7, checks }, named('{digits:8}'), 'audience.two', '', new Set(), turn)
    return { unique: ids.party().unique, jti: ids.jti() }
  })
  assert.notEqual(first?.unique, second?.unique)
  assert.notEqual(first?.jti, second?.jti)
  assert.equal(first?.unique.slice(0, 10), second?.unique.slice(0, 10))
  assert.equal(first?.jti.slice(0, 8), second?.jti.slice(0, 8))
})

it('says so where a form has none left', () => {
  const ids = namesFor('{digits:8}', 7, 'audience.two')
  assert.throws(
    () => some(10_001, () => ids.party().partyId),
    (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, /interface\.partyId\.form \{digits:8\} makes too few identifiers/)
      return true
    },
  )
})

it('leaves room for half as many checks again as there are', () => {
  const more = checks.slice(0, checks.length / 2).map((name) => `${name} again`)
  const grown = [...checks, ...more]
  const last = { seed: 7, checks: grown }
  const id = `${grown.at(-1)}`.split(' ').slice(1).join(' ')
  const target = { ...named('{digits:8}').target, role: `${grown.at(-1)}`.split(' ')[0] as typeof role }
  assert.ok(partyStart(last, { ...named('{digits:8}'), target }, id).text)
})

it('a state keeps the identifier of a target until its form is another one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-state-'))
  try {
    const settled = async (form: string) => {
      const document = { target: { name: 'Acme', roles: [role] }, interface: { partyId: { form } } }
      const target = resolveTarget(targetSchema.parse(document), { folder, digest: '' })
      return (await (await openState(folder)).settle(target)).partyId
    }
    const first = await settled(usualPartyForm)
    assert.equal(await settled(usualPartyForm), first)
    const other = await settled('EU.EORI.NL{digits:9}')
    assert.match(other ?? '', /^EU\.EORI\.NL\d{9}$/)
    assert.equal(await settled('EU.EORI.NL{digits:9}'), other)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('a template', () => {
  for (const [template, problem] of [
    ['EU.EORI.NL000000001', /must hold placeholders such as \{digits:9\}/],
    ['EU.{letters:9}', /must hold placeholders/],
    ['EU.{digits:0}', /must hold placeholders/],
    ['EU.{digits}', /must hold placeholders/],
    ['{digits:9}}', /must hold placeholders/],
    ['EU.EORI.NL{digits:7}', /makes 10000000 different identifiers, too few for a run: \{digits:8\}/],
    ['EU EORI {digits:9}', /visible ASCII/],
    [`${'x'.repeat(60)}{digits:9}`, /makes identifiers of 69 characters, but 64 are the most/],
  ] as const)
    it(`${template} is refused`, () => assert.match(problemOfForm(template) ?? 'nothing wrong', problem))

  for (const template of [...forms, '{hex:7}', '{base32:6}', '{alnum:6}', '{upper:6}', 'NL{digits:4}-{digits:4}'])
    it(`${template} can be used`, () => assert.equal(problemOfForm(template), undefined))
})
