import type { CaseId } from '../../requirements/cases/index.js'
import { lookingUp } from '../support/roles.js'
import type { Row } from '../support/row.js'
import { nearlyCertified, nearlyNamedToken, partiesToken, partiesTokensFor } from '../support/values/answers.js'

const row = (id: CaseId, its: Omit<Row, 'cases' | 'roles' | 'mutate'>): Row => ({
  ...its,
  cases: [id],
  roles: lookingUp,
  mutate: partiesTokensFor(id),
})

export const refused: readonly Row[] = [
  row('PTK-01', {
    id: 'parties-token.signature',
    title: 'a client whose parties_token has a wrong signature',
    requirements: ['PARTIES-TOKEN-SIGNED'],
    detects: [
      'ignores-parties-token-signature',
      'honours-parties-token-jwk',
      'honours-parties-token-jku',
      'honours-parties-token-x5u',
      'tries-every-key-of-parties-token',
      'believes-parties-token-without-certificate',
    ],
  }),
  row('PTK-02', {
    id: 'parties-token.unsigned',
    title: 'a client whose parties_token is not signed',
    requirements: ['PARTIES-TOKEN-SIGNED'],
    detects: ['accepts-unsigned-parties-token'],
  }),
  row('PTK-03', {
    id: 'parties-token.hs256',
    title: "a client whose parties_token is authenticated by HS256 with the registry's public key",
    requirements: ['PARTIES-TOKEN-SIGNED'],
    detects: ['accepts-hs256-parties-token'],
  }),
  row('ALG-06', {
    id: 'parties-token.pss',
    title: 'a client whose parties_token is signed with PS256',
    requirements: ['PARTIES-TOKEN-SIGNED'],
    level: 'strict',
    detects: ['accepts-ps256-parties-token'],
  }),
  row('ALG-13', {
    id: 'parties-token.digest-and-padding',
    title: 'a client whose parties_token has a signature of another digest or padding than its alg says',
    requirements: ['PARTIES-TOKEN-SIGNED', 'JWS-ALG-AGREES'],
    // Only the registry can make it.
    level: 'strict',
    detects: ['ignores-digest-of-parties-token', 'ignores-padding-of-parties-token', 'ignores-parties-token-signature'],
  }),
  row('ALG-12', {
    id: 'parties-token.other-key',
    title: 'a client whose parties_token says RS256 and is signed with an EC key',
    requirements: ['PARTIES-TOKEN-SIGNED', 'JWS-ALG-AGREES'],
    detects: ['ignores-key-type-of-parties-token'],
  }),
  row('PTK-04', {
    id: 'parties-token.untrusted',
    title: 'a client whose parties_token is signed under an untrusted root',
    requirements: ['PARTIES-TOKEN-SIGNED'],
    detects: [
      'trusts-any-parties-token-chain',
      'matches-parties-token-issuer-by-name',
      'trusts-last-certificate-of-parties-token',
      'trusts-self-signed-parties-token',
    ],
  }),
  row('CRT-01', {
    id: 'parties-token.expired-certificate',
    title: 'a client whose parties_token is signed with a certificate of the registry that has expired',
    requirements: ['PARTIES-TOKEN-SIGNED'],
    detects: ['accepts-expired-parties-token-certificate'],
  }),
  row('CRT-21', {
    id: 'parties-token.revoked-certificate',
    title: 'a client whose parties_token is signed with a certificate of the registry that is revoked',
    requirements: ['PARTIES-TOKEN-SIGNED'],
    level: 'strict',
    detects: ['accepts-revoked-parties-token-certificate'],
  }),
  row('CRT-05', {
    id: 'parties-token.issued-by-participant',
    title: "a client whose parties_token is signed with a certificate that was issued with a participant's own",
    requirements: ['PARTIES-TOKEN-SIGNED'],
    detects: ['accepts-parties-token-under-leaf'],
  }),
  row('PTK-05', {
    id: 'parties-token.of-participant',
    title: 'a client whose parties_token is signed by another participant than the registry, or says so',
    requirements: ['PARTIES-TOKEN-ISSUER'],
    detects: ['accepts-parties-token-of-another', 'ignores-parties-token-issuer'],
  }),
  row('PTK-06', {
    id: 'parties-token.of-client',
    title: 'a client whose parties_token is signed by the client itself',
    requirements: ['PARTIES-TOKEN-ISSUER'],
    detects: ['accepts-parties-token-of-another'],
  }),
  row('PTK-07', {
    id: 'parties-token.audience',
    title: 'a client whose parties_token is for another audience',
    requirements: ['PARTIES-TOKEN-AUD'],
    detects: ['ignores-parties-token-audience'],
  }),
  {
    id: 'parties-token.issuer-near',
    title: 'a client whose parties_token names an issuer that is nearly the registry',
    requirements: ['PARTIES-TOKEN-ISSUER'],
    cases: [],
    level: 'strict',
    roles: lookingUp,
    detects: ['takes-part-of-parties-token-issuer'],
    mutate: nearlyNamedToken('iss', 'another name'),
  },
  {
    id: 'parties-token.certificate-near',
    title: 'a client whose parties_token is signed by a party whose id is nearly that of the registry',
    requirements: ['PARTIES-TOKEN-ISSUER'],
    cases: [],
    level: 'strict',
    roles: lookingUp,
    detects: ['takes-part-of-parties-token-certificate'],
    mutate: nearlyCertified.map(partiesToken),
  },
  {
    id: 'parties-token.audience-near',
    title: 'a client whose parties_token is for a name that is nearly that of the target',
    requirements: ['PARTIES-TOKEN-AUD'],
    cases: [],
    level: 'strict',
    roles: lookingUp,
    detects: ['takes-part-of-parties-token-audience'],
    mutate: nearlyNamedToken('aud', 'another name'),
  },
  {
    id: 'parties-token.names-respelled',
    title: 'a client whose parties_token spells the registry or the target in another way',
    requirements: ['PARTIES-TOKEN-AUD', 'PARTIES-TOKEN-ISSUER'],
    cases: [],
    level: 'should',
    roles: lookingUp,
    detects: [
      'spells-parties-token-issuer-alike',
      'spells-parties-token-audience-alike',
      // What is added to a name leaves it a part of the other.
      'takes-part-of-parties-token-issuer',
      'takes-part-of-parties-token-audience',
    ],
    mutate: [...nearlyNamedToken('iss', 'another spelling'), ...nearlyNamedToken('aud', 'another spelling')],
  },
  row('PTK-09', {
    id: 'parties-token.expired',
    title: 'a client whose parties_token expired five minutes ago',
    requirements: ['PARTIES-TOKEN-FRESH'],
    detects: ['accepts-expired-parties-token'],
  }),
  row('TIM-02', {
    id: 'parties-token.no-exp',
    title: 'a client whose parties_token never expires',
    requirements: ['PARTIES-TOKEN-FRESH'],
    level: 'strict',
    detects: ['accepts-parties-token-without-exp', 'accepts-expired-parties-token'],
  }),
  row('PTK-12', {
    id: 'parties-token.outdated',
    title: 'a suspended client whose old parties_token is served again',
    requirements: ['PARTIES-TOKEN-FRESH'],
    detects: ['accepts-expired-parties-token'],
  }),
  row('PTK-13', {
    id: 'parties-token.contradicted',
    title: 'a client that parties_token calls Suspended and the JSON beside it Active',
    requirements: ['PARTIES-TOKEN-REQUIRED'],
    detects: ['reads-status-beside-token'],
  }),
  row('PTK-14', {
    id: 'parties-token.plain',
    title: 'a client whose record comes without a signed token',
    requirements: ['PARTIES-TOKEN-REQUIRED'],
    detects: ['accepts-plain-record'],
  }),
  row('PTK-15', {
    id: 'parties-token.missing',
    title: 'a client whose parties_token is missing or no text',
    requirements: ['PARTIES-TOKEN-REQUIRED'],
    detects: ['accepts-missing-parties-token'],
  }),
]

export const recorded: readonly Row[] = [
  row('PTK-08', {
    id: 'parties-token.without-audience',
    title: 'what becomes of a client whose parties_token has no aud',
    requirements: ['PARTIES-TOKEN-AUD'],
  }),
  row('PTK-10', {
    id: 'parties-token.long-lived',
    title: 'what becomes of a client whose parties_token lives for 1000 seconds',
    requirements: ['PARTIES-TOKEN-FRESH'],
  }),
  row('PTK-16', {
    id: 'parties-token.member-name',
    title: 'under which other names it finds parties_token',
    requirements: ['PARTIES-TOKEN-NAME'],
  }),
]

export const repeated: Row = row('PTK-11', {
  id: 'parties-token.repeated',
  title: 'what becomes of a client whose parties_token is served a second time',
  requirements: ['PARTIES-TOKEN-FRESH'],
})

export const huge: Row = row('PTK-17', {
  id: 'parties-token.huge',
  unsafe: 'large',
  title: 'the next client after a parties_token of 10 MB or 10,000 certificates',
  requirements: ['ROBUST-SIZE'],
})
