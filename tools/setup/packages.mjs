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
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|EIDLETIMEOUT|ENOTCACHED)\b/
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
const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000', '--fetch-timeout=60000']

/** Installs by the lock. Throws one sentence when that cannot be. */
export async function install(folder) {
  // npm takes away what is there bit by bit; without this mark an interrupted removal does not pass for an installation.
  try {
    rmSync(kept(folder), { force: true })
  } catch (error) {
    throw new SetUpFailed(sentence(folder, { output: error.code }))
  }
  const npm = process.env.npm_execpath
  const args = ['ci', '--no-audit', '--no-fund', ...patience]
  // npm tells scripts by npm_config_local_prefix where they belong; this npm belongs to its own folder.
  const { npm_config_local_prefix: _, ...env } = process.env
  const options = { cwd: folder, env }
  const ended = npm ? await command(process.execPath, [npm, ...args], options) : await command('npm', args, options)
  if (ended.code === 0) return
  say(ended.output.trimEnd())
  throw new SetUpFailed(sentence(folder, ended))
}
