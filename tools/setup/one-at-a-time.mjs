// One set-up at a time in one clone: a file that says which process is at work, touched each second as long as it is.
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { SetUpFailed, say } from './say.mjs'

const beat = 1000
/** Milliseconds without a touch after which a file is that of a process that ended without a word. */
const silentFor = { gone: 3000, unknown: 60_000 }

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

const runs = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The process that holds the file; undefined when there is no file, or one that was left behind. */
const holder = (file) => {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    const silent = Date.now() - statSync(file).mtimeMs
    if (silent < (runs(pid) ? silentFor.unknown : silentFor.gone)) return pid
    rmSync(file, { force: true })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  return undefined
}

const take = (file, folder) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new SetUpFailed(
      `The folder ${folder} cannot be written (${error.code}), so nothing can be installed there: use a clone of your own, or mend its rights.`,
    )
  }
}

/** Takes the file once its holder lets go; says so when it waits. Returns a function that lets go of it. */
export async function oneAtATime(file, folder) {
  let told
  while (!take(file, folder)) {
    const pid = holder(file)
    if (pid !== undefined && pid !== told) {
      told = pid
      say(`Another set-up (process ${pid}) is at work in this clone; waiting for it …`)
    }
    await pause(200)
  }
  const touch = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date())
    } catch {
      // Removed from outside; the work goes on.
    }
  }, beat)
  return () => {
    clearInterval(touch)
    rmSync(file, { force: true })
  }
}
