import type { FaultName } from '../../faults/faults.js'
import type { Received } from '../engine/received.js'
import { obey, withFaults } from '../engine/rule.js'
import type { Participant } from '../participant/participant.js'
import { lookupRules } from '../token-endpoint/rules/registry/lookup.js'
import { partiesTokenRules, tokenRecordRules } from '../token-endpoint/rules/registry/parties-token.js'
import { recordRules } from '../token-endpoint/rules/registry/record.js'
import { TokenRequest } from '../token-endpoint/token-request.js'

const registryRules = [...lookupRules, ...partiesTokenRules, ...tokenRecordRules, ...recordRules]

/** Makes sure that the registry knows a provider as active (L150, L209). Throws a `Refusal` or `RegistryFailure` otherwise. */
export async function lookUpProvider(
  participant: Participant,
  received: Received,
  partyId: string,
  faults: ReadonlySet<FaultName>,
): Promise<void> {
  const asked = new TokenRequest(received, participant, faults)
  asked.lookedUp = partyId
  await obey(withFaults(registryRules, faults), asked, asked.excused)
}
