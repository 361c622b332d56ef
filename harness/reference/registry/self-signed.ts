import 'reflect-metadata'
import { createPublicKey, type KeyObject, webcrypto } from 'node:crypto'
import { X509CertificateGenerator } from '@peculiar/x509'

const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

/** DER of a certificate of an RSA key that no authority issued. */
export async function selfSigned(key: KeyObject): Promise<Buffer> {
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const keys = {
    privateKey: await webcrypto.subtle.importKey('pkcs8', pkcs8, rsa, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', spki, rsa, true, ['verify']),
  }
  const { rawData } = await X509CertificateGenerator.createSelfSigned({ name: 'CN=Self', keys, signingAlgorithm: rsa })
  return Buffer.from(rawData)
}
