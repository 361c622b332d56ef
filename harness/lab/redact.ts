import { sha256 } from '../wire/decode.js'

const jwt = /(eyJ[\w-]+\.[\w-]+)\.([\w-]+)/g

/** Text with the signature of every JWT in it replaced by its SHA-256. */
export const redactJwts = (text: string): string =>
  text.includes('eyJ')
    ? text.replace(jwt, (_, signed: string, signature: string) => `${signed}.sha256:${sha256(signature)}`)
    : text
