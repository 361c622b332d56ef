// Writes the JSON Schemas of target file and policy from their zod schemas; run `npm run build` first. The self-test regenerates and compares.
import { writeFile } from 'node:fs/promises'
import { policyJsonSchema } from '../dist/harness/contracts/policy.js'
import { targetFileJsonSchema } from '../dist/harness/contracts/target-file/json-schema.js'

const schemas = { 'target-file.schema.json': targetFileJsonSchema(), 'policy.schema.json': policyJsonSchema() }
for (const [name, schema] of Object.entries(schemas)) {
  await writeFile(new URL(`../harness/contracts/${name}`, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`)
  console.log(`harness/contracts/${name} written`)
}
