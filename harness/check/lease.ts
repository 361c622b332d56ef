import type { LeaseMode } from '../contracts/lab-protocol.js'
import type { HeldLease } from '../lab/channel/client.js'
import type { World } from './world.js'

/** A lease, held only where the target may be asked. However long others hold theirs, that is no time of the check. */
export async function leaseOnceFree(
  { lab, patience }: Pick<World, 'lab' | 'patience'>,
  mode: LeaseMode,
  boundMs: number,
): Promise<HeldLease> {
  for (;;) {
    const lease = await patience.bear(lab.lease(mode, boundMs))
    if (lease.heldMs === 0) return lease
    await lease.release()
    await patience.wait(lease.heldMs)
  }
}
