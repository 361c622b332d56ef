import { setTimeout as sleep } from 'node:timers/promises'
import { meeting } from '../../harness/check/meeting.js'
import type { Message } from '../../harness/check/types.js'
import { authentications, ruleAudience, ruleNew } from '../client/authentications.js'
import { together } from '../support/flows/together.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'

/** Who makes all its assertions in one place may sign one for the registry under the name of the AuthorisationRegistry. */
const atOnce: Coverage = check(
  'asking.side-by-side',
  ['ASSERTION-AUD', 'JWT-JTI-NEW', 'CLI-06'],
  ['addresses-last-called', 'shares-own-assertion-at-once', 'addresses-url'],
  { level: 'must', roles: ['ServiceProvider'], exclusive: true },
)

/** Calls that come at once, as many token requests beside them, and how often. */
const calls = 3
const rounds = 6

const keepsToken = { keepsToken: true } as const

test(
  'signs an assertion of its own for each server at which it authenticates at one moment',
  covers(atOnce),
  async ({ client, service, judge, lab, target }) => {
    const known: Message[] = []
    while (known.length < calls) known.push(await service.message(keepsToken))
    for (const message of known) await judge.grants(message)
    const since = Date.now()
    let tookMs = 0
    for (let round = 0; round < rounds; round += 1) {
      // A target comes to its registry late in a token request, and soon in a call.
      const laterMs = (round / rounds) * tookMs
      const newcomers: Message[] = []
      while (newcomers.length < calls) newcomers.push(await client.message())
      await lab.outage({ forgetTokens: true, forgetTokensOf: ['evidence'] })
      const gathered = meeting(2 * calls)
      const sent = await together([
        ...newcomers.map((one, place) =>
          judge.tries(one, 'a token request beside calls', () => gathered.arrive(place)),
        ),
        ...known.map((one, place) =>
          judge.tries(service.next(one, keepsToken), 'a call beside token requests', async () => {
            await gathered.arrive(calls + place)
            await sleep(laterMs)
          }),
        ),
      ])
      tookMs = Math.max(...sent.slice(0, calls).map(({ exchange }) => exchange.durationMs))
    }
    const kinds = ['registry-token', 'evidence-token'] as const
    const all = await Promise.all(kinds.map((kind) => authentications({ lab, target }, kind)))
    const [ofRegistry = [], ofEvidence = []] = all.map((each) => each.filter(({ at }) => at >= since))
    if (ofRegistry.length === 0 || ofEvidence.length === 0)
      judge.notApplicable('The target has not authenticated at both registries since.')
    ruleAudience(judge, [...ofRegistry, ...ofEvidence], lab.registry.partyId, ['ASSERTION-AUD'])
    ruleNew(judge, [...ofRegistry, ...ofEvidence], ['JWT-JTI-NEW'])
  },
)
