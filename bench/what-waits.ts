import { type RegistryOutage, wrongTlsCertificates } from '../harness/contracts/lab-protocol.js'
import { registry } from '../harness/mutations/mutation.js'
import { askForRestart } from '../harness/target/process/steward.js'
import type { Loop } from './bare-loop.js'

/** The outages of the exclusive checks. */
const outages: readonly RegistryOutage[] = [
  ...[401, 403, 500].map((tokenStatus) => ({ tokenStatus, forgetTokens: true })),
  { reset: true },
  ...wrongTlsCertificates.map((tlsCertificate) => ({ tlsCertificate })),
]

/** Bound of what is sent while something is wrong, milliseconds. */
const timeoutMs = 25_000

/** What runs under an exclusive lease: each outage of the registry, and a restart of the target. */
export async function sendWhatStandsAlone({ session, world, client, send }: Loop): Promise<void> {
  const alone = client('alone')
  const lease = await world.lab.lease('exclusive', timeoutMs)
  for (const outage of outages) {
    await world.lab.outage(outage)
    await send(alone, await alone.message(), timeoutMs)
    await world.lab.restore()
    await send(alone, await alone.message(), timeoutMs)
  }
  await askForRestart(session.run.steward, world.target.name)
  await send(alone, await alone.message(), timeoutMs)
  await lease.release()
}

/** A client about which the registry says nothing: the target waits for its own time-out. */
export async function sendBesides({ client, send }: Loop): Promise<void> {
  const silent = client('silent')
  const message = await silent.message({ mutate: registry('silent', { transport: 'silent' }) })
  await send(silent, message, timeoutMs)
}
