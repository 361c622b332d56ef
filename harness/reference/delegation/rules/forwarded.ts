import type { Json } from '../../../json.js'
import { Refusal } from '../../engine/refusal.js'
import { type Change, instead, only, removed, unless } from '../../engine/rule.js'
import { seenBefore } from '../../participant/fault-memory.js'
import { obeying } from '../../token-endpoint/obeying.js'
import { algorithmRules } from '../../token-endpoint/rules/algorithm.js'
import { certificateRules } from '../../token-endpoint/rules/certificate.js'
import { chainRules } from '../../token-endpoint/rules/chain.js'
import { formRules, uniquenessRules } from '../../token-endpoint/rules/form.js'
import { headerRules } from '../../token-endpoint/rules/header.js'
import { identityRules } from '../../token-endpoint/rules/identity.js'
import { lookupRules } from '../../token-endpoint/rules/lookup.js'
import { matchingRules } from '../../token-endpoint/rules/matching.js'
import { partiesTokenRules, tokenRecordRules } from '../../token-endpoint/rules/parties-token.js'
import { recordRules } from '../../token-endpoint/rules/record.js'
import { jtiRules } from '../../token-endpoint/rules/replay.js'
import { revocationRules } from '../../token-endpoint/rules/revocation.js'
import { keyRules, signatureRules } from '../../token-endpoint/rules/signature.js'
import { periodRules, timeRules } from '../../token-endpoint/rules/time.js'
import { x5cRules } from '../../token-endpoint/rules/x5c.js'
import { type Forwarded, rule } from '../forwarded.js'

const claim = ({ jwt }: Forwarded, name: string): Json | undefined => jwt.claim(name)
const caller = ({ request }: Forwarded): string => request.caller
const own = ({ request }: Forwarded): string => request.participant.kit.partyId
const isTexts = (value: Json | undefined): value is readonly string[] => Array.isArray(value)

/** The client of the assertion is whoever it says made it; whom it has to be of is asked later. */
function takeIssuer(forwarded: Forwarded): true {
  forwarded.jwt.clientId = String(claim(forwarded, 'iss'))
  return true
}

/** Addressed to neither end of the request, and nowhere in it. */
function isElsewhere(forwarded: Forwarded): boolean {
  const aud = claim(forwarded, 'aud')
  return typeof aud === 'string' && aud !== own(forwarded) && !isNamed(forwarded)
}

/** Addressed to somebody whom the request names beside the parties of the policy. */
function isNamed(forwarded: Forwarded): boolean {
  const { body, policyIssuer, subject } = forwarded.request
  const aud = claim(forwarded, 'aud')
  if (typeof aud !== 'string' || aud === subject || aud === policyIssuer) return false
  return JSON.stringify(body).includes(JSON.stringify(aud))
}

/** Tells apart by the refusal what a rule says and what an error is. */
const refused = async (check: () => boolean | Promise<boolean>): Promise<boolean> => {
  try {
    return !(await check())
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

/** A chain that is let in is let in whether its leaf is registered or not. */
const lettingIn: Change<Forwarded> = (right) => async (forwarded) =>
  (await refused(() => right(forwarded))) ? forwarded.jwt.excuse('matching') : true

/** A status that is not asked for does not matter, a party that nobody knows has no certificates. */
const knowingNobody: Change<Forwarded> = (right) => async (forwarded) =>
  (await refused(() => right(forwarded))) && !forwarded.jwt.record ? forwarded.jwt.excuse('matching') : true

/** A JWT with the `iss` and `jti` of one whose signature held needs none. */
const verifyingOnce: Change<Forwarded> = (right) => async (forwarded) => {
  const { verified } = forwarded.request.participant.memory
  const name = JSON.stringify([claim(forwarded, 'iss'), claim(forwarded, 'jti')])
  const held = verified.has(name) || (await right(forwarded))
  if (held) verified.add(name)
  return held
}

/** Fills in the times and asks nothing of them. */
function readTimes({ jwt }: Forwarded): true {
  const number = (value: Json | undefined) => (typeof value === 'number' ? value : undefined)
  jwt.iat = number(jwt.claim('iat'))
  jwt.exp = number(jwt.claim('exp'))
  return true
}

/** Who signed is read from `iss`, who is meant from `sub`. */
const readingSub: Change<Forwarded> = (right) => (forwarded) => {
  const { jwt } = forwarded
  const [iss, sub] = [claim(forwarded, 'iss'), claim(forwarded, 'sub')]
  if (typeof sub !== 'string' || sub === iss) return right(forwarded)
  jwt.lookedUp = String(iss)
  jwt.claims = jwt.claims.with('iss', sub)
  jwt.clientId = sub
  return right(forwarded)
}

/** Addressed to somebody whose id is nearly that of the client. */
const nearly = (resembles: (aud: string, id: string) => boolean): Change<Forwarded> =>
  unless((forwarded) => {
    const aud = claim(forwarded, 'aud')
    return typeof aud === 'string' && resembles(aud, caller(forwarded))
  })

const signing = [...signatureRules, ...keyRules]
const path = [...chainRules, ...certificateRules]

/** How the registry is asked about whoever made a forwarded JWT. */
export const askingRegistry = [...lookupRules, ...partiesTokenRules, ...tokenRecordRules]

/** The key of the registered certificate may have made the signature, whatever chain stands beside it. */
const verifyingAsRegistered: Change<Forwarded> = instead((forwarded) => {
  forwarded.jwt.consultRegistry = async () => void (await obeying(askingRegistry)(forwarded))
  return obeying(signing, 'verifies-with-registered-key')(forwarded)
})

/**
 * A forwarded JWT is one that a client would be authenticated by (L261–277), except that it is addressed to whoever forwards it (L268) and
 * is accepted throughout its lifetime (L267).
 */
export const forwardedRules = [
  rule('forwarded', 'it has the form of a client assertion', obeying([...formRules, ...uniquenessRules]), {}),
  rule('forwarded', 'it names who made it', takeIssuer, {}),
  rule('forwarded', 'its algorithm is permitted', obeying(algorithmRules), {
    'forward-accepts-alg-none': instead(obeying(algorithmRules, 'accepts-alg-none')),
    'forward-accepts-hs256-public-key': instead(obeying(algorithmRules, 'accepts-hs256-public-key')),
    'forward-accepts-ps256': instead(obeying(algorithmRules, 'accepts-ps256')),
  }),
  rule('forwarded', 'it has certificates', obeying(x5cRules), {}),
  rule('forwarded', 'its signature holds', obeying(signing), {
    'forward-ignores-signature': removed,
    'forward-verifies-jti-once': verifyingOnce,
    'forward-accepts-empty-signature': instead(obeying(signing, 'accepts-empty-signature')),
    'forward-honours-jwk': instead(obeying(signing, 'honours-jwk')),
    'forward-honours-jku': instead(obeying(signing, 'honours-jku')),
    'forward-honours-x5u': instead(obeying(signing, 'honours-x5u')),
    'forward-verifies-with-registered-key': verifyingAsRegistered,
    'forward-tries-every-key': instead(obeying(signing, 'tries-every-key')),
  }),
  rule('forwarded', 'its header holds what it may hold', obeying(headerRules), {}),
  rule('forwarded', 'it speaks for who made it', obeying(identityRules), {
    'forward-reads-sub': readingSub,
  }),
  rule(
    'forwarded',
    'it was made by the party that is asked about',
    (each) => claim(each, 'iss') === each.request.subject,
    {
      'forward-ignores-subject': unless((each) => claim(each, 'iss') !== caller(each)),
      'forward-takes-known-subject': unless(
        (each) =>
          claim(each, 'iss') !== caller(each) &&
          each.request.participant.kit.policies.some(({ accessSubject }) => accessSubject === claim(each, 'iss')),
      ),
      'forward-takes-own-jwt': unless((each) => claim(each, 'iss') === caller(each)),
    },
  ),
  rule('forwarded', 'it is addressed to the client that forwards it', (each) => claim(each, 'aud') === caller(each), {
    'forward-ignores-aud': unless(isElsewhere),
    'forward-takes-longer-aud': nearly((aud, id) => aud.startsWith(id)),
    'forward-folds-aud': nearly((aud, id) => aud.toLowerCase() === id.toLowerCase()),
    'forward-takes-own-aud': unless((each) => claim(each, 'aud') === own(each)),
    'forward-takes-several-aud': unless((each) => {
      const aud = claim(each, 'aud')
      return isTexts(aud) && aud.length > 1 && aud.includes(caller(each))
    }),
    'forward-trusts-body': unless(isNamed),
  }),
  rule('forwarded', 'its claims are there and say 30 seconds', obeying([...timeRules, ...jtiRules]), {
    'forward-ignores-claims': instead(readTimes),
  }),
  rule('forwarded', 'it has not expired', obeying(periodRules), {
    'forward-ignores-expiry': removed,
    'forward-accepts-future-iat': instead(obeying(periodRules, 'accepts-future-iat')),
    'forward-refuses-aged': only(({ jwt: { iat = 0, now } }) => now - iat <= 8),
  }),
  rule('forwarded', 'its chain leads to a trusted root', obeying(path), {
    'forward-ignores-chain': lettingIn,
    'forward-accepts-expired-leaf': instead(obeying(path, 'accepts-expired-leaf')),
    'forward-accepts-leaf-as-issuer': instead(obeying(path, 'accepts-leaf-as-issuer')),
    'forward-trusts-last-certificate': instead(obeying(path, 'trusts-last-certificate')),
    'forward-ignores-key-usage': instead(obeying(path, 'ignores-key-usage')),
  }),
  rule('forwarded', 'its certificate is not revoked', obeying(revocationRules), {
    'forward-ignores-revocation': removed,
    'forward-accepts-revoked': instead(
      obeying(revocationRules, 'accepts-listed-certificate', 'accepts-revoked-by-ocsp'),
    ),
  }),
  rule('forwarded', 'the registry is asked', obeying(askingRegistry), {
    'forward-grants-on-registry-error': instead(obeying(askingRegistry, 'grants-on-registry-error')),
    'forward-accepts-unsigned-parties-token': instead(obeying(askingRegistry, 'accepts-unsigned-parties-token')),
    'forward-ignores-parties-token-signature': instead(obeying(askingRegistry, 'ignores-parties-token-signature')),
  }),
  rule('forwarded', 'its party is adhering', obeying(recordRules), {
    'forward-ignores-status': knowingNobody,
    'forward-caches-status': instead(obeying(recordRules, 'caches-status')),
  }),
  rule('forwarded', 'its certificate is registered', obeying(matchingRules), { 'forward-ignores-match': removed }),
  rule('forwarded', 'it may be forwarded again and again', () => true, {
    'forward-once': only(({ request, text }) => !seenBefore(request.participant.memory.forwarded, text)),
  }),
  rule('forwarded', 'it may have been used elsewhere', () => true, {
    'forward-refuses-consumed': only(({ request, text }) => !request.participant.memory.presented.has(text)),
  }),
]
