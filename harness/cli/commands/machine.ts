import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { availableParallelism, freemem, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { openBrowser } from '../../browser/browser.js'
import { findChromium, noChromium } from '../../browser/find.js'
import { packageRoot } from '../../run/version.js'

/** What was found out about one thing. */
export interface Finding {
  readonly name: string
  /** `note`: most runs do without what is missing. `warning`: some checks may not be made. `problem`: no run can. */
  readonly state: 'ok' | 'note' | 'warning' | 'problem'
  readonly says: string
  /** What to do about it. */
  readonly advice?: string
}

/** One thing that a run needs of the machine; an error that its look throws is a problem. */
export interface MachineItem {
  readonly name: string
  readonly look: () => Promise<Omit<Finding, 'name'>>
}

/** What needs a browser. */
const ofBrowser =
  'logins whose pages hold scripts or styles, and those that end otherwise than they should, are not testable without a browser; all else runs'
/** Least room for results and keys, megabytes. */
const leastRoomMb = 200
const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

/** All that is looked at, in the order in which it is printed. */
export const machineItems: readonly MachineItem[] = [
  { name: 'Node', look: async () => nodeFits() },
  { name: 'Loopback', look: loopback },
  { name: 'Temporary folder', look: async () => temporaryFolder() },
  { name: 'Machine', look: async () => machine() },
  { name: 'System', look: async () => system(process.platform) },
  { name: 'Chromium', look: chromium },
]

function nodeFits(): Omit<Finding, 'name'> {
  const { engines } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    engines: { node: string }
  }
  const least = engines.node.replace(/^\D+/, '')
  const says = `${process.versions.node}, at least ${least} is needed`
  return isAtLeast(process.versions.node, least)
    ? { state: 'ok', says }
    : { state: 'problem', says, advice: `Install Node ${least} or newer.` }
}

/** Compares versions by their numbers. */
export function isAtLeast(version: string, least: string): boolean {
  const [found, wanted] = [version, least].map((text) => text.split('.').map(Number))
  for (const [index, number] of (wanted as number[]).entries()) {
    const difference = (found?.[index] ?? 0) - number
    if (difference !== 0) return difference > 0
  }
  return true
}

async function loopback(): Promise<Omit<Finding, 'name'>> {
  const server = createServer((socket) => socket.end('here')).listen(0, '127.0.0.1')
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const [said] = (await once(socket, 'data', { signal: AbortSignal.timeout(5_000) })) as [Buffer]
    socket.destroy()
    if (String(said) === 'here') return { state: 'ok', says: 'ports of 127.0.0.1 can be had and reached' }
    return {
      state: 'problem',
      says: 'something else answers on a port of 127.0.0.1',
      advice: 'Look for a proxy that takes over loopback connections.',
    }
  } catch {
    return {
      state: 'problem',
      says: 'no port of 127.0.0.1 can be had and reached',
      advice: 'Let programs listen on 127.0.0.1: the lab lives there.',
    }
  } finally {
    server.close()
  }
}

function temporaryFolder(): Omit<Finding, 'name'> {
  const place = tmpdir()
  try {
    const folder = mkdtempSync(join(place, 'assay-doctor-'))
    writeFileSync(join(folder, 'file'), 'text')
    rmSync(folder, { recursive: true })
  } catch {
    return { state: 'problem', says: `${place} cannot be written`, advice: 'Name a folder that can in TMPDIR.' }
  }
  const { bavail, bsize } = statfsSync(place)
  const room = megabytes(bavail * bsize)
  const says = `${place} can be written, ${room} MB free`
  return room < leastRoomMb
    ? { state: 'problem', says, advice: `Free ${leastRoomMb} MB there, or name another folder in TMPDIR.` }
    : { state: 'ok', says }
}

const machine = (): Omit<Finding, 'name'> => ({
  state: 'ok',
  says: `${availableParallelism()} cores, ${megabytes(freemem())} of ${megabytes(totalmem())} MB of memory free`,
})

/** Whether targets can be launched here: that takes process groups and signals, which Windows has not. */
export const system = (platform: NodeJS.Platform): Omit<Finding, 'name'> =>
  platform === 'win32'
    ? {
        state: 'problem',
        says: 'Windows cannot end the processes that a launched target starts',
        advice: 'Run Assay in WSL (wsl --install), where it is Linux.',
      }
    : { state: 'ok', says: platform }

async function chromium(): Promise<Omit<Finding, 'name'>> {
  const executable = findChromium()
  if (executable === undefined) return { state: 'note', says: ofBrowser, advice: noChromium() }
  try {
    const browser = await openBrowser(executable)
    const version = await browser.version()
    await browser.close()
    return { state: 'ok', says: `${version} (${executable}) starts` }
  } catch (error) {
    return {
      state: 'warning',
      says: `${error instanceof Error ? error.message : error}`,
      advice: `Mend that, or name another in ASSAY_CHROMIUM: ${ofBrowser}.`,
    }
  }
}
