import { setTimeout as delay } from 'node:timers/promises'
import { mixing } from '../../engine/at-once.js'
import { party } from '../../engine/fault.js'
import { only } from '../../engine/rule.js'
import { seenBefore } from '../../participant/fault-memory.js'
import { rule, sender } from '../token-request.js'

const known: ReadonlySet<string> = new Set(['iss', 'sub', 'aud', 'jti', 'iat', 'exp'])

const mixedUp = mixing<string>()

/** How long it takes to make an entry, milliseconds. */
const entryMs = 20

/** What a server must not ask for: it takes any sound assertion of any adhering party (L197, L236, L261). */
export const conductRules = [
  rule('issuer', 'several parties may come at once', () => true, {
    'mixes-up-records-at-once': party(
      'finds for a client the record of another that comes at the same time, and refuses it',
      (right) => async (request) => {
        const [participant, own] = sender(request)
        return (await mixedUp(participant, own, own)) === own && right(request)
      },
    ),
  }),
  rule('issuer', 'a jti is of the client that made it', () => true, {
    'keeps-token-owner-by-jti': party(
      'takes an access token for that of the client that used the same jti last',
      () => () => true,
    ),
  }),
  rule('issuer', 'claims outside the scope are ignored', () => true, {
    'refuses-extra-claims': party(
      'refuses claims that it does not know',
      only(({ claims }) => [...claims.names].every((claim) => known.has(claim))),
    ),
  }),
  rule('issuer', 'nbf may lie before iat', () => true, {
    'requires-nbf': party(
      'takes an assertion with nbf only',
      only(({ claims }) => claims.names.has('nbf')),
    ),
    'refuses-earlier-nbf': party(
      'refuses an nbf that is not iat',
      only((request) => !request.claims.has('nbf') || request.claim('nbf') === request.iat),
    ),
  }),
  rule('issuer', 'a party may come for the first time', () => true, {
    'refuses-first-contact': party(
      'refuses a party that it has not seen before',
      only(({ issuer, participant }) => seenBefore(participant.memory.seen, issuer)),
    ),
    'enters-client-twice': party(
      'makes an entry for a client that has none, and refuses it where another of its requests made one meanwhile',
      (right) => async (request) => {
        const { entered } = request.participant.memory
        if (entered.has(request.issuer)) return right(request)
        await delay(entryMs)
        return !seenBefore(entered, request.issuer) && right(request)
      },
    ),
  }),
  rule('issuer', 'a party may come again', () => true, {
    'refuses-second-authentication': party(
      'refuses a second assertion of one client',
      only(({ issuer, participant }) => !seenBefore(participant.memory.granted, issuer)),
    ),
    'refuses-same-second': party(
      'refuses two assertions of one client of the same second',
      only(({ issuer, iat, participant }) => !seenBefore(participant.memory.seconds, `${issuer} ${iat}`)),
    ),
  }),
]
