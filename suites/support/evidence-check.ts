import type { FaultName } from '../../harness/faults/faults.js'
import type { CaseId } from '../../requirements/cases/index.js'
import type { RequirementId } from '../../requirements/list.js'
import { evidenceRoles } from './roles.js'
import type { Coverage } from './row.js'

/** Makes checks of a topic about requests for evidence, each of one requirement. */
export const evidenceCheck =
  (topic: string) =>
  (
    mnemonic: string,
    requirement: RequirementId,
    cases: readonly CaseId[],
    detects: readonly FaultName[] = [],
    more: Partial<Coverage> = {},
  ): Coverage => ({
    id: `${topic}.${mnemonic}`,
    requirements: [requirement],
    cases,
    detects,
    roles: evidenceRoles,
    ...more,
  })
