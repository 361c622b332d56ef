// Programs that only the self-test needs: takes them where they are, else tries the platform's own ways in turn, each with a bound.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isThere, machineNeeds } from '../dist/selftest/stage/needs.js'

/** Most milliseconds of one way to get a program; one that cannot work here often hangs. */
const bound = 180_000
/** Most milliseconds until a first answer of the servers that a way loads from. */
const reachBound = 8_000

/** Packages of Debian by what they bring. */
const debian = {
  chromium: 'chromium',
  openssl: 'openssl',
  javac: 'default-jdk-headless',
  python3: 'python3',
  'python3-cryptography': 'python3-cryptography',
  bash: 'bash',
  base64: 'coreutils',
}

/** Runs one way to its end or its bound: the reason why it did not work, or undefined. */
const attempt = (command, args, timeout = bound) => {
  const { status, error, stderr, stdout } = spawnSync(command, args, {
    encoding: 'utf8',
    timeout,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status === 0) return undefined
  if (error?.code === 'ETIMEDOUT') return `no end after ${timeout / 1000} s`
  if (error?.code === 'ENOENT') return `there is no ${command} on the path`
  if (error) return error.message
  return (
    `${stderr}${stdout}`
      .trim()
      .split('\n')
      .findLast((line) => line !== '') ?? `exit code ${status}`
  )
}

/** Whether a server answers at all. */
const answers = async (url) => {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(reachBound) })
    return true
  } catch {
    return false
  }
}

const playwright = async () =>
  (await answers('https://cdn.playwright.dev/'))
    ? attempt(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
    : 'its server does not answer'

const isDebian = () => {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}
const isRoot = process.getuid?.() === 0
const mayInstall = process.env.CI !== undefined || process.stdin.isTTY !== true

const quiet = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1']
const packagesOf = (missing) => missing.map((name) => debian[name])
const typed = (missing) =>
  `apt-get update && apt-get install -y --no-install-recommends ${packagesOf(missing).join(' ')}`
const apt = (missing) =>
  attempt('apt-get', [...quiet, 'update']) ??
  attempt('apt-get', [...quiet, 'install', '-y', '--no-install-recommends', ...packagesOf(missing)], 2 * bound)

/** Whether npm can load a package that the self-test does not come with. */
const registryAnswers = () =>
  attempt(
    'npm',
    ['view', 'picocolors', 'version', '--fetch-retries=0', `--fetch-timeout=${reachBound}`],
    3 * reachBound,
  )

/** Brings what is missing where that can be done without asking, and says what it does. Gives the names of what stays missing. */
export async function bringPrograms(say) {
  const missing = () => machineNeeds.filter((name) => name !== 'registry' && !isThere(name))
  const tried = (why) => say(why === undefined ? '  done' : `  that did not work: ${why}`)
  if (missing().includes('chromium')) {
    say('chromium is missing; trying `npx playwright install chromium` …')
    tried(await playwright())
  }
  if (missing().length > 0 && isDebian()) {
    if (isRoot && mayInstall) {
      say(`${missing().join(', ')}: missing; trying \`${typed(missing())}\` …`)
      tried(apt(missing()))
    } else say(`${missing().join(', ')}: missing; as root, this brings it: ${typed(missing())}`)
  }
  const without = [...missing(), ...(registryAnswers() === undefined ? [] : ['registry'])]
  for (const name of without) say(`${name} is missing; the tests that need it are skipped.`)
  return without
}
