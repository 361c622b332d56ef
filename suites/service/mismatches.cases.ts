import { evidence, inPolicy, inTarget } from '../../harness/mutations/evidence.js'
import { otherCase } from '../support/values/letter-case.js'
import { nearMissesOfName } from '../support/values/near-misses.js'
import { row, type ServiceRow } from './rows.js'

const hour = 3600

const nearlyResource = nearMissesOfName.map(({ name, of }) =>
  evidence(
    `about its resource ${name}`,
    inTarget((target, { resource }) => ({
      ...target,
      resource: { ...resource, identifiers: (resource.identifiers as readonly string[]).map(of) },
    })),
  ),
)

const nearlyType = nearMissesOfName.map(({ name, of }) =>
  evidence(
    `about its type of resource ${name}`,
    inTarget((target, { resource }) => ({ ...target, resource: { ...resource, type: of(String(resource.type)) } })),
  ),
)

const nearlyAction = nearMissesOfName.map(({ name, of }) =>
  evidence(
    `about the asked action ${name}`,
    inTarget((target, { actions }) => ({ ...target, actions: actions.map(of) })),
  ),
)

/** Evidence for something else than what was asked, or out of date; each by a fault of its own. */
export const refused: readonly ServiceRow[] = [
  row('service.evidence-subject', 'DLG-32', 'ignores-evidence-subject').sends('on evidence about another consumer', [
    evidence('about another consumer', (own, { subject }) => ({ ...own, target: { accessSubject: `${subject}2` } })),
  ]),
  row(
    'service.evidence-issuer',
    'SERVICE-EVIDENCE-MATCHES',
    ['ignores-evidence-issuer', 'takes-evidence-of-consumer'],
    { level: 'strict' },
  ).sends('on evidence that another party than the entitled one issued', [
    evidence('issued by the consumer', (own, { subject }) => ({ ...own, policyIssuer: subject })),
    evidence('issued by another ServiceProvider', (own, { otherProvider }) => ({
      ...own,
      policyIssuer: otherProvider,
    })),
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
  ]).sends('on evidence about nearly its resource', [...nearlyResource, ...nearlyType]),
  row('service.action-near-miss', 'DLG-32', ['ignores-evidence-action', 'takes-longer-action']).sends(
    'on evidence about nearly the same action',
    nearlyAction,
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
