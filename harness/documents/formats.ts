import { isDateTime } from './timestamp.js'

/** RFC 3986 §3: scheme, then an authority with a path or a path alone, query, fragment; only characters of the grammar. */
const uri =
  /^[a-z][a-z\d+.-]*:(?:\/\/(?:[\w.~!$&'()*+,;=:%-]*@)?(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?(?:\/[\w.~!$&'()*+,;=:@%/-]*)?|(?!\/\/)[\w.~!$&'()*+,;=:@%/-]+)(?:\?[\w.~!$&'()*+,;=:@%/?-]*)?(?:#[\w.~!$&'()*+,;=:@%/?-]*)?$/i
const brokenEscape = /%(?![\da-f]{2})/i

/** Something before one @ and something behind it, without white space outside quotes; a finer test would refuse addresses that work. */
const email = /^(?:"(?:[^"\\]|\\.)*"|[^\s@"]+)@[^\s@]+$/

/**
 * The formats that the credential's schema names. Ours, since ajv-formats takes a space within a date-time and any
 * second 60, and refuses addresses such as `a@b`.
 */
export const formats = {
  'date-time': isDateTime,
  uri: (text: string): boolean => uri.test(text) && !brokenEscape.test(text),
  email: (text: string): boolean => email.test(text),
}
