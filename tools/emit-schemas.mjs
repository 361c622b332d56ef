// Writes the JSON Schema of the target file from its zod schema; run `npm run build` first. The self-test regenerates and compares.
import { writeFile } from 'node:fs/promises'
import { targetFileJsonSchema } from '../dist/harness/contracts/target-file/json-schema.js'

const file = new URL('../harness/contracts/target-file.schema.json', import.meta.url)
await writeFile(file, `${JSON.stringify(targetFileJsonSchema(), null, 2)}\n`)
console.log('harness/contracts/target-file.schema.json written')
