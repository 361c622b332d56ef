import { createPublicKey, type KeyObject } from 'node:crypto'
import { ConfigError } from '../contracts/errors.js'
import { isSignedBy, keyId, publicPem, signBytes } from './keys.js'
import { isStatement, type Statement } from './statement.js'

const payloadType = 'application/vnd.in-toto+json'

/** Whose key signed: one that the user gave, or one that was made for the run. */
export type Signer = 'given key' | 'run key'

const notes: Readonly<Record<Signer, string>> = {
  'given key':
    'Signed with a key that the user gave. Compare it with one that you know: assay verify --public-key FILE.',
  'run key':
    'Signed with a key made for this run alone, which nobody attests: it shows that nothing was changed since, not who signed.',
}

/** A DSSE envelope. What stands beside the three members of the standard, its readers pass over. */
interface Envelope {
  readonly payloadType: string
  readonly payload: string
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[]
  readonly signer: { readonly kind: Signer; readonly note: string; readonly publicKey: string }
}

/** An envelope that was opened. */
export interface Opened {
  readonly statement: Statement
  readonly signer: Signer
  /** The key that the envelope itself names. */
  readonly publicKey: KeyObject
  /** Whether the signature is that key's, and every byte of the file is as it was written. */
  readonly intact: boolean
}

/** What is signed: type and payload with their lengths (DSSE v1, pre-authentication encoding). */
const preAuthenticationEncoding = (payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload])

/** Signs a statement. */
export function seal(statement: Statement, key: KeyObject, signer: Signer): string {
  const payload = Buffer.from(JSON.stringify(statement))
  return written({
    payload: payload.toString('base64'),
    signature: signBytes(key, preAuthenticationEncoding(payload)).toString('base64'),
    publicKey: publicPem(key),
    keyid: keyId(key),
    signer,
  })
}

interface Parts {
  readonly payload: string
  readonly signature: string
  readonly publicKey: string
  readonly keyid: string
  readonly signer: Signer
}

/** Everything but these parts is fixed, so that a changed byte can hide nowhere. */
function written({ payload, signature, publicKey, keyid, signer }: Parts): string {
  const envelope: Envelope = {
    payloadType,
    payload,
    signatures: [{ keyid, sig: signature }],
    signer: { kind: signer, note: notes[signer], publicKey },
  }
  return `${JSON.stringify(envelope, null, 1)}\n`
}

/** Opens an envelope. @throws ConfigError where the text is none of ours; `intact` reports what is merely wrong about it. */
export function open(text: string, file: string): Opened {
  const foreign = new ConfigError(
    `${file} is no attestation of Assay, or was cut short: name the attestation.json of a report folder.`,
  )
  try {
    const { payload, signatures, signer } = JSON.parse(text) as Envelope
    const bytes = Buffer.from(payload, 'base64')
    const statement: unknown = JSON.parse(bytes.toString('utf8'))
    const publicKey = createPublicKey(signer.publicKey)
    const sig = signatures[0]?.sig
    if (!isStatement(statement) || typeof sig !== 'string' || !Object.hasOwn(notes, signer.kind)) throw foreign
    const signature = Buffer.from(sig, 'base64')
    const again = written({
      payload: bytes.toString('base64'),
      signature: signature.toString('base64'),
      publicKey: publicPem(publicKey),
      keyid: keyId(publicKey),
      signer: signer.kind,
    })
    const intact = again === text && isSignedBy(publicKey, preAuthenticationEncoding(bytes), signature)
    return { statement, signer: signer.kind, publicKey, intact }
  } catch {
    throw foreign
  }
}
