import { createHash } from 'node:crypto'
import { global } from '../engine/fault.js'
import { type Change, ruleAbout } from '../engine/rule.js'
import type { Issued } from './issued-tokens.js'
import { payloadIn } from './named-parties.js'

/** What came as an access token, on its way to what it stands for. */
export interface Presented {
  text: string
  /** The access tokens that were issued, the latest last; read by faults alone. */
  readonly issued: () => readonly (readonly [token: string, issued: Issued])[]
}

const rule = ruleAbout<Presented, 'bearer'>()

/** Takes what anybody makes of a request for the access token that was issued on it. */
const takingWhatIsMadeOf =
  (made: (issued: Issued) => unknown): Change<Presented> =>
  () =>
  (presented) => {
    const found = presented.issued().findLast(([, issued]) => made(issued) === presented.text)
    if (found) presented.text = found[0]
    return true
  }

/** What an access token is known by. */
export const bearerRules = [
  rule('bearer', 'an access token is the text that was issued', () => true, {
    'takes-jti-for-token': global(
      'takes the jti of an assertion for the access token that it issued on it',
      takingWhatIsMadeOf(({ assertion }) => payloadIn(assertion).jti),
    ),
    'takes-client-id-for-token': global(
      'takes the Party Identifier of a client for the access token that it issued to it',
      takingWhatIsMadeOf(({ partyId }) => partyId),
    ),
    'takes-digest-for-token': global(
      'takes the SHA-256 of an assertion for the access token that it issued on it',
      takingWhatIsMadeOf(({ assertion }) => createHash('sha256').update(assertion).digest('hex')),
    ),
  }),
]
