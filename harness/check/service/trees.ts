import { Inconclusive } from '../../contracts/errors.js'
import type { Outcome } from '../../contracts/evidence.js'
import { conditionsHold } from '../../judge/conditions.js'
import { conditions, F, T, type Tree } from '../../mutations/conditions.js'
import type { Party } from '../../mutations/types.js'
import { deliver } from '../message/deliver.js'
import { evidenceContext, evidenceProgram, readService, serviceRequest } from './call.js'
import type { ServiceTools } from './service.js'
import type { Misjudged } from './types.js'

/** Calls that are under way together. */
const atATime = 16

/** One tree and the consumer on whom it is tried. */
type Trial = readonly [party: Party, tree: Tree]

/** Whether a tree holds for the ServiceProvider under test, by the reference evaluator. */
export const treeHolds = (tree: Tree, { world, service }: Pick<ServiceTools, 'world' | 'service'>): boolean =>
  conditionsHold(tree.json(evidenceContext(world, service, '')), { serviceProvider: world.target.partyId })

/** Lets the target decide trees. Consumers are used again, unless the target goes by what was said about them before. */
export function misjudgedTrees(tools: ServiceTools): (trees: readonly Tree[]) => Promise<readonly Misjudged[]> {
  const { world, service, client, bearers } = tools
  /** How many calls are under way together; one where the target did not answer them all. */
  let width = world.oneAtATime ? 1 : atATime
  const read = (exchange: Parameters<typeof readService>[0]) => readService(exchange, service)
  const call = async ({ partyId }: Party, token: string): Promise<Outcome> => {
    const request = serviceRequest(world.target.baseUrl, service, token)
    const { answer } = await deliver(world, { fresh: true, mint: async () => ({ request }) }, read, { conforms: true })
    if (answer.outcome.kind !== 'granted' && answer.outcome.kind !== 'refused')
      throw new Inconclusive(`The service gave ${partyId} no complete answer: ${answer.outcome.kind}.`)
    return answer.outcome
  }
  const programme = (trials: readonly Trial[]): Promise<void> =>
    world.lab.evidence(
      trials.map(([party, tree]) => evidenceProgram(evidenceContext(world, service, party.partyId), conditions(tree))),
    )
  const decide = async (trials: readonly Trial[]): Promise<readonly boolean[]> => {
    await programme(trials)
    const together = await Promise.allSettled(
      trials.map(async ([party]) => call(party, (await bearers.of(party)).token)),
    )
    if (together.every((one) => one.status === 'fulfilled'))
      return together.map(({ value: { kind } }) => kind === 'granted')
    const broken = together.find((one) => one.status === 'rejected' && !(one.reason instanceof Inconclusive))
    if (broken?.status === 'rejected') throw broken.reason
    // A server may serve one call at a time, and leave the others waiting for too long.
    width = 1
    const granted: boolean[] = []
    for (const trial of trials) granted.push(await decideAlone(trial))
    return granted
  }
  /** Of what is said already. */
  const decideAlone = async ([party]: Trial): Promise<boolean> =>
    (await call(party, (await bearers.fresh(party)).token)).kind === 'granted'
  /** Whether a new consumer with a new token fares the same, alone. */
  const isConfirmed = async (tree: Tree, granted: boolean): Promise<boolean> => {
    const [party] = await client.crowd(1)
    const trial: Trial = [party as Party, tree]
    await programme([trial])
    return (await decideAlone(trial)) === granted
  }
  /** Whether each call is decided by what is said then: a tree that holds, one that does not, and one that holds again. */
  const isForgetful = async (party: Party): Promise<boolean> => {
    const decided: boolean[] = []
    for (const tree of [T, F, T]) decided.push(...(await decide([[party, tree]])))
    return decided.join() === 'true,false,true'
  }
  let regulars: Promise<readonly Party[]> | undefined
  const consumers = async (count: number): Promise<readonly Party[]> => {
    regulars ??= client.crowd(width).then(async (crowd) => ((await isForgetful(crowd[0] as Party)) ? crowd : []))
    const known = await regulars
    return known.length > 0 ? known.slice(0, count) : client.crowd(count)
  }
  const misjudged = async (trees: readonly Tree[]): Promise<readonly Misjudged[]> => {
    const wrong: Misjudged[] = []
    for (let start = 0; start < trees.length && wrong.length === 0; ) {
      const chunk = trees.slice(start, start + width)
      const parties = await consumers(chunk.length)
      const granted = await decide(chunk.map((tree, index) => [parties[index] as Party, tree]))
      for (const [index, tree] of chunk.entries()) {
        const isGranted = granted[index] === true
        if (wrong.length > 0 || isGranted === treeHolds(tree, tools)) continue
        if (await isConfirmed(tree, isGranted)) wrong.push({ index: start + index, granted: isGranted })
        else tools.observes('decided otherwise beside other calls than alone', tree.label)
      }
      start += chunk.length
    }
    return wrong
  }

  return (trees) =>
    misjudged(trees).catch((error: unknown) => {
      if (error instanceof Inconclusive) return tools.inconclusive(error.message)
      throw error
    })
}
