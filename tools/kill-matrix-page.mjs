// Lets a release be packed only with a kill matrix that was played whole at its commit (docs/auditor.md). An install
// from git packs too, but is no release.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = `${root}docs/kill-matrix.md`
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

function problem() {
  if (git('status', '--porcelain') !== '') return 'files differ from the commit that is checked out'
  if (!existsSync(page)) return 'docs/kill-matrix.md was not made yet'
  const whole = `Made at commit \`${git('rev-parse', 'HEAD')}\` by \`npm run kill-matrix\`, which played every pair.`
  return readFileSync(page, 'utf8').includes(whole) ? undefined : 'docs/kill-matrix.md is not the whole of this commit'
}

const found = ['pack', 'publish'].includes(process.env.npm_command ?? '') ? problem() : undefined
if (found !== undefined) {
  console.error(
    `No release without its kill matrix: ${found}; run \`npm run kill-matrix\` at a clean commit, or pack something that is no release by \`npm pack --ignore-scripts\`.`,
  )
  process.exitCode = 3
}
