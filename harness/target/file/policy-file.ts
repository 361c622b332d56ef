import { ConfigError } from '../../contracts/errors.js'
import { policySchema } from '../../contracts/policy.js'
import type { Policy, PolicyRule } from '../../contracts/results.js'
import { policyDigest } from '../../evidence/policy-digest.js'
import { sentencesFor } from './problems.js'
import { readSource } from './source.js'
import { validate } from './validate.js'

/** A rule of a policy file: each member as far as it is written. */
type WrittenRule = {
  readonly level?: string | undefined
  readonly reading?: string | undefined
  readonly reason: string
}

/** Reads a policy file (YAML, JSON). @throws ConfigError with a sentence for each mistake: place, key, value, legal example. */
export async function loadPolicy(file: string): Promise<Policy> {
  const [source, ...more] = await readSource(file, 'a name')
  if (!source || more.length > 0) throw new ConfigError(`${file} holds several documents: a policy is one.`)
  const { parsed, problems } = validate(policySchema, source.data, {})
  const sentences = sentencesFor(problems, source, policySchema)
  if (!parsed || sentences.length > 0) throw new ConfigError(sentences.join('\n'))
  const { name, strict, requirements = {} } = parsed
  const rules = Object.entries(requirements as Readonly<Record<string, WrittenRule | undefined>>).flatMap(
    ([id, rule]) => (rule ? [ruleOf(id, rule)] : []),
  )
  return digested(name, strict, rules)
}

/** A policy with strict rules deciding; that of `--strict` where there is none. */
export const strictPolicy = (policy?: Policy): Policy => {
  if (policy?.strict) return policy
  return digested(policy ? `${policy.name}, strict` : 'strict', true, policy?.requirements ?? [])
}

const digested = (name: string, strict: boolean | undefined, requirements: readonly PolicyRule[]): Policy => {
  const says = { name, ...(strict !== undefined && { strict }), requirements }
  return { ...says, digest: policyDigest(says) }
}

const ruleOf = (id: string, { level, reading, reason }: WrittenRule): PolicyRule => ({
  id,
  ...(level !== undefined && { level: level as NonNullable<PolicyRule['level']> }),
  ...(reading !== undefined && { reading }),
  reason,
})
