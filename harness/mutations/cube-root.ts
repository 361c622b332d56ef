import { digestInfo, toBytes } from './pkcs1.js'

const cubeRoot = (value: bigint): bigint => {
  let low = 0n
  let high = 1n << BigInt(Math.ceil(value.toString(2).length / 3) + 1)
  while (low < high) {
    const middle = (low + high) / 2n
    if (middle ** 3n < value) low = middle + 1n
    else high = middle
  }
  return low
}

/**
 * Bleichenbacher's forgery (2006): the cube root of 00 01 FF… 00 DigestInfo garbage. A verifier with exponent 3 that
 * reads no further than the digest accepts it, and the forger needs no private key.
 * @param length Bytes of the modulus; 128 or more.
 */
export const cubeRootForgery = (input: Buffer, length: number): Buffer => {
  const start = Buffer.concat([Buffer.of(0, 1), Buffer.alloc(8, 0xff), Buffer.of(0), digestInfo(input)])
  const wanted = BigInt(`0x${start.toString('hex')}`) << BigInt(8 * (length - start.length))
  return toBytes(cubeRoot(wanted), length)
}
