import { spawn } from 'node:child_process'

/** What opens an address on each system. */
const openers: Readonly<Record<string, string>> = { darwin: 'open', linux: 'xdg-open' }

/** Asks the system to open an address in the browser of the user; where it cannot, nothing happens. */
export function openInBrowser(address: string): void {
  const opener = openers[process.platform]
  if (opener === undefined) return
  const child = spawn(opener, [address], { detached: true, stdio: 'ignore' })
  child.once('error', () => undefined)
  child.unref()
}
