import { wrongTlsCertificates } from '../../harness/contracts/lab-protocol.js'
import { isGranted } from '../../harness/judge/outcome.js'
import { needsTls } from '../relying-party/tls.js'
import { refusesInARow } from '../support/flows/in-a-row.js'
import { insisting, insistingBound } from '../support/flows/insisting.js'
import { type Giver, refusesWithoutToken } from '../support/flows/without-token.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

const withoutToken: Coverage = check('registry-transport.no-token', 'RGT-01', 'grants-when-registry-token-fails', {
  roles: lookingUp,
  exclusive: true,
  slow: insistingBound,
})

const registry: Giver = { at: 'registry', tokens: 'registry-token', calls: 'party-lookup', name: 'the registry' }

test(
  'refuses a client when the registry gives the target no access token',
  covers(withoutToken),
  async ({ client, judge, lab }) =>
    refusesWithoutToken({ judge, lab }, registry, () => client.message(), [401, 403, 500]),
)

const unreachable: Coverage = check(
  'registry-transport.unreachable',
  'RGT-03',
  ['grants-on-registry-reset', 'grants-once-registry-has-failed-often'],
  { roles: lookingUp, exclusive: true },
)

test(
  'refuses a client when the registry resets every connection',
  covers(unreachable),
  async ({ client, judge, lab }) => {
    await judge.grants(await client.message())
    const since = Date.now()
    await lab.outage({ reset: true })
    await judge.refuses(await client.message(), insisting)
    await refusesInARow(judge, since, () => client.message(), insisting)
  },
)

const untrusted: Coverage = check('registry-transport.tls', 'RGT-03', 'grants-when-registry-is-not-trusted', {
  roles: lookingUp,
  exclusive: true,
})

/** All goes so long after the control at most, milliseconds, which speaks for it then. */
const boundMs = 25_000

// A failed handshake is another error than a connection that breaks.
test(
  'refuses a client when the TLS certificate of the registry is not to be trusted',
  covers(untrusted),
  async ({ client, judge, lab }) => {
    needsTls({ judge, lab })
    await judge.grants(await client.message())
    const end = Date.now() + boundMs
    let judged = 0
    for (const tlsCertificate of wrongTlsCertificates) {
      if (Date.now() > end) break
      await lab.outage({ tlsCertificate })
      const message = await client.message()
      const sent = await judge.refuses(message, { ...insisting, grantCounts: false })
      const lookups = await lab.ledger({ kinds: ['party-lookup'], subjects: [message.party.partyId] })
      if (isGranted(sent) && lookups.length > 0) continue
      judged += 1
      judge.rule(`Lets nobody in where the TLS certificate is ${tlsCertificate}`, !isGranted(sent), {
        expected: 'no access token',
        got: isGranted(sent) ? 'an access token without a look-up' : 'none',
      })
    }
    if (judged === 0)
      judge.notApplicable('It asks a registry whose TLS certificate is wrong, of which client.tls speaks.')
  },
)
