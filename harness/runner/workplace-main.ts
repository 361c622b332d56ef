import { awaitRun } from '../run/run-file.js'
import { lifeMs, type Order, type Word } from './messages.js'
import { loadChecks } from './suite-files.js'
import type { Lane, Workplace } from './types.js'
import { workplaceHere } from './workplace-here.js'

// A process of lanes: loads its checks while the run is set up, then carries out what it is asked for.

const say = (word: Word): void => void (process.connected && process.send?.(word))

const lanes = new Map<number, Lane>()
let opened: Promise<Workplace> | undefined

async function open(files: readonly string[]): Promise<Workplace> {
  await loadChecks(files)
  return workplaceHere(await awaitRun(), files)
}

async function laneOf(index: number): Promise<Lane> {
  const workplace = await opened
  if (!workplace) throw new Error('No checks were loaded.')
  const lane = lanes.get(index) ?? workplace.openLane()
  lanes.set(index, lane)
  return lane
}

async function obey(order: Order): Promise<void> {
  if (order.kind === 'load') {
    opened = open(order.files)
    await opened
  } else if (order.kind === 'carry-out') {
    const problem = await (await laneOf(order.lane)).carryOut(order.planned)
    say({ kind: 'over', lane: order.lane, ...(problem && { problem: problem.message }) })
  } else if (order.kind === 'interrupt') lanes.get(order.lane)?.interrupt()
  else {
    await (await opened)?.close()
    process.disconnect()
  }
}

process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) =>
    say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  )
})
// The run is gone, or wants no more.
process.on('disconnect', () => process.exit())
setInterval(() => say({ kind: 'alive' }), lifeMs).unref()
