import { party } from '../../engine/fault.js'
import { instead, removed, ruleAbout } from '../../engine/rule.js'
import {
  accession,
  adherence,
  agreements,
  assertion,
  booleanIn,
  certificate,
  claim,
  compliance,
  dataspace,
  dates,
  each,
  fingerprint,
  foreignFingerprint,
  framework,
  hash,
  informed,
  membership,
  registry,
  role,
  roles,
  type ServedClaims,
  sectors,
  termsOfUse,
  uuid,
  withMember,
  without,
} from './sample-claims.js'

const rule = ruleAbout<ServedClaims, 'record'>()

/** How claims are written (L21–146): first which there are, then what all have in common, then what some of them have. */
export const servedClaimRules = [
  rule('record', 'framework compliance is claimed for a period', claim('frameworkComplianceship', compliance), {
    'omits-compliance-end': party(
      'leaves endDate out of a Framework Compliance Claim',
      instead(claim('frameworkComplianceship', without('endDate')(compliance))),
    ),
  }),
  rule('record', 'framework compliance has its own type', () => true, {
    'misspells-compliance-type': party(
      'writes frameworkCompliant as a type of claim',
      instead((served) => {
        for (const own of served.claims) if (own.type === 'frameworkComplianceship') own.type = 'frameworkCompliant'
        return true
      }),
    ),
  }),
  rule('record', 'an authorisation registry is claimed with its address', claim('authRegistry', registry), {
    'omits-registry-url': party(
      'leaves authUrl out of an Authorisation Registry Claim',
      instead(claim('authRegistry', without('authUrl')(registry))),
    ),
    'misspells-claim-type': party(
      'writes authorisationRegistry as a type of claim',
      instead(claim('authorisationRegistry', registry)),
    ),
  }),
  rule('record', 'the Accession Agreement is claimed', claim('frameworkAgreement', { ...accession, ...framework }), {
    'names-dataspace-in-framework-agreement': party(
      'writes dataspaceId for frameworkId in a framework claim',
      instead(claim('frameworkAgreement', { ...accession, ...dataspace })),
    ),
  }),
  rule('record', 'the Terms of Use are claimed', claim('frameworkAgreement', { ...termsOfUse, ...framework }), {
    'claims-one-agreement': party('serves claims of a party without the Terms of Use', removed),
  }),
  rule('record', 'a framework role is claimed by its name', claim('frameworkRole', { ...role, ...framework }), {
    'omits-role-id': party(
      'leaves roleId out of a Framework Role Claim',
      instead(claim('frameworkRole', { ...without('roleId')(role), ...framework })),
    ),
  }),
  rule('record', 'a membership is claimed of a dataspace', claim('dataspaceMembership', membership), {
    'omits-membership-dataspace': party(
      'leaves dataspaceId out of a Dataspace Membership Claim',
      instead(claim('dataspaceMembership', without('dataspaceId')(membership))),
    ),
  }),
  rule(
    'record',
    'an agreement is claimed for a dataspace',
    claim('dataspaceAgreement', { ...termsOfUse, ...dataspace }),
    {
      'names-framework-in-dataspace-agreement': party(
        'writes frameworkId for dataspaceId in a Dataspace Agreement Claim',
        instead(claim('dataspaceAgreement', { ...termsOfUse, ...framework })),
      ),
    },
  ),
  rule('record', 'a role is claimed in a dataspace', claim('dataspaceRole', { ...role, ...dataspace }), {
    'names-framework-in-dataspace-role': party(
      'writes frameworkId for dataspaceId in a Dataspace Role Claim',
      instead(claim('dataspaceRole', { ...role, ...framework })),
    ),
    'omits-dataspace-role-dates': party(
      'leaves the dates out of a Dataspace Role Claim',
      instead(claim('dataspaceRole', { roleId: 'Publisher', ...dataspace })),
    ),
  }),
  rule('record', 'an assertion is claimed with its value', claim('idpAssertion', assertion), {
    'omits-assertion': party('leaves assertion out of an IDP Assertion Claim', instead(claim('idpAssertion', {}))),
  }),
  rule('record', 'the certificate of the party is claimed', claim('x509Certificate', certificate), {
    'serves-no-certificate-claim': party(
      'serves claims of a party without certificate and assertion',
      instead((served) => {
        served.claims = served.claims.filter(({ type }) => type !== 'idpAssertion')
        return true
      }),
    ),
  }),
  rule('record', 'the fingerprint is that of the certificate', withMember(['x509Certificate'], fingerprint), {
    'serves-foreign-fingerprint': party(
      'writes the fingerprint of another certificate',
      instead(withMember(['x509Certificate'], foreignFingerprint)),
    ),
  }),
  rule(
    'record',
    'every claim names its registrar',
    each((_, { registrarId }) => ({ registrarId })),
    {
      'serves-claims-without-registrar': party('leaves registrarId out of its claims', removed),
    },
  ),
  rule(
    'record',
    'every claim has a UUID',
    each((index) => ({ id: uuid(index) })),
    {
      'numbers-claims': party('gives claims a number as id', instead(each((index) => ({ id: String(index + 1) })))),
    },
  ),
  rule(
    'record',
    'the status is a word of the enumeration',
    each(() => ({ status: 'active' })),
    {
      'serves-enabled-claims': party(
        'writes enabled as a status of claims',
        instead(each(() => ({ status: 'enabled' }))),
      ),
    },
  ),
  rule(
    'record',
    'the level of assurance is in lower case',
    withMember(roles, () => ({ loa: 'high' })),
    {
      'capitalises-loa': party(
        'writes High as a level of assurance',
        instead(withMember(roles, () => ({ loa: 'High' }))),
      ),
    },
  ),
  rule('record', 'adherence is yes, no or not-applicable', withMember(roles, adherence('yes', 'not-applicable')), {
    'serves-boolean-adherence': party(
      'writes compliancyVerified and legalAdherence as booleans',
      instead(withMember(roles, adherence(true, false))),
    ),
  }),
  rule(
    'record',
    'consent is a boolean in one claim and text in the other',
    withMember(informed, booleanIn('frameworkComplianceship')),
    {
      'swaps-publishable-types': party(
        'writes publiclyPublishable as text and boolean the wrong way round',
        instead(withMember(informed, booleanIn('dataspaceMembership'))),
      ),
    },
  ),
  rule('record', 'sectors are a list', withMember(informed, sectors(['Utilities'])), {
    'writes-sectors-as-text': party(
      'writes the sectors of additionalInfo as one text',
      instead(withMember(informed, sectors('Utilities'))),
    ),
  }),
  rule('record', 'a hash of an agreement is SHA-256', withMember(agreements, hash('sha256')), {
    'hashes-agreements-with-md5': party(
      'writes an MD5 hash of an agreement',
      instead(withMember(agreements, hash('md5'))),
    ),
  }),
  rule('record', 'timestamps say that they are UTC', () => true, {
    'writes-local-timestamps': party(
      'writes timestamps of claims without a zone',
      instead(dates((date) => date.replace('Z', ''))),
    ),
  }),
  rule('record', 'claims start before they end', () => true, {
    'ends-claims-before-start': party(
      'ends claims before they start',
      instead((served) => {
        for (const own of served.claims) if (own.endDate !== undefined) own.endDate = '2025-01-01T00:00:00Z'
        return true
      }),
    ),
  }),
]
