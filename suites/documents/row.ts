import type { CheckedDocument } from '../../harness/check/documents/types.js'
import type { Coverage } from '../support/row.js'

/** A rule about each document of a kind: nothing in it breaks the requirements of the row. */
export interface DocumentRow extends Coverage {
  /** A present-tense sentence about the target. */
  readonly title: string
  readonly kind: 'claim' | 'credential'
  /** What has to be in a document, in words, so that the rule says something about it. */
  readonly subject: string
  readonly present: (document: CheckedDocument) => boolean
  /** A document that is none of its kind breaks the rule too. */
  readonly readable?: true
  /** About the envelope, which is judged where it cannot be opened too. */
  readonly envelope?: true
  /** Which of the readings of its requirement each document shows; a policy may make a verdict of it. */
  readonly shows?: { readonly observed: string; readonly of: (document: CheckedDocument) => readonly string[] }
  /** Only what is found at these places counts; everywhere when absent. */
  readonly at?: RegExp
}
