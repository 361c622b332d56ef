import type { AnswerGuise, LedgerEntry } from '../../contracts/lab-protocol.js'
import type { MisbehaviourContext } from '../misbehaviour/misbehaviour.js'
import { sendGuised } from './guised.js'
import type { LabRequest } from './request.js'

/** The entry of the ledger that is to know the status of an answer. */
type Entry = { -readonly [K in keyof Pick<LedgerEntry, 'status' | 'wrong'>]: LedgerEntry[K] }

/** Answers a request with JSON and notes the status. */
export const answering =
  (incoming: LabRequest, entry: Entry) =>
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}, guise?: AnswerGuise): void => {
    entry.status = status
    sendGuised(incoming, { status, body, headers }, guise)
  }

/** What every odd answer to a request works with; the status with which it begins is noted. */
export const oddly = (
  { response, reset }: LabRequest,
  entry: Entry,
): Pick<MisbehaviourContext, 'response' | 'begin' | 'reset'> => {
  entry.wrong = true
  return {
    response,
    begin: (status, headers) => {
      entry.status = status
      return response.writeHead(status, headers)
    },
    reset,
  }
}
