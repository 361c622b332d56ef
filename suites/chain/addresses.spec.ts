import { certificate } from '../../harness/mutations/mutation.js'
import { lookingUp } from '../support/roles.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

/** The intermediate that x5c lacks lies where the leaf says. */
const behindAddress = check('chain.intermediate-behind-address', 'X5C-23', ['fetches-issuer', 'completes-chain'])

test(
  'refuses a chain without its intermediate, though the leaf says where that lies',
  covers(behindAddress),
  async ({ client, judge, lab }) => {
    const [control, ...mutated] = await client.prepare(certificate('intermediate-behind-address'))
    await judge.grants(control)
    for (const message of mutated) {
      await judge.refuses(message)
      const hits = await lab.ledger({ kinds: ['ca-issuers'], subjects: [message.party.scope] })
      judge.observes('requests for the intermediate', hits.length)
    }
  },
)

/** Addresses that a stranger chose. */
const untrustedAddresses = check('chain.untrusted-addresses', 'X5C-24', ['asks-before-it-trusts', 'fetches-issuer'], {
  roles: lookingUp,
})

test(
  'asks nobody whom a chain without a trusted root names',
  covers(untrustedAddresses),
  async ({ client, judge, lab }) => {
    const [control, ...mutated] = await client.prepare(certificate('untrusted-chain-with-addresses'))
    await judge.grants(control)
    for (const message of mutated) {
      await judge.records(message, 'a chain to no trusted root')
      const hits = await lab.ledger({ kinds: ['crl', 'ocsp', 'ca-issuers'], subjects: [message.party.scope] })
      if (hits.length === 0 && !lab.observed)
        judge.notTestable(`It needs a target that reaches the lab, but ${lab.outOfHands}.`)
      judge.rule('Asks no address of a chain that it does not trust', hits.length === 0, {
        expected: 'no request',
        got: hits.map(({ kind }) => kind).join(', '),
      })
    }
  },
)
