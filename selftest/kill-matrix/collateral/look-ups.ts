import type { Collateral, Reach } from './type.js'

const lookUps = (reason: string): Collateral => ({ checks: ['lookup.*'], reason })

const byPath: Collateral = {
  checks: [
    'lookup.partial-id-by-path',
    'lookup.letter-case-by-path',
    'lookup.status-by-path',
    'lookup.encoded-*',
    'lookup.by-path-lower-case-hex',
    'lookup.by-path-every-byte',
    'lookup.unknown',
  ],
  reason: 'a look-up by path, or one in it, is answered otherwise',
}

const severalCertificates: Collateral = {
  checks: ['lookup.second-certificate', 'lookup.several-certificates'],
  reason: 'these checks look for certificates in the record too',
}

const certificates: Collateral = {
  ...severalCertificates,
  checks: [...severalCertificates.checks, 'lookup.each-of-kit'],
}

const jti: Collateral = {
  checks: ['lookup.new-jti', 'lookup.later-times', 'lookup.each-time'],
  reason: 'what is handed out again, or holds no jti, does not differ from answer to answer',
}

const times: Collateral = { checks: ['lookup.current-later'], reason: 'it reads the times of a parties_token, too' }

const audience: Collateral = {
  checks: [
    ...['lookup.audience', 'lookup.side-by-side', 'lookup.audience-per-caller'],
    ...['lookup.call-names-another', 'lookup.token-of-two-names'],
  ],
  reason: 'these checks read the aud of a parties_token too',
}

const atOnce = lookUps('it depends on what comes at the same time, which checks of the topic send each other')

/** Faults in the answers of a ParticipantRegistry that reach further than the checks that name them. */
export const ofLookUps: Reach = {
  'addresses-parties-token-to-latest': {
    checks: [...audience.checks, 'lookup.answer-about-*', 'lookup.each-time'],
    reason: 'which party authenticates last depends on what comes at the same time',
  },
  'addresses-parties-token-to-party': audience,
  'answers-first-record': lookUps('the conforming control gets the record of another party'),
  'answers-path-only': lookUps('most of these checks look up by query'),
  'answers-plain-record': lookUps('there is no parties_token to be judged'),
  'answers-query-only': byPath,
  'cuts-party-id': {
    checks: ['lookup.letter-case', 'lookup.letter-case-by-path'],
    reason: 'one of the names in another spelling goes on behind a slash',
  },
  'invents-unknown-party': lookUps('a party by nearly that name is unknown, too'),
  'lists-first-certificate': severalCertificates,
  'reads-first-certificate': {
    checks: ['positive.renewed-certificate'],
    reason: 'one of two certificates that the party comes with is not the first of its record',
  },
  'mixes-up-callers': {
    checks: [...audience.checks, 'lookup.each-time', 'lookup.answer-about-*'],
    reason: 'who else asks at the same time depends on the other checks',
  },
  'keeps-answers-by-path': {
    checks: ['lookup.current-later', 'lookup.answer-about-caller'],
    reason: 'what is kept grows old, and is addressed to who asked first',
  },
  'keeps-answer-of-access-token': {
    checks: ['lookup.new-jti', 'lookup.current-later'],
    reason: 'there one access token asks about two parties, or twice about one',
  },
  'keeps-parties-token-of-access-token': {
    checks: ['lookup.new-jti'],
    reason: 'a parties_token that is served again has the jti that it had',
  },
  'warns-of-missing-registry-token': {
    checks: ['lookup.other-spellings'],
    reason: 'look-ups without a token are answered at any spelling of the path',
  },
  'mixes-up-record-statuses': atOnce,
  'mixes-up-records': atOnce,
  'mixes-up-records-but-for-ids': atOnce,
  'mixes-up-records-by-path': atOnce,
  'names-other-certificate': certificates,
  'omits-certificates': certificates,
  'omits-parties-token-audience': audience,
  'omits-parties-token-jti': jti,
  'repeats-parties-token-jti-by-token': jti,
  'parties-token-in-milliseconds': times,
  'keeps-times-of-first-parties-token': times,
  'dates-parties-token-by-access-token': times,
  'lists-first-on-empty': {
    checks: ['lookup.operator'],
    reason: 'a parameter that is an operator names no party, so that it is an empty one',
  },
  'reports-suspended-as-active': {
    checks: ['lookup.status-side-by-side'],
    reason: 'one that asks alone gets the wrong status, too',
  },
  'omits-status': lookUps('the conforming control gets no record of a party that adheres'),
  'omits-x5c': certificates,
  'reads-path-undecoded': byPath,
  'repeats-parties-token-jti': jti,
  'serves-parties-token-of-another': {
    checks: [
      ...[...jti.checks, 'lookup.side-by-side', 'lookup.answer-about-*'],
      ...['lookup.call-names-another', 'lookup.token-of-two-names', 'lookup.current-later'],
    ],
    reason: 'what is handed out again has the jti, the times and the aud of the first answer',
  },
}
