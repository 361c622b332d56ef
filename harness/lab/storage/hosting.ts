import { randomUUID } from 'node:crypto'
import type { KeyDocument } from '../../mutations/key-documents.js'
import type { WorldState } from './state.js'

/** Serves a document from then on, at a URL of its own. */
export const hosting =
  ({ canaries, httpUrl }: WorldState) =>
  (name: string, document: KeyDocument): string => {
    const unique = `${name}-${randomUUID()}`
    canaries.set(unique, { name: unique, ...document })
    return `${httpUrl}/canary/${unique}`
  }
