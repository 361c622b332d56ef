import { HarnessError } from '../../harness/contracts/errors.js'
import { encoding } from '../../harness/mutations/mutation.js'
import { modulusLength, modulusOf } from '../../harness/mutations/pkcs1.js'
import { signedUntil } from '../../harness/mutations/resign.js'
import { plusModulus } from '../support/values/jws.js'

const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)

/** The signature plus the modulus, where that fits into as many bytes: the same number to a verifier that reduces it. */
export const nonReduced = encoding('signature plus modulus', (parts, { party }) => {
  const { key } = party.certified
  const [modulus, length] = [modulusOf(key), modulusLength(key)]
  const fits = (signature: Buffer): boolean => toNumber(signature) + modulus < 1n << BigInt(8 * length)
  const found = signedUntil(parts, key, fits)
  if (found === undefined) throw new HarnessError('No signature left room for the modulus.')
  return plusModulus(key)(`${found.header}.${found.payload}.${found.signature}`)
})
