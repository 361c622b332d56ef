import { z } from 'zod'
import { targetSchema } from './schema.js'

const extension = { '^x-': {} }
/** At the top an editor may be told of this schema. */
const atTop = { ...extension, '^\\$schema$': { type: 'string' } }

/** JSON Schema of a target file, for editors; kept as `target-file.schema.json`. */
export const targetFileJsonSchema = (): object => {
  const { $schema, ...target } = z.toJSONSchema(targetSchema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) jsonSchema.patternProperties = extension
    },
  })
  const targets = { type: 'array', minItems: 1, items: { $ref: '#/$defs/target' } }
  return {
    $schema,
    $id: 'urn:trust-assay:target-file:1',
    title: 'Target file: what Assay is pointed at',
    anyOf: [
      { $ref: '#/$defs/target' },
      {
        type: 'object',
        required: ['targets'],
        properties: { targets },
        patternProperties: atTop,
        additionalProperties: false,
      },
    ],
    $defs: { target: { ...target, patternProperties: atTop } },
  }
}
