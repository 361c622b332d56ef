import { z } from 'zod'
import { requirements } from '../../requirements/index.js'
import { readingsOf } from '../../requirements/readings.js'
import { levels } from '../../requirements/types.js'
import { flag, group, text, word } from './target-file/fields.js'

const aboutLevel = 'How heavily a violation weighs; off: the requirement decides and informs about nothing.'
const reason = text('Why this operator reads it so.', 'Our members compare strings')
const level = word(aboutLevel, [...levels, 'off'], 'must').optional()

/** A requirement with one reading takes no name of another. */
const none = z
  .string()
  .refine(() => false, 'the text leaves no two readings of this requirement: leave reading out')
  .meta({ not: {} })
  .optional()

const plain = group('How one requirement is read.', { level, reading: none, reason }).refine(
  (rule) => rule.level !== undefined,
  'names no level: say must, strict, should or off',
)
const ofPlain = plain.optional()

const ambiguous = (id: string) => {
  const names = Object.keys(readingsOf(id)) as [string, ...string[]]
  const reading = word('Which reading of the text counts.', names, names[0]).optional()
  return group('How one requirement is read, of which the text leaves several readings.', { level, reading, reason })
    .refine((rule) => rule.level !== undefined || rule.reading !== undefined, 'names neither a level nor a reading')
    .refine((rule) => rule.level !== 'off' || rule.reading === undefined, 'is off, so that no reading of it counts')
    .optional()
}

const ruleOf = (id: string) => (Object.keys(readingsOf(id)).length > 0 ? ambiguous(id) : ofPlain)

/** The shape of a policy file. */
export const policySchema = group('A policy: how a scheme operator reads the text where it decides admission.', {
  $schema: z.string().optional(),
  name: text('What reports call it.', 'Admission 2027'),
  strict: flag('Whether rules of level strict decide; as in the run where it is left out.', true).optional(),
  requirements: group(
    'Requirements that are read otherwise than Assay does, by their ids.',
    Object.fromEntries(requirements.map(({ id }) => [id, ruleOf(id)])),
    { 'ASSERTION-AUD-ARRAY': { level: 'must', reading: 'string', reason: 'Our members compare strings' } },
  ).optional(),
})

/** JSON Schema of a policy file, for editors; kept as `policy.schema.json`. */
export const policyJsonSchema = (): object => {
  const { $schema, ...rest } = z.toJSONSchema(policySchema, { io: 'input', reused: 'ref' })
  return { $schema, $id: 'urn:trust-assay:policy:1', title: 'Policy: how an operator reads the text', ...rest }
}
