import type { Socket } from 'node:net'
import type { GivenStatus } from '../../contracts/given-status.js'
import type { OpenEntry } from '../storage/ledger.js'
import type { LabRequest } from './request.js'

/** What was last given on a connection. */
const latest = new WeakMap<Socket, OpenEntry>()

/**
 * Notes in the ledger what a revocation source is about to give, and whether all of it went out. Who reads no further
 * breaks the connection off, which is seen only after the last octet left us.
 */
export const noteGiven = (
  { request: { socket }, response }: LabRequest,
  entry: OpenEntry,
  standing: Omit<GivenStatus, 'complete'>,
): void => {
  const note = (complete: boolean): void => {
    entry.given = { complete, ...standing }
  }
  note(false)
  response.once('finish', () => note(true))
  if (!latest.has(socket))
    socket.once('close', (broken) => {
      const given = latest.get(socket)
      if (broken && given?.given) given.given = { ...given.given, complete: false }
    })
  latest.set(socket, entry)
}
