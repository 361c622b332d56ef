import { evidence, inPolicy, inTarget } from '../../harness/mutations/evidence.js'
import { otherCase } from '../support/letter-case.js'
import { nearMissesOfName } from '../support/near-misses.js'
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
  row({
    id: 'service.evidence-subject',
    title: 'on evidence about another consumer',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-subject'],
    mutate: [
      evidence('about another consumer', (own, { subject }) => ({ ...own, target: { accessSubject: `${subject}2` } })),
    ],
  }),
  row({
    id: 'service.evidence-issuer',
    title: 'on evidence that another party than the entitled one issued',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: [],
    level: 'strict',
    detects: ['ignores-evidence-issuer', 'takes-evidence-of-consumer'],
    mutate: [
      evidence('issued by the consumer', (own, { subject }) => ({ ...own, policyIssuer: subject })),
      evidence('issued by another ServiceProvider', (own, { otherProvider }) => ({
        ...own,
        policyIssuer: otherProvider,
      })),
    ],
  }),
  row({
    id: 'service.evidence-resource',
    title: 'on evidence about another resource',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-resource'],
    mutate: [
      evidence(
        'about another resource',
        inTarget((target, { resource }) => ({ ...target, resource: { ...resource, identifiers: ['dataset-2'] } })),
      ),
      evidence(
        'about another type of resource',
        inTarget((target, { resource }) => ({ ...target, resource: { ...resource, type: 'invoice' } })),
      ),
    ],
  }),
  row({
    id: 'service.evidence-action',
    title: 'on evidence about another action',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-action'],
    mutate: [
      evidence(
        'about another action',
        inTarget((target) => ({ ...target, actions: ['delete'] })),
      ),
    ],
  }),
  row({
    id: 'service.resource-near-miss',
    title: 'on evidence about nearly its resource',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-resource', 'takes-longer-resource', 'finds-resource-within'],
    mutate: [...nearlyResource, ...nearlyType],
  }),
  row({
    id: 'service.action-near-miss',
    title: 'on evidence about nearly the same action',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-action', 'takes-longer-action'],
    mutate: nearlyAction,
  }),
  row({
    id: 'service.evidence-about-nobody',
    title: 'on evidence that does not say about whom it is',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: [],
    level: 'should',
    detects: ['ignores-evidence-subject', 'takes-evidence-about-nobody'],
    mutate: [
      evidence('without a target', ({ target: _, ...own }) => own),
      evidence('without a subject', (own) => ({ ...own, target: {} })),
    ],
  }),
  row({
    id: 'service.subject-in-letter-case',
    title: 'on evidence about the consumer in other letter case',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: [],
    level: 'should',
    detects: ['ignores-evidence-subject', 'ignores-letter-case-of-evidence-subject'],
    mutate: [
      evidence('the subject in other letter case', (own, { subject }) => ({
        ...own,
        target: { accessSubject: otherCase(subject) },
      })),
    ],
  }),
  row({
    id: 'service.evidence-about-nothing',
    title: 'on a policy that does not say what it is about',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: [],
    level: 'should',
    detects: [
      'ignores-evidence-resource',
      'ignores-evidence-action',
      'takes-policies-without-resource',
      'takes-policies-without-actions',
      'takes-policies-with-empty-identifiers',
      'takes-policies-with-empty-actions',
    ],
    mutate: [
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
    ],
  }),
  row({
    id: 'service.evidence-attributes',
    title: 'on evidence about another attribute of its resource',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: [],
    level: 'should',
    detects: ['ignores-evidence-attributes'],
    mutate: [
      evidence(
        'about an attribute that it never asked about',
        inTarget((target, { resource }) => ({ ...target, resource: { ...resource, attributes: ['x-assay-none'] } })),
      ),
    ],
  }),
  row({
    id: 'service.evidence-end-as-text',
    title: 'on evidence whose end is a date in the past, as text',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: [],
    level: 'should',
    detects: ['ignores-evidence-end', 'takes-text-for-end-of-evidence'],
    mutate: [
      evidence('expired an hour ago, as a date', (own, { now }) => ({
        ...own,
        notBefore: now - 2 * hour,
        notOnOrAfter: new Date((now - hour) * 1000).toISOString(),
      })),
    ],
  }),
  row({
    id: 'service.evidence-expired',
    title: 'on evidence that has expired',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-end'],
    mutate: [
      evidence('expired an hour ago', (own, { now }) => ({
        ...own,
        notBefore: now - 2 * hour,
        notOnOrAfter: now - hour,
      })),
    ],
  }),
  row({
    id: 'service.evidence-not-yet',
    title: 'on evidence that is not valid yet',
    requirements: ['SERVICE-EVIDENCE-MATCHES'],
    cases: ['DLG-32'],
    detects: ['ignores-evidence-start'],
    mutate: [
      evidence('valid in an hour', (own, { now }) => ({ ...own, notBefore: now + hour, notOnOrAfter: now + 2 * hour })),
    ],
  }),
]
