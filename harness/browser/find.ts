import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { homedir, platform } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'

/** Environment variable that names the Chromium to use. */
const variable = 'ASSAY_CHROMIUM'
/** Its value where no browser is to be used. */
const nobody = 'none'
const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]
/** Where packages put them beside the folders of `PATH`. */
const linux = ['/usr/bin/chromium', '/snap/bin/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge']
const mac = ['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
  ['/Applications', join(homedir(), 'Applications')].map((folder) =>
    join(folder, `${name}.app/Contents/MacOS/${name}`),
  ),
)

const found = new Map<string | undefined, string | undefined>()

/** The program to start as a browser, looked for once; `undefined` where there is none, or none is to be used. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env !== process.env) return look(env)
  const wanted = env[variable]
  if (!found.has(wanted)) found.set(wanted, look(env))
  return found.get(wanted)
}

function look(env: NodeJS.ProcessEnv): string | undefined {
  const wanted = env[variable]
  if (wanted === nobody) return undefined
  if (wanted) return isAbsolute(wanted) ? runnable(wanted) : onPath(env, [wanted])
  // Somebody who installed Playwright's wants it, and others of the system change by themselves.
  return (
    ofPlaywright(env) ?? firstOf(linux) ?? onPath(env, names) ?? (platform() === 'darwin' ? firstOf(mac) : undefined)
  )
}

/** Why none was found, with what to do about it, in one sentence. */
export function noChromium(env: NodeJS.ProcessEnv = process.env): string {
  if (env[variable] === nobody)
    return `${variable} says that no browser is to be used: unset it where a login needs one.`
  return env[variable]
    ? `${variable} names ${env[variable]}, which cannot be run: name a Chromium there, or unset it.`
    : `No Chromium was found: ${bringChromium()}, or name one in ${variable}.`
}

/** The one command that brings one here: Debian has one as a package, Ubuntu has none but a snap. */
export function bringChromium(release = '/etc/os-release'): string {
  const isDebian = existsSync(release) && /^ID=["']?debian["']?$/m.test(readFileSync(release, 'utf8'))
  return isDebian ? 'apt-get install chromium' : 'npx playwright install chromium'
}

/** Chromium, or its headless shell, as `npx playwright install` puts it. */
function ofPlaywright(env: NodeJS.ProcessEnv): string | undefined {
  const { PLAYWRIGHT_BROWSERS_PATH: chosen = '' } = env
  const caches = platform() === 'darwin' ? join(homedir(), 'Library/Caches') : join(homedir(), '.cache')
  const folder = isAbsolute(chosen) ? chosen : join(caches, 'ms-playwright')
  return folders(folder)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort()
    .reverse()
    .flatMap((name) => folders(join(folder, name)).map((inner) => join(folder, name, inner)))
    .flatMap((place) => programs.map((name) => join(place, name)))
    .find((file) => runnable(file) !== undefined)
}

/** Below the folder of a platform. */
const programs = [
  'chrome',
  'headless_shell',
  'chrome-headless-shell',
  'Chromium.app/Contents/MacOS/Chromium',
  'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]

function folders(of: string): readonly string[] {
  try {
    return readdirSync(of)
  } catch {
    return []
  }
}

const firstOf = (files: readonly string[]): string | undefined => files.find((file) => runnable(file) !== undefined)

const onPath = (env: NodeJS.ProcessEnv, wanted: readonly string[]): string | undefined =>
  (env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((folder) => wanted.flatMap((name) => runnable(join(folder, name)) ?? []))[0]

function runnable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile() ? file : undefined
  } catch {
    return undefined
  }
}
