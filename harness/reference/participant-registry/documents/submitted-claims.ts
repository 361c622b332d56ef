import { createHash } from 'node:crypto'
import { global, party } from '../../engine/fault.js'
import { refuse } from '../../engine/refusal.js'
import { instead, only, removed, ruleAbout } from '../../engine/rule.js'
import {
  areOf,
  certificateOf,
  claimsOf,
  common,
  fingerprintOf,
  haveTexts,
  having,
  inDataspace,
  isText,
  levelIn,
  listed,
  listIn,
  ofAgreement,
  ofRole,
  ofType,
  publishable,
  type SubmittedClaims,
  statuses,
  types,
  uuid,
  wordsIn,
} from './submission.js'

const rule = ruleAbout<SubmittedClaims, 'claims'>()

/** The rules by which claims are taken (L21–146, L214). */
export const submittedClaimRules = [
  rule(
    'claims',
    'a submitter of claims has authenticated',
    ({ byParticipant }) => byParticipant || refuse(401, 'access_denied', 'an access token is missing'),
    { 'stores-claims-for-anybody': global('stores claims that come without an access token', removed) },
  ),
  rule('claims', 'the body holds claims', ({ body }) => listIn(body) !== undefined, {
    'stores-unstructured-claims': party('stores party information that is no claims', removed),
  }),
  rule(
    'claims',
    'a claim has the common members',
    (submitted) => claimsOf(submitted).every((claim) => common.every((name) => claim[name] !== undefined)),
    {
      'stores-incomplete-claims': party('stores claims that lack a common member', removed),
    },
  ),
  rule(
    'claims',
    'the id is a UUID',
    (submitted) => claimsOf(submitted).every(({ id }) => id === undefined || uuid.test(String(id))),
    {
      'stores-numbered-claims': party('stores claims whose id is no UUID', removed),
      'reads-id-of-roles-alone': party(
        'stores claims of other kinds than Framework Role with any id',
        instead((submitted) =>
          ofType(submitted, 'frameworkRole').every(({ id }) => id === undefined || uuid.test(String(id))),
        ),
      ),
    },
  ),
  rule('claims', 'the type is known', (submitted) => areOf(claimsOf(submitted), 'type', types), {
    'stores-unknown-types': party('stores claims of a kind that it does not know', removed),
  }),
  rule('claims', 'the status is known', (submitted) => areOf(claimsOf(submitted), 'status', statuses), {
    'stores-unknown-statuses': party('stores claims with any status', removed),
    'reads-status-of-roles-alone': party(
      'stores claims of other kinds than Framework Role with any status',
      instead((submitted) => areOf(ofType(submitted, 'frameworkRole'), 'status', statuses)),
    ),
  }),
  rule('claims', 'the level of assurance of a Framework Role Claim is known', levelIn('frameworkRole'), {
    'stores-unknown-loa': party('stores roles with any level of assurance', removed),
  }),
  rule('claims', 'adherence in claims of a framework is yes, no or not-applicable', wordsIn('frameworkRole'), {
    'stores-unknown-adherence': party('stores claims with any compliancyVerified and legalAdherence', removed),
  }),
  rule('claims', 'claims of a dataspace have the words that there are', inDataspace, {
    'stores-any-words-of-dataspaces': party('stores claims of a dataspace with any words', removed),
  }),
  rule(
    'claims',
    'consent is a boolean in one claim and text in the other',
    (submitted) =>
      publishable(submitted, 'frameworkComplianceship', 'boolean') &&
      publishable(submitted, 'dataspaceMembership', 'string'),
    { 'stores-swapped-publishable': party('stores publiclyPublishable of any type', removed) },
  ),
  rule(
    'claims',
    'a Dataspace Role Claim has its dates',
    (submitted) => haveTexts(ofType(submitted, 'dataspaceRole'), ['startDate', 'endDate']),
    {
      'stores-undated-dataspace-roles': party('stores a Dataspace Role Claim without its dates', removed),
    },
  ),
  rule(
    'claims',
    'a certificate or an assertion is claimed',
    (submitted) =>
      listIn(submitted.body) === undefined || ofType(submitted, 'x509Certificate', 'idpAssertion').length > 0,
    {
      'stores-claims-without-certificate': party('stores claims of a party without certificate and assertion', removed),
    },
  ),
  rule(
    'claims',
    'a certificate is claimed whole',
    (submitted) =>
      ofType(submitted, 'x509Certificate').every(
        (claim) => certificateOf(claim) !== undefined && (isText(claim['x5t#s256']) || isText(claim.x5tS256)),
      ),
    { 'stores-incomplete-certificates': party('stores a certificate claim without x5c or fingerprint', removed) },
  ),
  rule(
    'claims',
    'the fingerprint is that of the certificate',
    (submitted) =>
      ofType(submitted, 'x509Certificate').every((claim) => {
        const leaf = certificateOf(claim)
        const whole = leaf !== undefined && fingerprintOf(claim) !== 'undefined'
        return !whole || fingerprintOf(claim) === createHash('sha256').update(leaf.raw).digest('hex')
      }),
    { 'stores-foreign-fingerprints': party('stores a certificate with the fingerprint of another', removed) },
  ),
  rule(
    'claims',
    'the certificate stands under a trusted root',
    (submitted) =>
      ofType(submitted, 'x509Certificate').every((claim) => {
        const leaf = certificateOf(claim)
        return leaf === undefined || submitted.issuers.some((issuer) => leaf.isIssuedBy(issuer))
      }),
    { 'stores-untrusted-certificates': party('stores a certificate that stands under no trusted root', removed) },
  ),
  rule(
    'claims',
    'a Framework Agreement Claim has its members',
    having('frameworkAgreement', ...ofAgreement, 'frameworkId'),
    {
      'stores-incomplete-agreements': party('stores agreement claims that lack a member', removed),
    },
  ),
  rule(
    'claims',
    'a Dataspace Agreement Claim has its members',
    having('dataspaceAgreement', ...ofAgreement, 'dataspaceId'),
    {
      'stores-incomplete-dataspace-agreements': party(
        'stores a Dataspace Agreement Claim that lacks a member',
        removed,
      ),
    },
  ),
  rule(
    'claims',
    'a Framework Compliance Claim has its members',
    having('frameworkComplianceship', 'startDate', 'endDate', 'frameworkId'),
    {
      'stores-incomplete-compliance': party('stores a Framework Compliance Claim that lacks a member', removed),
    },
  ),
  rule(
    'claims',
    'an Authorisation Registry Claim has its members',
    having('authRegistry', 'name', 'authRegistryId', 'authUrl'),
    {
      'stores-incomplete-registries': party('stores an Authorisation Registry Claim that lacks a member', removed),
    },
  ),
  rule('claims', 'a Framework Role Claim has its members', having('frameworkRole', ...ofRole, 'frameworkId'), {
    'stores-incomplete-roles': party('stores a Framework Role Claim that lacks a member', removed),
  }),
  rule('claims', 'a Dataspace Role Claim has its members', having('dataspaceRole', ...ofRole, 'dataspaceId'), {
    'stores-incomplete-dataspace-roles': party('stores a Dataspace Role Claim that lacks a member', removed),
  }),
  rule(
    'claims',
    'a Dataspace Membership Claim has its members',
    having('dataspaceMembership', 'dataspaceId', 'legalAdherence'),
    {
      'stores-incomplete-memberships': party('stores a Dataspace Membership Claim that lacks a member', removed),
    },
  ),
  rule('claims', 'an IDP Assertion Claim has its assertion', having('idpAssertion', 'assertion'), {
    'stores-empty-assertions': party('stores an IDP Assertion Claim without its assertion', removed),
  }),
  rule('claims', 'further members are let pass', () => true, {
    'refuses-further-members': party(
      'refuses claims with members that the text does not list',
      only((submitted) =>
        claimsOf(submitted).every((claim) => Object.keys(claim).every((name) => listed(claim).includes(name))),
      ),
    ),
  }),
]
