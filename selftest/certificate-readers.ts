import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import forge from 'node-forge'
import type { Certificate, KeyUsage } from '../harness/reference/pki/certificate.js'
import { type MachineNeed, needs } from './stage/needs.js'

/** What a reader finds in a certificate; or why it cannot be read. */
export type Reading = { readonly serial: bigint; readonly key: string; readonly usages: string } | string

/** A parser of certificates that servers use. */
export interface CertificateReader {
  readonly name: string
  /** Reason why it cannot be asked here. */
  readonly skip: string | false
  /** What it finds in files of DER, in their order. */
  readonly read: (files: readonly string[]) => Promise<readonly Reading[]>
}

/** Key usages in the order of their bits, as far as they are compared. */
const usages = ['digitalSignature', 'nonRepudiation', '', '', '', 'keyCertSign', 'cRLSign'] as const
const compared = (holds: (usage: KeyUsage, bit: number) => unknown): string =>
  usages.flatMap((usage, bit) => (usage !== '' && holds(usage, bit) ? [usage] : [])).join(' ')

/** What the reference and node:crypto find, which another test holds against OpenSSL. */
export const expectedReading = (certificate: Certificate): Reading => ({
  serial: BigInt(`0x${certificate.serialHex}`),
  key: certificate.key.export({ type: 'spki', format: 'der' }).toString('hex'),
  usages: compared((usage) => certificate.allows(usage)),
})

function byForge(der: Buffer): Reading {
  try {
    const read = forge.pki.certificateFromAsn1(forge.asn1.fromDer(der.toString('latin1')))
    const usage = (read.getExtension('keyUsage') ?? {}) as Partial<Record<KeyUsage, boolean>>
    return {
      serial: BigInt(`0x${read.serialNumber}`),
      key: forge.util.bytesToHex(forge.asn1.toDer(forge.pki.publicKeyToAsn1(read.publicKey)).getBytes()),
      usages: compared((name) => usage[name]),
    }
  } catch (error) {
    return String(error)
  }
}

/** A reader that is a program: it prints one line per file. */
const program = (name: string, need: MachineNeed, command: readonly [string, string]): CertificateReader => ({
  name,
  skip: needs(need),
  read: async (files) => {
    const [interpreter, source] = command
    const { stdout } = await promisify(execFile)(interpreter, [resolve(source), ...files])
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, first = '', key, bits = ''] = line.split('\t')
        return key === undefined
          ? first
          : { serial: BigInt(`0x${first}`), key, usages: compared((_, bit) => bits[bit] === '1') }
      })
  },
})

/** The parsers that are asked. */
export const certificateReaders: readonly CertificateReader[] = [
  {
    name: 'node-forge',
    skip: false,
    read: (files) => Promise.all(files.map(async (file) => byForge(await readFile(file)))),
  },
  program('Java', 'javac', ['java', 'selftest/readers/ReadCertificates.java']),
  program('Python', 'python3-cryptography', ['python3', 'selftest/readers/read_certificates.py']),
]
