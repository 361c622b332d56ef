import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { element, nothing, oid, printable, sequence, setOf, tagged, utf8 } from '../../ca/encoding/der.js'
import { pssParameters } from '../../ca/encoding/signature.js'
import { readDer } from '../../harness/reference/pki/der.js'
import { basicConstraints, crlAddresses, keyUsage } from '../../harness/reference/pki/extension-values.js'
import { said } from '../../harness/reference/pki/extensions.js'
import { isSameName, readName, spelled } from '../../harness/reference/pki/names.js'
import { digestOf, readAlgorithm } from '../../harness/reference/pki/signature-algorithm.js'
import { oidOf, timeOf } from '../../harness/reference/pki/values.js'

const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

describe('what stands in DER as the reference reads it', () => {
  it('reads what an extension says, nothing where that is another thing, and refuses what is no DER', () => {
    const extension = (hex: string) => ({ id: '', critical: true, value: bytes(hex) })
    assert.equal(said(keyUsage, undefined), undefined)
    assert.equal(said(keyUsage, extension('0302 0640'))?.[0], 0x40)
    assert.equal(said(keyUsage, extension('0401 40')), undefined)
    assert.deepEqual(said(basicConstraints, extension('3000')), { ca: false, pathLength: undefined })
    assert.deepEqual(said(basicConstraints, extension('3006 0101ff 020103')), { ca: true, pathLength: 3 })
    assert.deepEqual(said(basicConstraints, extension('3006 0101ff 040103')), { ca: false, pathLength: undefined })
    assert.deepEqual(said(crlAddresses, extension('3000')), [])
    assert.deepEqual(said(crlAddresses, extension('3002 3100')), [])
    assert.throws(() => said(crlAddresses, extension('3005 3100')), TypeError)
  })

  it('reads times in UTC, in the century that is meant', () => {
    const read = (tag: number, text: string) => timeOf(readDer(element(tag, Buffer.from(text))))
    const sound = [
      [0x17, '491231235959Z', '2049-12-31T23:59:59.000Z'],
      [0x17, '500101000000Z', '1950-01-01T00:00:00.000Z'],
      [0x18, '20500101000000Z', '2050-01-01T00:00:00.000Z'],
      [0x18, '20500101000000.25Z', '2050-01-01T00:00:00.250Z'],
    ] as const
    for (const [tag, text, expected] of sound) assert.equal(new Date(read(tag, text)).toISOString(), expected)
    const unsound = ['', 'junk', '2601010000Z', '260101000000', '260101000000+0100', '20260101000000', '2026010100Z']
    for (const text of unsound) for (const tag of [0x17, 0x18]) assert.throws(() => read(tag, text), TypeError, text)
  })

  it('reads object identifiers as they were written', () => {
    for (const text of ['0.9.2342', '1.2.840.113549.1.1.11', '2.5.29.15', '1.3.6.1.4.1.4294967295'])
      assert.equal(oidOf(readDer(oid(text))), text)
    assert.equal(oidOf(readDer(bytes('0603 883703'))), '2.999.3')
    assert.throws(() => oidOf(readDer(bytes('0500'))), TypeError)
  })

  it('finds the digest of RSASSA-PSS in its parameters, SHA-1 where they name none', () => {
    const sha512 = sequence(oid('2.16.840.1.101.3.4.2.3'), nothing)
    const mask = tagged(1, sequence(oid('1.2.840.113549.1.1.8'), sequence(oid('2.16.840.1.101.3.4.2.1'), nothing)))
    const pss = (...parameters: readonly Buffer[]) => digest(oid('1.2.840.113549.1.1.10'), ...parameters)
    const digest = (...parts: readonly Buffer[]) => digestOf(readAlgorithm(readDer(sequence(...parts))))
    assert.equal(pss(pssParameters), 'sha256')
    assert.equal(pss(sequence(tagged(0, sha512), mask)), 'sha512')
    assert.equal(pss(sequence()), 'sha1')
    assert.equal(pss(), 'sha1')
    assert.equal(digest(oid('1.2.840.10045.4.3.3')), 'sha384')
    assert.equal(digest(oid('1.3.101.112')), undefined)
  })

  it('compares names whatever their kind of text, letter case and spaces', () => {
    const name = (...values: readonly Buffer[]) =>
      readName(readDer(sequence(...values.map((value) => setOf(sequence(oid('2.5.4.3'), value))))))
    const wide = (tag: number, ...text: readonly number[]) => element(tag, Buffer.from(text))
    const same = [utf8('A  b'), printable(' a B '), wide(0x1e, 0, 65, 0, 32, 0, 98), wide(0x14, 97, 32, 66)]
    same.push(wide(0x1c, 0, 0, 0, 65, 0, 0, 0, 32, 0, 0, 0, 98))
    for (const one of same) for (const other of same) assert.ok(isSameName(name(one), name(other)))
    const others = [[utf8('Ab')], [utf8('A b'), utf8('A b')], [], [element(0x04, Buffer.from('A b'))]]
    for (const values of others) assert.ok(!isSameName(name(utf8('A b')), name(...values)))
    const spelling = (value: Buffer) => name(value).attributes.map(spelled)
    assert.deepEqual(spelling(utf8('Ł')), ['2.5.4.3=Ł'])
    assert.deepEqual(spelling(printable('NL')), spelling(utf8('NL')))
    assert.notDeepEqual(spelling(utf8('nl')), spelling(utf8('NL')))
  })
})
