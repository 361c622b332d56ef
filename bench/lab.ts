import { accessToken, lookUp, registerParty, startLab, worldSettings } from '../selftest/stage/lab-fixture.js'

// What the lab's share of a check costs: a look-up at its Participant Registry, and a call of its control channel.

const times = Number(process.argv[2] ?? 300)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Milliseconds that one of many runs takes on average, round trip included. */
async function milliseconds(run: () => Promise<unknown>): Promise<string> {
  for (let warm = 0; warm < 50; warm += 1) await run()
  const started = performance.now()
  for (let count = 0; count < times; count += 1) await run()
  return `${((performance.now() - started) / times).toFixed(2)} ms`
}

const running = await startLab([worldSettings('w')])
try {
  const bearer = await accessToken(running)
  const partyId = await registerParty(running)
  say(`look-up: ${await milliseconds(() => lookUp(running, partyId, { bearer }))}`)
  say(`registration: ${await milliseconds(() => registerParty(running))}`)
} finally {
  await running.close()
}
