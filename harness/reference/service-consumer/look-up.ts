import type { FaultName } from '../../faults/faults.js'
import type { Received } from '../engine/received.js'
import { obey, withFaults } from '../engine/rule.js'
import { varied } from '../engine/variants.js'
import type { Participant } from '../participant/participant.js'
import { olderForm, speaksOlderForm } from '../token-endpoint/older-form.js'
import { lookupRules } from '../token-endpoint/rules/registry/lookup.js'
import { partiesTokenRules, tokenRecordRules } from '../token-endpoint/rules/registry/parties-token.js'
import { recordRules } from '../token-endpoint/rules/registry/record.js'
import { TokenRequest } from '../token-endpoint/token-request.js'

const registryRules = [...lookupRules, ...partiesTokenRules, ...tokenRecordRules, ...recordRules]

/**
 * Makes sure that the registry knows a provider as active (L150, L209).
 * @param variants Names of other conforming conduct, separated by commas.
 * @throws Refusal where it does not.
 * @throws RegistryFailure where it cannot be asked.
 */
export async function lookUpProvider(
  participant: Participant,
  received: Received,
  partyId: string,
  faults: ReadonlySet<FaultName>,
  variants: string | undefined,
): Promise<void> {
  const rules = varied(registryRules, speaksOlderForm(variants) ? [olderForm] : [])
  const asked = new TokenRequest(received, participant, faults)
  asked.lookedUp = partyId
  await obey(withFaults(rules, faults), asked, asked.excused)
}
