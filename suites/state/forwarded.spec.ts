import { forwardingMutated } from '../../harness/check/delegation/forwarding.js'
import { unnamedResource } from '../delegation/unnamed.js'
import { signedBy } from '../forwarding/forged.js'
import { ruleOutUnlessNeeded } from '../forwarding/needed.js'
import { evidenceRoles } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { unregistered } from './certificates.cases.js'
import { resemblingConsumers } from './resembling-consumers.js'

const forwardedAsAssertion: Coverage = check(
  'state.forwarded-as-assertion',
  ['ASSERTION-AUD', 'FWD-10'],
  'takes-forwarded-as-assertion',
  { level: 'must', roles: evidenceRoles },
)

test(
  'refuses a JWT as client assertion that was forwarded to it before',
  covers(forwardedAsAssertion),
  async ({ client, delegation, judge }) => {
    const { subject, provider } = delegation.fixtures
    await judge.grants(await client.message())
    const { assertion } = await judge.grants(delegation.ask('unconditional'))
    for (const party of [subject, provider]) await judge.refuses(delegation.presentingJwt(party, assertion))
  },
)

const forwardedUntrusted: Coverage = check(
  'state.forwarded-under-untrusted-certificate',
  ['FORWARD-SIGNED', 'FWD-06', 'X5C-05'],
  ['forward-keeps-chain-by-subject', 'forward-keeps-chain-by-serial', 'forward-keeps-chain-by-key'],
  { roles: evidenceRoles },
)

test(
  'refuses a forwarded JWT under a certificate of an untrusted CA that resembles the one of a sound JWT before',
  covers(forwardedUntrusted),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const [sound, ...untrusted] = await resemblingConsumers(delegation)
    await judge.grants(delegation.ask('unconditional', sound))
    for (const one of untrusted) await judge.refuses(delegation.ask('unconditional', one))
  },
)

const forwardedUnregistered: Coverage = check(
  'state.forwarded-under-unregistered-certificate',
  ['FORWARD-CERT-MATCH', 'FWD-08'],
  ['forward-keeps-match-by-subject', 'forward-keeps-match-by-serial', 'forward-keeps-match-by-key'],
  { roles: evidenceRoles },
)

test(
  'refuses a forwarded JWT under an unregistered certificate that resembles that of one before',
  covers(forwardedUnregistered),
  async ({ delegation, judge, target }) => {
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    for (const mutation of unregistered) {
      const signer = await delegation.stranger(mutation, delegation.fixtures.subject)
      const forwarded = forwardingMutated(signedBy(mutation.name, signer))
      await judge.refuses(delegation.ask('unconditional', { forwarded }))
    }
  },
)

const otherQuestion: Coverage = check(
  'state.permit-of-another-question',
  'DELEGATION-RESPONSE',
  ['keeps-permit-by-subject', 'keeps-permit-by-resource'],
  { level: 'strict', roles: evidenceRoles },
)

test(
  'refuses evidence that only shares its consumer or its resource with what it permitted before',
  covers(otherQuestion),
  async ({ delegation, judge }) => {
    await judge.grants(delegation.ask('unconditional'))
    await judge.refuses(delegation.ask('unconditional', { about: unnamedResource }))
    await judge.grants(delegation.ask('permitted-to-one'))
    const consumer = await delegation.spare('sound')
    await judge.grants(delegation.ask('unconditional', { consumer }))
    await judge.refuses(delegation.ask('permitted-to-one', { consumer }))
  },
)

const assertionAsForwarded: Coverage = check(
  'state.assertion-as-forwarded',
  ['FORWARD-AUD', 'FWD-02'],
  'forward-takes-consumed',
  { roles: evidenceRoles },
)

test(
  'refuses a forwarded JWT by which its maker authenticated before',
  covers(assertionAsForwarded),
  async ({ delegation, judge, target }) => {
    const { subject } = delegation.fixtures
    await judge.grants(delegation.ask('unconditional'))
    await ruleOutUnlessNeeded({ delegation, judge, target })
    const own = delegation.presenting(subject, { party: subject, audience: target.partyId }, 'for the target')
    const { assertion } = await judge.grants(own)
    const forwarded = { name: 'one that authenticated its maker', value: async () => [assertion] }
    await judge.refuses(delegation.ask('unconditional', { forwarded }))
  },
)
