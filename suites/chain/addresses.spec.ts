import { certificate } from '../../harness/mutations/mutation.js'
import { covers, test } from '../support/test.js'
import { behindAddress, untrustedAddresses } from './addresses.cases.js'

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
        judge.notTestable('It needs a target that reaches the lab, but the target file names `participants`.')
      judge.rule('Asks no address of a chain that it does not trust', hits.length === 0, {
        expected: 'no request',
        got: hits.map(({ kind }) => kind).join(', '),
      })
    }
  },
)
