import { isIPv6 } from 'node:net'
import { isDateTime } from './timestamp.js'

/** RFC 3986 §3: scheme, then an authority with a path or a path alone, query, fragment; only characters of the grammar. */
const uri =
  /^[a-z][a-z\d+.-]*:(?:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?(?:\[([^\]]*)\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?(?:\/[\w.~!$&'()*+,;=:@%/-]*)?|(?!\/\/)[\w.~!$&'()*+,;=:@%/-]*)(?:\?[\w.~!$&'()*+,;=:@%/?-]*)?(?:#[\w.~!$&'()*+,;=:@%/?-]*)?$/i
const brokenEscape = /%(?![\da-f]{2})/i
const futureAddress = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i

function isUri(text: string): boolean {
  const match = uri.exec(text)
  if (!match || brokenEscape.test(text)) return false
  const [, address] = match
  return address === undefined || futureAddress.test(address) || (isIPv6(address) && !address.includes('%'))
}

/** Something before one @ and something behind it, without white space outside quotes; a finer test would refuse addresses that work. */
const email = /^(?:"(?:[^"\\]|\\.)*"|[^\s@"]+)@[^\s@]+$/

/** The formats that the schema of the credential names; the self-test says where those of ajv-formats differ, and why they are not taken. */
export const formats = {
  'date-time': isDateTime,
  uri: isUri,
  email: (text: string): boolean => email.test(text),
}
