// Installs the packages of one folder by its lock: those that Assay runs and compiles with, or those of the tools.
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { command } from './command.mjs'
import { changedAt } from './compile.mjs'
import { SetUpFailed, say } from './say.mjs'

const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages

/** Whether a package of the lock is there in its version; those for other platforms need not be. */
const isThere = (wanted, found) => (found === undefined ? wanted.optional === true : found.version === wanted.version)

/** What npm writes when all is installed. */
const kept = (folder) => join(folder, 'node_modules', '.package-lock.json')

/** Whether the packages of a folder are those of its lock. */
export function isInstalled(folder) {
  const lock = join(folder, 'package-lock.json')
  const installed = kept(folder)
  if (!existsSync(installed)) return false
  if (changedAt(installed) >= changedAt(lock)) return true
  const there = packagesOf(installed)
  const same = Object.entries(packagesOf(lock)).every(([path, one]) => path === '' || isThere(one, there[path]))
  if (same) {
    try {
      utimesSync(installed, new Date(), new Date())
    } catch {
      // Not ours to touch; the next call compares again.
    }
  }
  return same
}

const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|FETCH_ERROR|EIDLETIMEOUT|ENOTCACHED)\b/
const unwritable = /\b(EACCES|EPERM|EROFS|ENOSPC|EDQUOT)\b/

/** One sentence for what npm ended with. */
const sentence = (folder, { error, output }) => {
  if (error) return `npm cannot be started (${error.message}): install Node with npm, and start again.`
  const network = unreachable.exec(output)
  if (network)
    return `The packages cannot be installed, because npm's registry cannot be reached (${network[1]}): connect this machine, or set npm's registry or proxy, and start again.`
  const disk = unwritable.exec(output)
  if (disk)
    return `The packages cannot be installed, because ${join(folder, 'node_modules')} or npm's cache cannot be written (${disk[1]}): mend its rights or its space, and start again.`
  return 'npm ci failed; what it said stands above.'
}

/** Patience with a bad network: npm's own goes on for minutes where there is none. */
const patience = [
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=500',
  '--fetch-retry-maxtimeout=2000',
  '--fetch-timeout=20000',
]
/** Requests in vain, with no answer at all, after which there is no network: npm, 15 at a time, would go on with every package. */
const inVain = 30

/** Whether npm, line by line, shows that nothing at all can be loaded. */
const noNetwork = () => {
  let failed = 0
  return (line) => {
    if (/fetch GET \d{3} /.test(line)) failed = Number.NEGATIVE_INFINITY
    if (/ attempt \d+ failed /.test(line)) failed += 1
    return failed >= inVain
  }
}

const ci = (folder, flags, isEnough) => {
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=http', ...flags]
  // npm tells scripts by npm_config_local_prefix where they belong; this npm belongs to its own folder.
  const { npm_config_local_prefix: _, ...env } = process.env
  const options = { cwd: folder, env }
  return npm ? command(process.execPath, [npm, ...args], options, isEnough) : command('npm', args, options, isEnough)
}

/** Installs by the lock; without network, from what npm keeps. Throws one sentence when that cannot be. */
export async function install(folder) {
  // npm takes away what is there bit by bit; without this mark an interrupted removal does not pass for an installation.
  try {
    rmSync(kept(folder), { force: true })
  } catch (error) {
    throw new SetUpFailed(sentence(folder, { output: error.code }))
  }
  const ended = await ci(folder, patience, noNetwork())
  if (ended.code === 0) return
  if (unreachable.test(ended.output) && (await ci(folder, ['--offline'])).code === 0) return
  say(ended.output.replace(/^npm http .*\n/gm, '').trimEnd())
  throw new SetUpFailed(sentence(folder, ended))
}
