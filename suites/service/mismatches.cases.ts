import {
  type EvidenceContext,
  evidence,
  inPolicy,
  inTarget,
  type ServiceMutation,
} from '../../harness/mutations/evidence.js'
import { type NearMiss, neighbour, otherNames, otherSpellings } from '../../harness/mutations/near-misses.js'
import { joined } from '../../harness/wire/members.js'
import { otherCase } from '../support/values/letter-case.js'
import { row, type ServiceRow } from './rows.js'

const hour = 3600

/** Evidence about something that is made of what was asked. */
type Nearly = (miss: NearMiss) => ServiceMutation

const aboutResource: Nearly = ({ name, of }) =>
  evidence(
    `about its resource ${name}`,
    inTarget((target, { resource }) => ({
      ...target,
      resource: { ...resource, identifiers: (resource.identifiers as readonly string[]).map(of) },
    })),
  )

const aboutType: Nearly = ({ name, of }) =>
  evidence(
    `about its type of resource ${name}`,
    inTarget((target, { resource }) => ({ ...target, resource: { ...resource, type: of(String(resource.type)) } })),
  )

const aboutAction: Nearly = ({ name, of }) =>
  evidence(
    `about the asked action ${name}`,
    inTarget((target, { actions }) => ({ ...target, actions: actions.map(of) })),
  )

const aboutConsumer: Nearly = ({ name, of }) =>
  evidence(`about the consumer ${name}`, (own, { subject }) => ({ ...own, target: { accessSubject: of(subject) } }))

const issuedBy: Nearly = ({ name, of }) =>
  evidence(`issued by the entitled party ${name}`, (own, { policyIssuer }) => ({
    ...own,
    policyIssuer: of(policyIssuer),
  }))

/** Parties that are none of the consumer's names, though the ServiceProvider knows them well. */
const parties: readonly (readonly [name: string, of: (context: EvidenceContext) => string])[] = [
  ['the entitled party', ({ policyIssuer }) => policyIssuer],
  ['itself', ({ provider }) => provider],
  ['another ServiceProvider', ({ otherProvider }) => otherProvider],
  ['a consumer who is served', ({ known }) => known],
]

/** Only where requests name a ServiceProvider; that evidence does is not shown. */
export const elsewhereConsumed: ServiceRow = row(
  'service.evidence-place',
  'SERVICE-EVIDENCE-MATCHES',
  'ignores-evidence-place',
  { level: 'should' },
).sends('on evidence about what another ServiceProvider serves', [
  evidence(
    'about the service of another ServiceProvider',
    inTarget((target, { consumedAt, otherProvider }) => joined(target, consumedAt(otherProvider))),
  ),
  evidence(
    'about the service of a ServiceProvider whose name is longer',
    inTarget((target, { consumedAt, provider }) => joined(target, consumedAt(`${provider}0`))),
  ),
])

/** Evidence for something else than what was asked, or out of date; each by a fault of its own. */
export const refused: readonly ServiceRow[] = [
  row('service.evidence-subject', 'DLG-32', [
    'ignores-evidence-subject',
    'takes-evidence-subject-for-list',
    'takes-evidence-about-known',
  ]).sends('on evidence about another consumer', [
    ...otherNames.map(aboutConsumer),
    ...parties.map(([name, of]) =>
      evidence(`about ${name}`, (own, context) => ({ ...own, target: { accessSubject: of(context) } })),
    ),
  ]),
  row(
    'service.evidence-issuer',
    'SERVICE-EVIDENCE-MATCHES',
    ['ignores-evidence-issuer', 'takes-evidence-of-consumer', 'takes-evidence-issuer-for-list'],
    { level: 'strict' },
  ).sends('on evidence that another party than the entitled one issued', [
    evidence('issued by the consumer', (own, { subject }) => ({ ...own, policyIssuer: subject })),
    evidence('issued by another ServiceProvider', (own, { otherProvider }) => ({
      ...own,
      policyIssuer: otherProvider,
    })),
    // Who serves what is its own is the entitled party.
    evidence('issued by itself', (own, { policyIssuer, provider }) => ({
      ...own,
      policyIssuer: provider === policyIssuer ? neighbour(provider) : provider,
    })),
    ...otherNames.map(issuedBy),
  ]),
  row('service.evidence-resource', 'DLG-32', 'ignores-evidence-resource').sends('on evidence about another resource', [
    evidence(
      'about another resource',
      inTarget((target, { resource }) => ({ ...target, resource: { ...resource, identifiers: ['dataset-2'] } })),
    ),
    evidence(
      'about another type of resource',
      inTarget((target, { resource }) => ({ ...target, resource: { ...resource, type: 'invoice' } })),
    ),
  ]),
  row('service.evidence-action', 'DLG-32', 'ignores-evidence-action').sends('on evidence about another action', [
    evidence(
      'about another action',
      inTarget((target) => ({ ...target, actions: ['delete'] })),
    ),
  ]),
  row('service.resource-near-miss', 'DLG-32', [
    'ignores-evidence-resource',
    'takes-longer-resource',
    'finds-resource-within',
    'takes-resource-for-list',
  ]).sends('on evidence about nearly its resource', [...otherNames.map(aboutResource), ...otherNames.map(aboutType)]),
  row('service.action-near-miss', 'DLG-32', [
    'ignores-evidence-action',
    'takes-longer-action',
    'takes-action-for-list',
  ]).sends('on evidence about nearly the same action', otherNames.map(aboutAction)),
  row(
    'service.evidence-respelled',
    'SERVICE-EVIDENCE-MATCHES',
    ['spells-evidence-subject-alike', 'spells-evidence-issuer-alike', 'spells-resource-alike', 'spells-action-alike'],
    { level: 'should', slow: 180 },
  ).sends(
    'on evidence about the same in another spelling',
    [aboutConsumer, issuedBy, aboutResource, aboutType, aboutAction].flatMap((about) => otherSpellings.map(about)),
  ),
  row(
    'service.evidence-about-nobody',
    'SERVICE-EVIDENCE-MATCHES',
    ['ignores-evidence-subject', 'takes-evidence-about-nobody'],
    { level: 'should' },
  ).sends('on evidence that does not say about whom it is', [
    evidence('without a target', ({ target: _, ...own }) => own),
    evidence('without a subject', (own) => ({ ...own, target: {} })),
  ]),
  row(
    'service.subject-in-letter-case',
    'SERVICE-EVIDENCE-MATCHES',
    ['ignores-evidence-subject', 'ignores-letter-case-of-evidence-subject'],
    { level: 'should' },
  ).sends('on evidence about the consumer in other letter case', [
    evidence('the subject in other letter case', (own, { subject }) => ({
      ...own,
      target: { accessSubject: otherCase(subject) },
    })),
  ]),
  row(
    'service.evidence-about-nothing',
    'SERVICE-EVIDENCE-MATCHES',
    [
      'ignores-evidence-resource',
      'ignores-evidence-action',
      'takes-policies-without-resource',
      'takes-policies-without-actions',
      'takes-policies-with-empty-identifiers',
      'takes-policies-with-empty-actions',
    ],
    { level: 'should' },
  ).sends('on a policy that does not say what it is about', [
    evidence(
      'a policy without a target',
      inPolicy(({ target: _, ...policy }) => policy),
    ),
    evidence(
      'a policy without a resource',
      inTarget(({ resource: _, ...target }) => target),
    ),
    evidence(
      'a policy without actions',
      inTarget(({ actions: _, ...target }) => target),
    ),
    evidence(
      'a policy with an empty list of actions',
      inTarget((target) => ({ ...target, actions: [] })),
    ),
    evidence(
      'a policy with an empty list of identifiers',
      inTarget((target, { resource }) => ({ ...target, resource: { ...resource, identifiers: [] } })),
    ),
  ]),
  row('service.evidence-attributes', 'SERVICE-EVIDENCE-MATCHES', 'ignores-evidence-attributes', {
    level: 'should',
  }).sends('on evidence about another attribute of its resource', [
    evidence(
      'about an attribute that it never asked about',
      inTarget((target, { resource }) => ({ ...target, resource: { ...resource, attributes: ['x-assay-none'] } })),
    ),
  ]),
  row(
    'service.evidence-end-as-text',
    'SERVICE-EVIDENCE-MATCHES',
    ['ignores-evidence-end', 'takes-text-for-end-of-evidence'],
    { level: 'should' },
  ).sends('on evidence whose end is a date in the past, as text', [
    evidence('expired an hour ago, as a date', (own, { now }) => ({
      ...own,
      notBefore: now - 2 * hour,
      notOnOrAfter: new Date((now - hour) * 1000).toISOString(),
    })),
  ]),
  row('service.evidence-expired', 'DLG-32', 'ignores-evidence-end').sends('on evidence that has expired', [
    evidence('expired an hour ago', (own, { now }) => ({
      ...own,
      notBefore: now - 2 * hour,
      notOnOrAfter: now - hour,
    })),
  ]),
  row('service.evidence-not-yet', 'DLG-32', 'ignores-evidence-start').sends('on evidence that is not valid yet', [
    evidence('valid in an hour', (own, { now }) => ({ ...own, notBefore: now + hour, notOnOrAfter: now + 2 * hour })),
  ]),
]
