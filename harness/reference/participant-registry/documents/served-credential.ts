import type { JsonObject } from '../../../contracts/json.js'
import { party } from '../../engine/fault.js'
import { type Change, instead, removed, ruleAbout } from '../../engine/rule.js'
import type { KitParty } from '../../kit.js'
import { Certificate } from '../../pki/certificate.js'

/** The credential of a party while it is put together. */
export interface ServedCredential {
  readonly owner: KitParty
  readonly issuerId: string
  readonly credential: JsonObject
  readonly framework: JsonObject
}

const rule = ruleAbout<ServedCredential, 'record'>()
type Fill = (served: ServedCredential) => boolean

/** Members at the top level. */
const top =
  (members: (served: ServedCredential) => JsonObject): Fill =>
  (served) =>
    Object.assign(served.credential, members(served)) === served.credential

/** Members of its framework. */
const inFramework =
  (members: (served: ServedCredential) => JsonObject): Fill =>
  (served) =>
    Object.assign(served.framework, members(served)) === served.framework

const wrongly = (fill: Fill): Change<ServedCredential> => instead(fill)

const contexts = ['https://www.w3.org/ns/credentials/v2', 'https://framework.example/contexts/compliance/v1']
const types = ['VerifiableCredential', 'FrameworkComplianceCredential']
const period = { validFrom: '2026-01-01T00:00:00Z', validUntil: '2036-01-01T00:00:00Z' }
const issuer = ({ issuerId }: ServedCredential) => ({ id: issuerId, name: 'Example Registry' })
const resolver = { resolverUrl: 'https://registry.example/resolve' }
const role = { id: 'role-1', type: 'ServiceConsumer', compliancyVerified: 'yes', legalAdherence: 'not-applicable' }
const agreement = { id: 'agreement-1', type: 'TermsOfUse', title: 'Terms of Use' }
const assertion = { id: 'assertion-1', assertion: 'an assertion of an identity provider', validFrom: period.validFrom }
const info = { website: 'https://party.example', companyEmail: 'office@party.example' }
const subject = ({ owner, framework }: ServedCredential) => ({ id: owner.partyId, frameworks: [framework] })

function certificate({ owner }: ServedCredential) {
  const leaf = new Certificate(owner.certificates[0] ?? Buffer.alloc(0))
  const fingerprint = leaf.fingerprint.toString('hex')
  const subjectName = leaf.x509.subject.split('\n').join(', ')
  return {
    id: 'certificate-1',
    subjectName,
    certificateType: 'eSeal',
    'x5t#s256': fingerprint,
    x5c: leaf.raw.toString('base64'),
  }
}

/** How a Framework Compliance Credential is written (L152–179). */
export const servedCredentialRules = [
  rule(
    'record',
    'the W3C context comes first',
    top(() => ({ '@context': contexts })),
    {
      'swaps-credential-contexts': party(
        'writes the two contexts in the other order',
        wrongly(top(() => ({ '@context': contexts.toReversed() }))),
      ),
    },
  ),
  rule(
    'record',
    'the credential has an id',
    top(() => ({ id: 'urn:uuid:0b8f4d7e-5c1a-4e3b-9f26-0000000000ff' })),
    {
      'numbers-credential': party('writes a number as id of the credential', wrongly(top(() => ({ id: 7 })))),
    },
  ),
  rule(
    'record',
    'the credential has both types',
    top(() => ({ type: types })),
    {
      'serves-untyped-credential': party(
        'writes VerifiableCredential as the only type',
        wrongly(top(() => ({ type: types.slice(0, 1) }))),
      ),
    },
  ),
  rule(
    'record',
    'the issuer has an id and where it is resolved',
    top((served) => ({ issuer: { ...issuer(served), ...resolver } })),
    {
      'omits-issuer-id': party(
        'leaves id out of the issuer',
        wrongly(top(() => ({ issuer: { name: 'Example Registry', ...resolver } }))),
      ),
      'serves-relative-resolver': party(
        'writes a path as resolverUrl',
        wrongly(top((served) => ({ issuer: { ...issuer(served), resolverUrl: '/resolve here' } }))),
      ),
    },
  ),
  rule(
    'record',
    'the dates of the credential are date-times',
    top(() => period),
    {
      'dates-credential-by-day': party(
        'writes the dates of the credential without a time',
        wrongly(top(() => ({ validFrom: '2026-01-01', validUntil: '2036-01-01' }))),
      ),
      'ends-credential-before-start': party(
        'ends the credential before it starts',
        wrongly(top(() => ({ ...period, validUntil: '2025-12-31T00:00:00Z' }))),
      ),
    },
  ),
  rule(
    'record',
    'the credential has a status',
    top(() => ({ credentialStatus: { id: 'https://registry.example/status/1', type: 'BitstringStatusListEntry' } })),
    {
      'omits-credential-status': party('leaves credentialStatus out', removed),
    },
  ),
  rule('record', 'the credential has listed members only', () => true, {
    'names-credential': party('adds a name to the credential', wrongly(top(() => ({ name: 'Compliance' })))),
    'adds-prototype-member': party(
      'adds a member __proto__ to the credential',
      wrongly(({ credential }) => {
        Object.defineProperty(credential, '__proto__', { value: {}, enumerable: true })
        return true
      }),
    ),
  }),
  rule(
    'record',
    'the subject has an id and frameworks',
    top((served) => ({ credentialSubject: subject(served) })),
    {
      'names-subject': party(
        'adds a name to the subject',
        wrongly(top((served) => ({ credentialSubject: { ...subject(served), name: 'Party' } }))),
      ),
      'adds-alias-to-subject': party(
        'adds an IdentifierAlias to the subject',
        wrongly(
          top((served) => ({ credentialSubject: { ...subject(served), alsoKnownAs: [{ id: 'EU.1', type: 'eori' }] } })),
        ),
      ),
      'serves-no-frameworks': party(
        'writes an empty list of frameworks',
        wrongly(top(({ owner }) => ({ credentialSubject: { id: owner.partyId, frameworks: [] } }))),
      ),
    },
  ),
  rule(
    'record',
    'a framework has an id',
    inFramework(() => ({ id: 'urn:example:framework', version: '1.0' })),
    {
      'omits-framework-id': party('leaves id out of a framework', wrongly(inFramework(() => ({ version: '1.0' })))),
    },
  ),
  rule(
    'record',
    'consent is a boolean',
    inFramework(() => ({ additionalInfo: { ...info, publiclyPublishable: true } })),
    {
      'writes-publishable-as-text': party(
        'writes publiclyPublishable of the credential as text',
        wrongly(inFramework(() => ({ additionalInfo: { ...info, publiclyPublishable: 'yes' } }))),
      ),
    },
  ),
  rule(
    'record',
    'a role has a level of assurance',
    inFramework(() => ({ roles: [{ ...role, loa: 'high' }] })),
    {
      'capitalises-credential-loa': party(
        'writes High in a role of the credential',
        wrongly(inFramework(() => ({ roles: [{ ...role, loa: 'High' }] }))),
      ),
    },
  ),
  rule(
    'record',
    'an agreement names its type',
    inFramework(() => ({ agreements: [{ ...agreement, typeName: 'Terms of Use' }] })),
    {
      'omits-agreement-type-name': party(
        'leaves typeName out of an agreement of the credential',
        wrongly(inFramework(() => ({ agreements: [agreement] }))),
      ),
    },
  ),
  rule(
    'record',
    'x5c is a list',
    inFramework((served) => {
      const { x5c, ...rest } = certificate(served)
      return { x509Certificates: [{ ...rest, x5c: [x5c] }] }
    }),
    {
      'serves-x5c-as-text': party(
        'writes x5c of the credential as one text',
        wrongly(inFramework((served) => ({ x509Certificates: [certificate(served)] }))),
      ),
    },
  ),
  rule(
    'record',
    'an assertion ends',
    inFramework(() => ({ idpAssertions: [{ ...assertion, validUntil: period.validUntil }] })),
    {
      'omits-assertion-end': party(
        'leaves validUntil out of an assertion of the credential',
        wrongly(inFramework(() => ({ idpAssertions: [assertion] }))),
      ),
    },
  ),
  rule('record', 'lists without items are left out', () => true, {
    'serves-empty-lists': party(
      'writes empty lists where it has nothing',
      wrongly(({ credential }) => {
        const { frameworks } = credential.credentialSubject as unknown as { frameworks: JsonObject[] }
        frameworks.push({ id: 'urn:example:other-framework', roles: [], agreements: [] })
        return true
      }),
    ),
  }),
]
