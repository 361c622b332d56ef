import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findResults, type KeptResults } from '../harness/evidence/read-results.js'
import { writeWhole } from '../harness/evidence/store.js'
import { figuresFile, figuresOf } from '../harness/run/figures.js'
import { packageFile, suiteVersion } from '../harness/run/version.js'
import { roles } from '../requirements/types.js'

// `npm run figures`: what each check sends to the reference of its role, and how long it takes, for `certify --dry-run`.

const main = packageFile('harness/cli/main.js')
const place = mkdtempSync(join(tmpdir(), 'assay-figures-'))

async function recorded(role: string): Promise<KeptResults> {
  const out = join(place, role)
  const { stderr } = await promisify(execFile)(process.execPath, [main, 'certify', '--reference', role, '--out', out])
  const kept = findResults(out)
  if (!kept?.results.complete) throw new Error(`The reference ${role} was not certified as a whole: ${stderr}`)
  process.stdout.write(
    `${role}: ${kept.results.checks.filter(({ evidence }) => evidence !== undefined).length} checks\n`,
  )
  return kept
}

try {
  const runs: KeptResults[] = []
  for (const role of roles) runs.push(await recorded(role))
  writeWhole(figuresFile, JSON.stringify(figuresOf(runs, suiteVersion(), new Date().toISOString().slice(0, 10))))
} finally {
  rmSync(place, { recursive: true, force: true })
}
