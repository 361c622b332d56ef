import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Certificate } from '../../harness/reference/pki/certificate.js'
import { ocspRequest } from '../../harness/reference/pki/revocation/ocsp-request.js'
import { openssl } from './ca-openssl.js'

/** An authority, a leaf and responders that OpenSSL made, without any of our code. */
export interface OpensslResponder {
  readonly root: Certificate
  readonly leaf: Certificate
  /** DER of the answer of a responder about the leaf. */
  answer(signer: Signer, status: 'V' | 'R', ...options: readonly string[]): Promise<Buffer>
}

/** Who signs: the authority, one that it named as responder, one that it did not, one of another authority of that name. */
export type Signer = 'root' | 'delegate' | 'stranger' | 'impostor'

const extensions: Readonly<Record<string, string>> = {
  leaf: 'keyUsage=digitalSignature',
  delegate: 'extendedKeyUsage=OCSPSigning',
  stranger: 'extendedKeyUsage=clientAuth',
}

/** Makes them in a folder, each with an EC key. */
export async function makeResponder(folder: string): Promise<OpensslResponder> {
  const file = (name: string): string => join(folder, name)
  const run = async (...args: readonly string[]): Promise<void> => {
    const { ok, text } = await openssl(...args)
    if (!ok) throw new Error(text)
  }
  const key = (name: string) => [
    ...'-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout'.split(' '),
    file(`${name}.key`),
  ]
  const own = (name: string) => [
    'req',
    '-x509',
    ...key(name),
    '-subj',
    '/CN=Root',
    '-days',
    '2',
    '-out',
    file(`${name}.pem`),
  ]
  await run(...own('root'))
  await run(...own('impostor'), '-addext', 'extendedKeyUsage=OCSPSigning')
  for (const [index, name] of Object.keys(extensions).entries()) {
    await run('req', ...key(name), '-subj', `/CN=${name}`, '-out', file('request.pem'))
    await writeFile(file('extensions'), extensions[name] as string)
    const signed = ['-CA', file('root.pem'), '-CAkey', file('root.key'), '-set_serial', `0x100${index}`, '-days', '2']
    const out = ['-extfile', file('extensions'), '-out', file(`${name}.pem`)]
    await run('x509', '-req', '-in', file('request.pem'), ...signed, ...out)
  }
  const read = async (name: string) => {
    await run('x509', '-in', file(`${name}.pem`), '-outform', 'DER', '-out', file('shown.der'))
    return new Certificate(await readFile(file('shown.der')))
  }
  const [root, leaf] = [await read('root'), await read('leaf')]
  await writeFile(file('request.der'), ocspRequest(leaf, root))
  return {
    root,
    leaf,
    async answer(signer, status, ...options) {
      const revoked = status === 'R' ? '250101000000Z' : ''
      await writeFile(file('index'), `${status}\t400101000000Z\t${revoked}\t1000\tunknown\t/CN=leaf\n`)
      const asked = ['-index', file('index'), '-CA', file('root.pem'), '-reqin', file('request.der')]
      const signing = ['-rsigner', file(`${signer}.pem`), '-rkey', file(`${signer}.key`)]
      await run('ocsp', ...asked, ...signing, ...options, '-respout', file('response.der'))
      return readFile(file('response.der'))
    },
  }
}
