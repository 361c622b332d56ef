import assert from 'node:assert/strict'
import { sign, X509Certificate } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { CertifiedKey } from '../../ca/types.js'
import type { DocumentKind } from '../../harness/contracts/document-kinds.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { hintsFor } from '../../harness/documents/hints.js'
import { parseDocument } from '../../harness/documents/read.js'
import { repeatedMembers } from '../../harness/documents/repeated.js'
import { validateStrictly } from '../../harness/documents/strictly.js'
import { requirement } from '../../requirements/index.js'
import {
  accessToken,
  assertionOf,
  lookUp,
  type RunningLab,
  registerParty,
  startLab,
  worldSettings,
} from '../stage/lab-fixture.js'
import { soundClaims, soundCredential } from './documents-sample.js'

let running: RunningLab
let certified: CertifiedKey
let answer: string
let partiesToken: string

before(async () => {
  running = await startLab([worldSettings('w')])
  certified = await issue('conforming')
  const { response } = await lookUp(running, await registerParty(running), { bearer: await accessToken(running) })
  answer = response?.body ?? ''
  partiesToken = (JSON.parse(answer) as { parties_token: string }).parties_token
})
after(() => running.close())

const issue = (kind: string, keyUsage?: readonly string[]): Promise<CertifiedKey> =>
  running.authority.issue({
    partyId: 'did:example:party',
    kind,
    ...(keyUsage && { keyUsage }),
    revocation: { base: 'http://127.0.0.1:9', scope: 's' },
  })

const judged = (kind: DocumentKind, document: string | Buffer) => {
  const bytes = Buffer.from(document as string)
  return validateStrictly(kind, bytes, parseDocument(kind, bytes.toString('utf8'), 'it'), { now: Date.now() })
}
const found = (kind: DocumentKind, document: string | Buffer): string[] =>
  judged(kind, document).problems.map(
    ({ pointer, requirement: id, level }) => `${pointer} ${id}${level === 'must' ? '' : ` ${level}`}`,
  )
const hints = (kind: DocumentKind, document: string | Buffer): string =>
  hintsFor(kind, Buffer.from(document as string)).join(' ')

/** A JWT with header and payload as they stand, signed soundly. */
function signed(payload: string | Buffer, { key, chain } = certified, header = headerOf(chain)): string {
  const input = [header, payload].map((part) => Buffer.from(part as string).toString('base64url')).join('.')
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`
}
const headerOf = (chain: readonly Buffer[]): string =>
  JSON.stringify({ alg: 'RS256', typ: 'JWT', x5c: chain.map((der) => der.toString('base64')) })
const claimsAt = (iat: number): string => JSON.stringify({ iss: 'a', sub: 'a', aud: 'b', jti: 'c', iat, exp: iat + 30 })
const now = Math.floor(Date.now() / 1000)
const claims = claimsAt(now)

describe('what is right passes', () => {
  it('is a parties_token, an assertion and a JWT with a chain of any length', async () => {
    const tokens = [partiesToken, assertionOf(running), signed(claims), `\ufeff${signed(claims)}\r\n`]
    for (const kind of ['chain-of-2', 'chain-of-4']) tokens.push(signed(claims, await issue(kind)))
    for (const token of tokens) assert.deepEqual([found('jwt', token), hints('jwt', token)], [[], ''])
  })

  it('is a claim, a set of claims and a credential, in an envelope and without', () => {
    const all = soundClaims(certified)
    for (const document of [all[0], all, { claims: all }].map((one) => JSON.stringify(one)))
      assert.deepEqual([found('claim', document), hints('claim', document)], [[], ''])
    const credential = JSON.stringify(soundCredential(certified), null, 2)
    for (const document of [credential, `${JSON.stringify(soundCredential(certified))}\n`, signed(credential)])
      assert.deepEqual([found('credential', document), hints('credential', document)], [[], ''])
  })

  it('is a root that was not valid at iat, and one name at several places', async () => {
    assert.deepEqual(found('jwt', signed(claims, await issue('expired-root'))), [])
    assert.deepEqual(repeatedMembers('{"a":{"a":[{"a":"a"},{"a":"\\"a\\":"}]},"b":"a"}'), [])
  })
})

describe('a member that is given twice', () => {
  const again = (text: string, before: string, extra: string): string => {
    assert.ok(text.includes(before))
    return text.replace(before, `${extra},${before}`)
  }

  it('is found at its place, however its name is spelled', () => {
    assert.deepEqual(repeatedMembers('{"a":1,"b":[{"c":{},"\\u0063":1}],"\\u0061" : 2,"a":3}'), [
      ['b', 0, 'c'],
      ['a'],
      ['a'],
    ])
  })

  it('is reported in header and payload of a JWT', () => {
    assert.deepEqual(found('jwt', signed(again(claims, '"aud"', '"aud":"evil"'))), [
      '/payload/aud JWT-DUPLICATE-MEMBER',
    ])
    const header = again(headerOf(certified.chain), '"alg"', '"\\u0061lg":"none"')
    assert.deepEqual(found('jwt', signed(claims, certified, header)), ['/header/alg JWS-DUPLICATE-HEADER'])
    const nested = again(claims, '"aud"', '"act":{"sub":"a","sub":"b"}')
    assert.deepEqual(found('jwt', signed(nested)), ['/payload/act/sub JWT-DUPLICATE-MEMBER strict'])
  })

  it('is reported in claims, under the rule of the member', () => {
    const role = JSON.stringify(soundClaims(certified).find(({ type }) => type === 'frameworkRole'))
    const twice = again(role, '"loa"', '"loa":"high"')
    assert.deepEqual(found('claim', twice), ['/loa CLAIM-ROLE-FIELDS'])
    assert.deepEqual(found('claim', `[${twice}]`).slice(0, 1), ['/0/loa CLAIM-ROLE-FIELDS'])
    assert.deepEqual(found('claim', again(role, '"loa"', '"x":1,"x":1')), ['/x CLAIM-EXTRA-MEMBERS should'])
    const [{ remedy, clause } = { remedy: '', clause: '' }] = judged('claim', twice).problems
    assert.match(remedy, /^Write each member once/)
    assert.equal(clause, requirement('CLAIM-ROLE-FIELDS').clauses[0])
  })

  it('is reported in credentials, in an envelope and around it', () => {
    const twice = again(JSON.stringify(soundCredential(certified)), '"issuer"', '"issuer":"evil"')
    const url = `data:application/vc;base64,${Buffer.from(twice).toString('base64')}`
    const envelope = JSON.stringify({ type: 'EnvelopedVerifiableCredential', id: url })
    for (const document of [twice, signed(twice), envelope])
      assert.deepEqual(found('credential', document), ['/issuer CREDENTIAL-ISSUER'])
    assert.deepEqual(found('credential', again(envelope, '"type"', '"type":"x"')), [
      '/type CREDENTIAL-ENVELOPED should',
      '/issuer CREDENTIAL-ISSUER',
    ])
  })
})

it('bytes that are not UTF-8 are reported, with the first of them', () => {
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
  const role = JSON.stringify({ ...soundClaims(certified)[0], x: '*' })
  const bad = latin(role.replace('*', 'caf\u00e9'))
  assert.deepEqual(found('claim', bad), [' CLAIM-TYPE'])
  assert.match(judged('claim', bad).problems[0]?.says ?? '', new RegExp(`at byte ${bad.indexOf(0xe9)}$`))
  assert.deepEqual(found('claim', Buffer.from(role.replace('*', 'caf\u00e9 \u{1f512} \ufffd'))), [])
  const issuer = JSON.stringify({ ...soundCredential(certified), issuer: 'did:example:*' }).replace('*', '\u00e9')
  assert.deepEqual(found('credential', latin(issuer)), [' CREDENTIAL-MODEL'])
  assert.deepEqual(found('credential', signed(latin(issuer))), [' CREDENTIAL-MODEL'])
  assert.deepEqual(found('jwt', signed(latin(claims.replace('"b"', '"\u00e9"')))), ['/payload JWT-PAYLOAD-JSON'])
  const header = latin(headerOf(certified.chain).replace('{', '{"kid":"\u00e9",'))
  const parts = signed(claims).split('.')
  assert.ok(found('jwt', `${header.toString('base64url')}.${parts[1]}.${parts[2]}`).includes('/header JWS-HEADER-JSON'))
  assert.ok(found('jwt', Buffer.concat([Buffer.from(signed(claims)), latin('\u00e9')])).includes(' JWS-COMPACT'))
})

describe('certificates of a JWT', () => {
  const leaf = '/header/x5c/0'
  const rows: readonly (readonly [string, ...string[]])[] = [
    ['expired-leaf', `${leaf} CERT-VALIDITY`],
    ['not-yet-valid-leaf', `${leaf} CERT-VALIDITY`],
    ['expired-intermediate', '/header/x5c/1 CERT-VALIDITY'],
    ['key-usage-digital-signature', `${leaf} CERT-KEY-USAGE`],
    ['key-usage-absent', `${leaf} CERT-KEY-USAGE-PRESENT strict`],
    ['self-signed-leaf', '/header/x5c JWT-X5C-CHAIN'],
  ]

  it('are found wrong, each at its place', async () => {
    for (const [kind, ...finds] of rows) assert.deepEqual(found('jwt', signed(claims, await issue(kind))), finds, kind)
  })

  it('are those of a participant: a root signs for nobody', async () => {
    const root = await running.authority.authority('root-a')
    const [der = Buffer.alloc(0)] = root.chain
    for (const chain of [[der], [der, der]])
      assert.deepEqual(found('jwt', signed(claims, { ...root, chain })), [
        `${leaf} JWT-X5C-CHAIN`,
        `${leaf} CERT-KEY-USAGE`,
      ])
  })

  it('are judged at the time of iat, not now', async () => {
    assert.deepEqual(found('jwt', signed(claimsAt(1_000_000_000))), [
      `${leaf} CERT-VALIDITY`,
      '/header/x5c/1 CERT-VALIDITY',
    ])
    const { key, chain } = await issue('expired-leaf')
    const [from, to] = [new X509Certificate(chain[0] as Buffer)].flatMap(({ validFrom, validTo }) => [
      Date.parse(validFrom) / 1000,
      Date.parse(validTo) / 1000,
    ]) as [number, number]
    const ofLeaf = (iat: number) =>
      found('jwt', signed(claimsAt(iat), { key, chain })).filter((one) => one.startsWith(leaf))
    for (const iat of [from, to]) assert.deepEqual(ofLeaf(iat), [])
    for (const iat of [from - 1, to + 1]) assert.deepEqual(ofLeaf(iat), [`${leaf} CERT-VALIDITY`])
  })

  it('may be for further uses, which is noted', async () => {
    const { problems, notes } = judged(
      'jwt',
      signed(claims, await issue('conforming', ['nonRepudiation', 'digitalSignature'])),
    )
    assert.deepEqual([problems, notes.map(({ requirement: id }) => id)], [[], ['CERT-KEY-USAGE-EXTRA']])
  })
})

describe('what is nearly right gets a hint', () => {
  const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
  const bigEndian = (text: string): Buffer => utf16(text).swap16()

  it('where something stands around a token', () => {
    const rows: readonly (readonly [string | Buffer, ...RegExp[]])[] = [
      [`Bearer ${partiesToken}`, /"Bearer"/],
      [`Authorization: bearer ${partiesToken}\n`, /"Bearer"/],
      [`"${partiesToken}"`, /quotes/],
      [`'${partiesToken}',`, /quotes/],
      [`"Bearer ${partiesToken}"`, /"Bearer"/, /quotes/],
      [partiesToken.replace(/.{64}/g, '$&\n'), /one line/],
      [partiesToken.replace(/.{64}/g, '$&\r\n  '), /one line/],
      [answer, /holds a token in "parties_token"/],
      [JSON.stringify({ access_token: partiesToken }), /in "access_token"/],
      [utf16(partiesToken), /UTF-16/],
      [utf16(`\ufeff${partiesToken}`), /UTF-16/],
      [bigEndian(partiesToken), /UTF-16/],
    ]
    for (const [document, ...expected] of rows)
      for (const one of expected) assert.match(hints('jwt', document), one, String(document).slice(0, 40))
    for (const document of ['', 'Bearer', 'no token at all', '"a b"', '{}', '[]'])
      assert.equal(hints('jwt', document), '')
  })

  it('where a credential or a claim stands elsewhere', () => {
    const credential: JsonObject = soundCredential(certified)
    const presentation = { type: ['VerifiablePresentation'], verifiableCredential: [credential] }
    const rows: readonly (readonly [DocumentKind, unknown, RegExp])[] = [
      ['credential', { vc: credential }, /under "vc"/],
      ['credential', { iss: 'a', credential }, /under "credential"/],
      ['credential', presentation, /presentation/],
      ['credential', { iss: 'a', vp: presentation }, /presentation/],
      ['credential', JSON.stringify(credential), /quotes/],
      ['claim', { data: soundClaims(certified) }, /another name/],
      ['claim', JSON.stringify(soundClaims(certified)), /quotes/],
    ]
    for (const [kind, document, expected] of rows) assert.match(hints(kind, JSON.stringify(document)), expected)
    for (const document of [{ vc: credential }, presentation])
      assert.match(hints('credential', signed(JSON.stringify(document))), /"vc"|presentation/)
    assert.match(hints('credential', `Bearer ${signed(JSON.stringify(credential))}`), /"Bearer"/)
    assert.match(hints('claim', partiesToken), /validate jwt/)
    assert.match(hints('claim', utf16(JSON.stringify(credential))), /UTF-16/)
  })
})
