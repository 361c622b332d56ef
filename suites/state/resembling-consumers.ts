import type { Asking, Delegation } from '../../harness/check/delegation/types.js'
import { record } from '../../harness/mutations/mutation.js'
import type { RecordContext } from '../../harness/mutations/types.js'
import { serialNumberOf } from '../../harness/wire/serial-number.js'
import { certificatesOf, entryFor } from '../support/values/records.js'

const twin = { kind: 'same-name-twin' }

/** What each of the certificates shares with the sound one, beside the names in it. */
const shares: Readonly<Record<string, (own: RecordContext) => Parameters<RecordContext['issue']>[0]>> = {
  'all its names': () => twin,
  'its names and serial number': ({ party: { certified } }) => ({
    ...twin,
    serial: serialNumberOf(certified.chain[0] ?? Buffer.alloc(0)),
  }),
  'its names and key': ({ party: { certified } }) => ({ ...twin, key: certified.key }),
}

/**
 * A consumer of a sound certificate, then the same one with certificates of an untrusted CA that share something with
 * that, although the registry holds each of them.
 */
export async function resemblingConsumers({ spare }: Delegation): Promise<readonly [sound: Asking, ...Asking[]]> {
  const untrusted: Asking[] = []
  const registering = record('certificates of an untrusted CA too', async (own, context) => {
    const entries = certificatesOf(own)
    const further = await Promise.all(
      Object.entries(shares).map(async ([name, of]) => ({ name, certified: await context.issue(of(context)) })),
    )
    for (const { name, certified } of further)
      untrusted.push({ consumer: { name: `certificate of ${name}`, value: { ...context.party, certified } } })
    return {
      ...own,
      certificates: [...entries, ...further.map(({ certified }) => ({ ...entries[0], ...entryFor(certified) }))],
    }
  })
  const consumer = await spare('resembling certificates', registering)
  return [{ consumer }, ...untrusted]
}
