import type { FaultName } from '../../harness/faults/faults.js'

/** Checks that a fault reaches although they do not name it, and why that is right. */
export interface Collateral {
  /** Check ids; `*` at the end stands for anything. */
  readonly checks: readonly string[]
  readonly reason: string
}

const control = { checks: ['*'], reason: 'it refuses the conforming control of every check, so nothing can be judged' }

/** Faults that reach further than the checks that name them. */
export const collateral: Readonly<Partial<Record<FaultName, Collateral>>> = {
  'refuses-first-contact': control,
  'refuses-good-status': control,
  'requires-digital-signature': control,
  'refuses-second-authentication': { checks: ['*'], reason: 'it refuses the second message of every check' },
  'refuses-same-second': { checks: ['*'], reason: 'it refuses messages that follow their control within a second' },
  'sends-clients-assertion': {
    checks: ['*'],
    reason: 'what the participant sends to the registry is judged over the whole run, whoever it was sent for',
  },
  'requires-plain-json': { checks: ['json.*'], reason: 'claim names and values spelled with escapes are refused too' },
  'refuses-aged-assertion': { checks: ['replay.*'], reason: 'a replay of an aged assertion has an aged control' },
  'accepts-empty-signature': {
    checks: ['signature.odd-values'],
    reason: 'one of the odd values is the empty signature',
  },
  'skips-signature': {
    checks: [
      'signature.*',
      'algorithm.*',
      'header.*',
      'jws-form.*',
      'chain.*',
      'identity.*',
      'replay.*',
      'http.no-leak',
    ],
    reason: 'who verifies no signature takes every forged one',
  },
  'accepts-odd-jti': { checks: ['http.no-leak'], reason: 'one of the malformed assertions is granted' },
  'accepts-empty-x5c': { checks: ['http.no-leak'], reason: 'one of the malformed assertions is granted' },
  'ignores-crl': { checks: ['certificate.revoked-on-crl'], reason: 'never read: a finding of its own (ruling 13)' },
  'ignores-ocsp': { checks: ['certificate.revoked-by-ocsp'], reason: 'never asked: a finding of its own (ruling 13)' },
  'accepts-replay': { checks: ['replay.*'], reason: 'who remembers nothing takes every replay' },
  'remembers-per-connection': { checks: ['replay.*'], reason: 'copies come on connections of their own' },
  'accepts-missing-audience': { checks: ['json.*'], reason: 'an aud by another name is a missing one' },
  'matches-audience-loosely': { checks: ['json.nul-character'], reason: 'its id with a NUL behind it is a near miss' },
  'ignores-sub': { checks: ['json.nul-character'], reason: 'one of the claims with a NUL is sub' },
  'trusts-sub': { checks: ['json.nul-character'], reason: 'one of the claims with a NUL is iss' },
  'honours-jku': { checks: ['header.jku-not-fetched'], reason: 'who honours it fetches it' },
  'honours-x5u': { checks: ['header.x5u-not-fetched'], reason: 'who honours it fetches it' },
  'grants-on-registry-error': {
    checks: ['registry-transport.recovery'],
    reason: 'the registry that recovers gave an error before',
  },
  'ignores-status': { checks: ['registry.status-*'], reason: 'who does not read the status takes every wrong one' },
  'skips-lookup': {
    checks: ['registry.*', 'registry-transport.*', 'parties-token.*', 'identity.*', 'client.*'],
    reason: 'who does not look a party up knows nothing of what the registry says',
  },
}

/** Whether a check may change with a fault that it does not name. */
export const isCollateral = (fault: FaultName, check: string): boolean =>
  collateral[fault]?.checks.some((one) => (one.endsWith('*') ? check.startsWith(one.slice(0, -1)) : check === one)) ??
  false
