import { randomBytes } from 'node:crypto'
import { accessToken } from '../../harness/mutations/evidence.js'
import { firstHalf, patternsOf, shortTokens } from '../support/short-tokens.js'
import { rewritten } from '../support/written-tokens.js'
import { altered, unsigned } from './forged-tokens.js'
import { row } from './rows.js'

export const withoutToken = row({
  id: 'service.no-token',
  title: 'without an access token',
  requirements: ['SERVICE-TOKEN'],
  cases: ['SVC-01'],
  detects: ['serves-without-token'],
  mutate: [accessToken('none', () => undefined)],
})

export const wrongToken = row({
  id: 'service.wrong-token',
  title: 'with an access token that it did not issue',
  requirements: ['SERVICE-TOKEN'],
  cases: ['SVC-02'],
  detects: [
    'serves-any-token',
    'serves-json-for-token',
    'serves-file-for-token',
    'serves-pattern-for-token',
    'serves-beginning-of-token',
  ],
  mutate: [
    accessToken('a random string', () => randomBytes(32).toString('base64url')),
    accessToken('the client assertion that its own was issued on', ({ assertion }) => assertion),
    accessToken('its own with one character changed', ({ own }) => altered(own)),
    accessToken('the first half of its own', ({ own }) => firstHalf(own)),
    accessToken('nothing after Bearer', () => ''),
    ...shortTokens.map(({ name, token }) => accessToken(name, () => token)),
    ...patternsOf('').map(({ name }, index) => accessToken(name, ({ own }) => patternsOf(own)[index]?.token ?? '')),
    accessToken('what can be read in its own, written anew', ({ own, subject }) => rewritten(own, subject)),
    accessToken('what it says, under alg none', ({ own, subject }) => unsigned(own, subject)),
    accessToken('a JWT of another participant about the consumer', ({ foreignJwt, subject }) =>
      foreignJwt({ sub: subject, client_id: subject, exp: Math.floor(Date.now() / 1000) + 3600 }),
    ),
  ],
})
