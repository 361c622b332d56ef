import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Environment variable that names the Chromium to use. */
const variable = 'ASSAY_CHROMIUM'
/** Where Debian installs it. */
const usual = '/usr/bin/chromium'
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']

/** The program to start as a browser; `undefined` where there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const wanted = env[variable]
  if (wanted) return isAbsolute(wanted) ? runnable(wanted) : onPath(env, [wanted])
  return runnable(usual) ?? onPath(env, names)
}

/** Why none was found, with what to do about it, in one sentence. */
export const noChromium = (env: NodeJS.ProcessEnv = process.env): string =>
  env[variable]
    ? `${variable} names ${env[variable]}, which cannot be run: name a Chromium there, or unset it.`
    : `No Chromium was found: apt-get install chromium, or name one in ${variable}.`

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
