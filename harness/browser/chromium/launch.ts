import { getuid } from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { type Browser, chromium } from '@playwright/test'

/** Nobody listens there: whatever does not belong to a visit gets nowhere. */
const nowhere = 'socks5://127.0.0.1:9'

const args = [
  '--no-pings',
  '--disable-quic',
  '--disable-domain-reliability',
  '--disable-crash-reporter',
  // Peer connections would go past the gate. The second name is that of older versions.
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // A page that fills the memory ends itself rather than the machine.
  '--js-flags=--max-old-space-size=512',
]

/**
 * Starts Chromium without a window. Its own requests (updates, suggestions, statistics) lead nowhere.
 * @throws Error with what Chromium itself said.
 */
export async function launchChromium(executable: string): Promise<Browser> {
  try {
    return await launch(executable)
  } catch (error) {
    throw new Error(complaint(String(error)))
  }
}

const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args,
    // Chromium refuses to start as root with its sandbox on.
    chromiumSandbox: getuid?.() !== 0,
    proxy: { server: nowhere },
    timeout: 20_000,
    // The process that keeps the browser ends it when its worker goes.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })

/** The line of its log in which Chromium most likely says why. */
function complaint(report: string): string {
  const lines = stripVTControlCharacters(report).split('\n')
  const said = lines.flatMap((line) => /\[err\]\s*(?:\[\S*\]\s*)?(.+)/.exec(line)?.[1] ?? [])
  const telling = said.find((line) => /error|fatal|sandbox|cannot|not found|no such/i.test(line))
  return telling ?? said.at(-1) ?? (/Timeout/.test(report) ? 'it took too long' : 'it ended without saying why')
}
