import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before } from 'node:test'
import type { OwnSuite } from '../../harness/attestation/suite.js'
import type { Results } from '../../harness/contracts/results.js'
import { entriesBelow, filesBelow, resultsFile } from '../../harness/evidence/files.js'
import { type Sandbox, sandbox } from './assay-command.js'
import { endedRun, publishMadeUp } from './report-folder.js'

/** A report that was made up, and what verifies it. Each test of its file gets it as it was published. */
export function publishedReport() {
  const ended = endedRun(6, 1)
  const { out } = ended.run
  let suite: OwnSuite | undefined
  let box: Sandbox | undefined
  let published: ReadonlyMap<string, Buffer> = new Map()
  before(async () => {
    box = sandbox()
    suite = await publishMadeUp(ended)
    published = new Map(filesBelow(out).map((name) => [name, readFileSync(join(out, name))]))
  })
  afterEach(() => {
    for (const name of entriesBelow(out)) if (!published.has(name)) rmSync(join(out, name))
    for (const [name, bytes] of published) writeFileSync(join(out, name), bytes)
  })
  after(() => {
    rmSync(out, { recursive: true })
    box?.remove()
  })
  const text = (name: string): string => (published.get(name) as Buffer).toString('utf8')
  return {
    /** Its folder. */
    out,
    get suite() {
      return suite as OwnSuite
    },
    get box() {
      return box as Sandbox
    },
    /** Every file as it was published. */
    get published() {
      return published
    },
    text,
    results: (): Results => JSON.parse(text(resultsFile)) as Results,
    rewrite: (changed: unknown): void => writeFileSync(join(out, resultsFile), JSON.stringify(changed)),
  }
}
