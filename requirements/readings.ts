import type { RequirementId } from './list.js'

/** One way to read a requirement whose wording leaves several. */
export interface Reading {
  /** What a participant does that reads it so; completes "read as". */
  readonly says: string
  /** What checks have to have recorded, so that a participant keeps to this reading. */
  readonly wants: readonly Wanted[]
  /** Checks that do not count where it is read so. */
  readonly leaves?: readonly string[]
}

/** An observation of a check, by its name, and the values of it that keep to the reading. */
export interface Wanted {
  readonly check: string
  readonly observed: string
  readonly is: readonly string[]
}

const granted = (check: string, ...observed: readonly string[]): readonly Wanted[] =>
  observed.map((one) => ({ check, observed: one, is: ['granted'] }))
const refused = (check: string, ...observed: readonly string[]): readonly Wanted[] =>
  observed.map((one) => ({ check, observed: one, is: ['refused'] }))
const seen = (check: string, observed: string, ...is: readonly string[]): readonly Wanted[] => [{ check, observed, is }]

const contradiction = 'registry.contradiction'
const byX5c = 'x5c matches, fingerprint contradicts'
const byFingerprint = 'fingerprint matches, x5c contradicts'
const fingerprints = (...forms: readonly string[]): readonly Wanted[] =>
  granted('registry.fingerprint-encoding', ...forms.map((form) => `fingerprint in ${form}`))
const forms = (...observed: readonly string[]): readonly Wanted[] => granted('registry.certificate-form', ...observed)
const arrays = ['x5c as an array of the leaf', 'x5c as an array of the chain']
const evaluator = seen.bind(undefined, 'delegation.evaluator', 'conditions that do not hold')

/**
 * The readings of each ambiguous requirement, by their names. Without a policy each of them conforms; a policy names
 * the one that its operator admits by.
 */
export const readings = {
  'DELEGATION-EVALUATOR': {
    'authorisation-registry': {
      says: 'the AuthorisationRegistry evaluates conditions, and permits nothing where they do not hold',
      wants: evaluator('evaluated by the AuthorisationRegistry'),
    },
    'service-provider': {
      says: 'the AuthorisationRegistry hands conditions out, and the ServiceProvider evaluates them',
      wants: evaluator('handed out'),
    },
  },
  'CREDENTIAL-ENVELOPED': {
    plain: {
      says: 'the payload is served as it is',
      wants: seen('documents.credential-envelope', 'credentials are served', 'plain'),
    },
    enveloped: {
      says: 'the payload is served as an enveloped verifiable credential',
      wants: seen('documents.credential-envelope', 'credentials are served', 'enveloped'),
    },
  },
  'CLAIM-STATUS-SPELLING': {
    'lower-case': {
      says: 'status words are those of the enumeration, in lower case',
      wants: seen('documents.status-spelling', 'statuses of claims are spelled', 'in lower case'),
    },
    capitalised: {
      says: 'status words begin with a capital letter, as in the sample payloads',
      wants: seen('documents.status-spelling', 'statuses of claims are spelled', 'with a capital letter'),
    },
  },
  'CLAIM-COMPLIANCE-TYPE': {
    frameworkComplianceship: {
      says: 'the type is frameworkComplianceship, as the text states',
      wants: seen('documents.compliance-type', 'Framework Compliance Claims are called', 'frameworkComplianceship'),
    },
    frameworkCompliance: {
      says: 'the type is frameworkCompliance, as in the sample payload',
      wants: seen('documents.compliance-type', 'Framework Compliance Claims are called', 'frameworkCompliance'),
    },
  },
  'REGISTRY-FINGERPRINT': {
    hexadecimal: {
      says: 'a fingerprint is read in hexadecimal',
      wants: fingerprints('lower-case hex', 'upper-case hex'),
    },
    base64: { says: 'a fingerprint is read in base64', wants: fingerprints('base64') },
    base64url: { says: 'a fingerprint is read in base64url', wants: fingerprints('base64url') },
    'every-form': {
      says: 'a fingerprint is read under both names and in each of the three encodings',
      wants: [
        ...fingerprints('lower-case hex', 'upper-case hex', 'base64', 'base64url'),
        ...granted('registry.fingerprint-key', 'fingerprint under x5tS256'),
        ...granted('positive.fingerprint-only', 'record=fingerprint alone'),
      ],
    },
  },
  'REGISTRY-X5C-FORM': {
    string: {
      says: 'the registered x5c is read as one string',
      wants: granted('positive.certificate-only', 'record=x5c alone'),
    },
    array: { says: 'the registered x5c is read as an array', wants: forms(...arrays) },
    pem: {
      says: 'the registered x5c is read with PEM armour and as base64 of PEM text',
      wants: forms('x5c with PEM armour', 'x5c as base64 of the PEM'),
    },
    'every-form': {
      says: 'the registered x5c is read as one string or as an array, with or without PEM armour and line breaks',
      wants: [
        ...granted('positive.certificate-only', 'record=x5c alone'),
        ...forms(...arrays, 'x5c with PEM armour', 'x5c as base64 of the PEM', 'x5c with line breaks'),
      ],
    },
  },
  'JWT-SUB': {
    'as-iss': {
      says: 'sub equals iss in each signed JWT',
      wants: seen('delegation.token-sub', 'sub of delegation_token', 'its issuer'),
    },
    'by-use': {
      says: 'other JWTs than client assertions and parties_token may name another subject',
      wants: [],
      leaves: ['forwarding.other-sub'],
    },
  },
  'ASSERTION-AUD-ARRAY': {
    string: { says: 'aud is a string', wants: refused('audience.array-of-one', 'aud=in a list') },
    'array-of-one': {
      says: 'an array of one identifier is taken like the string',
      wants: granted('audience.array-of-one', 'aud=in a list'),
    },
  },
  'CERT-KEY-USAGE-EXTRA': {
    alone: {
      says: 'the key usage is Non-Repudiation and nothing else',
      wants: refused('certificate.more-key-usage', 'key-usage-with-digital-signature'),
    },
    'among-others': {
      says: 'Non-Repudiation is one bit of the key usage',
      wants: granted('certificate.more-key-usage', 'key-usage-with-digital-signature'),
    },
  },
  'JWT-X5C-ENCODING': {
    der: {
      says: 'an element is base64 of the DER, and PEM is refused',
      wants: [...refused('chain.pem', 'PEM'), ...refused('chain.base64-of-pem', 'base64 of PEM')],
    },
    pem: { says: 'an element may be base64 of PEM text', wants: granted('chain.base64-of-pem', 'base64 of PEM') },
  },
  'REGISTRY-STATUS-SPELLING': {
    'as-written': {
      says: 'Active alone is taken, as the rule writes it',
      wants: [
        ...refused('registry.status-lower-case', 'status active'),
        ...refused('registry.status-spelling', 'status ACTIVE', 'status " Active"', 'status "Active "'),
      ],
    },
    'as-enumerated': {
      says: 'active is taken too, as the enumeration writes it',
      wants: granted('registry.status-lower-case', 'status active'),
    },
  },
  'REGISTRY-CERT-AGREES': {
    either: {
      says: 'one of the two is enough, whatever the other says',
      wants: granted(contradiction, byX5c, byFingerprint),
    },
    'x5c-decides': {
      says: 'x5c decides where it is there',
      wants: [...granted(contradiction, byX5c), ...refused(contradiction, byFingerprint)],
    },
    both: { says: 'an entry that contradicts itself is refused', wants: refused(contradiction, byX5c, byFingerprint) },
  },
} as const satisfies Partial<Record<RequirementId, Readonly<Record<string, Reading>>>>

const byId: Readonly<Record<string, Readonly<Record<string, Reading>>>> = readings

/** The readings of a requirement by their names; none where its text leaves only one. */
export const readingsOf = (requirement: string): Readonly<Record<string, Reading>> =>
  Object.hasOwn(byId, requirement) ? (byId[requirement] as Readonly<Record<string, Reading>>) : {}
