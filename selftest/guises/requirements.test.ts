import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listChecks } from '../../harness/cli/list-checks.js'
import { chosenForGuises } from '../../harness/guises/choose.js'
import { requirements } from '../../requirements/index.js'
import type { RequirementId } from '../../requirements/list.js'
import { type Level, roles } from '../../requirements/types.js'

const levels: readonly Level[] = ['must', 'strict']

/** Checks that say nothing in another guise, by how their ids begin, with why. */
const silent: Readonly<Record<string, string>> = {
  'positive.': 'a form that is not granted says nothing of the others',
  'client.': 'all that comes after the forms of an answer, which take turns, is looked at',
  'asking.': 'as client.',
  'login-client.': 'as client.',
  'broker-client.': 'as client.',
  'consumer.': 'a consumer is watched after each form of its answers',
  'documents.': 'is read and written as one text, which no form of a message changes',
}

/** Requirements with a check beside these that no run of the standard profile tries in another guise, with why. */
const untried: Partial<Record<RequirementId, string>> = {
  'CLAIM-CERT-OR-IDP': 'what the kit has registered does not follow from who asks',
  'CLAIM-COMMON-FIELDS': 'as CLAIM-CERT-OR-IDP',
  'CLAIM-STRUCTURED': 'as CLAIM-CERT-OR-IDP',
  'LOGIN-OIDC': 'what it sends a browser to ask for comes before every answer',
  'SCHEME-ROLES': 'as CLAIM-CERT-OR-IDP',
  'DELEGATION-UNCONDITIONAL': 'it permits: a form that is not granted says nothing',
  'FORWARD-ACCEPTED': 'as DELEGATION-UNCONDITIONAL',
  'LOGIN-NO-PREREGISTRATION': 'as DELEGATION-UNCONDITIONAL',
  'SERVICE-GRANTED': 'as DELEGATION-UNCONDITIONAL',
  'PARTY-LOOKUP-PATH': 'as DELEGATION-UNCONDITIONAL',
  'TOKEN-BOUND-PARTY': 'a login of two names takes some hundred messages',
}

const list = await listChecks()

describe('requirements in guises', () => {
  for (const role of roles)
    it(`are all tried at a ${role}, but for what a list gives a reason for`, () => {
      const own = list.filter((one) => one.role === role && one.selected.run && one.check.profile !== 'deep')
      const choosable = own.map(({ check }) => ({ check, weight: 1 }))
      const chosen = chosenForGuises(choosable, { profile: 'standard', seed: 1 })
      const speaking = own
        .map(({ check }) => check)
        .filter(({ id, level }) => levels.includes(level) && !Object.keys(silent).some((topic) => id.startsWith(topic)))
      const missing = requirements.filter(({ id, level }) => {
        const checks = speaking.filter((check) => check.requirements.includes(id))
        return levels.includes(level) && checks.length > 0 && !checks.some((check) => chosen.has(check.id))
      })
      assert.deepEqual(
        missing.map(({ id }) => id).filter((id) => untried[id as RequirementId] === undefined),
        [],
      )
    })
})
