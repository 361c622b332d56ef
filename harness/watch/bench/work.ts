import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { handPage } from '../../../reports/index.js'
import type { Role } from '../../../requirements/types.js'
import { tokenRoles } from '../../check/coverage.js'
import { worldInGuise } from '../../check/guise-world.js'
import { type CheckClient, checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { handIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import type { Message } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { AssayError, ConfigError, NotTestable } from '../../contracts/errors.js'
import type { RunFile, RunTarget } from '../../contracts/run.js'
import { unlessAborted } from '../../run/cancel.js'
import { handSteward } from '../../run/hand-lab.js'
import { openWorld } from '../../run/open-world.js'
import { writeOrder } from '../../run/run-file.js'
import { orderOf } from '../../run/session.js'
import { curlLine } from '../../wire/curl.js'
import { decodeJwt } from '../../wire/decode.js'
import type { Warm } from '../warm.js'
import type { Act } from './bench.js'
import type { Form } from './forms.js'

/**
 * Makes a message, does with it what is asked, and returns a page about it.
 * @throws the reason of the signal, once that gives it up.
 */
export type HandWork = (act: Act, form: Form, stop: AbortSignal) => Promise<string>

/** Whom messages that are made by hand go to: the first role with a token endpoint. */
export function benchRole({
  options,
}: Pick<Warm, 'options'>): { readonly name: string; readonly role: Role } | undefined {
  for (const { name, roles } of options.targets) {
    const role = roles.find((one) => tokenRoles.includes(one))
    if (role) return { name, role }
  }
  return undefined
}

/** Hand work at the lab of a watch, with the target as its last round left it. */
export const handWorkAt =
  (warm: Warm): HandWork =>
  async (act, form, stop) => {
    const bench = benchRole(warm)
    if (!bench) throw new ConfigError('No role of this target has a token endpoint, which the workbench sends to.')
    const learned = warm.learned.get(bench.name)
    if (!learned) throw new ConfigError('The target was not up in any round yet: run a check first.')
    const folder = mkdtempSync(join(warm.folder, 'hand-'))
    const steward = await handSteward(warm.stage)
    try {
      const { control, keys } = warm.stage
      const { target } = learned
      const order = orderOf(warm.options, folder)
      writeOrder(order)
      const run = { ...order, control, keys, steward: steward.address, targets: [target] }
      return await inWorld(warm, run, { target, role: bench.role }, (world) =>
        unlessAborted(stop, pageOf(act, form, world, target)),
      )
    } catch (error) {
      // What a row cannot do with this target is no defect, and neither is a target that withholds what it takes.
      if (error instanceof AssayError) throw new ConfigError(error.message, { cause: error })
      throw error
    } finally {
      steward.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }

async function inWorld<T>(
  { browser }: Warm,
  run: RunFile,
  { target, role }: { readonly target: RunTarget; readonly role: Role },
  work: (world: World) => Promise<T>,
): Promise<T> {
  const world = await openWorld(run, target, role, browser)
  try {
    return await work(world)
  } finally {
    await world.close()
  }
}

async function pageOf(act: Act, { mutation, guise }: Form, plain: World, target: RunTarget): Promise<string> {
  const world = guise ? worldInGuise(plain, guise) : plain
  const client = checkClient(world, handIdentifiers(randomInt(2 ** 31), world, 'hand'), { changes: [] }, (reason) => {
    throw new NotTestable(reason)
  })
  const [control, mutated = control] = await client.prepare(...(mutation ? [mutation] : []))
  const said = {
    party: mutated.party.partyId,
    ...(mutation && { mutation: `${mutation.entry}: ${mutation.name}` }),
    ...(guise && { guise: guise.name }),
  }
  return act === 'mint'
    ? handPage({ ...said, minted: await minted(client, mutated, target) })
    : handPage({ ...said, sent: await sent(world, client, mutated) })
}

async function minted(client: CheckClient, message: Message, { tls }: RunTarget) {
  const { request, assertion } = await client.mintable(message).mint()
  const { header, payload } = decodeJwt(assertion ?? '')
  return { decoded: assertion === undefined ? [] : [header, payload], curl: curlLine(request, tls) }
}

async function sent(world: World, client: CheckClient, message: Message) {
  const recorder = createRecorder()
  const { sent: came } = await checkSender(world, client, recorder).send(message, { label: 'sent by hand' })
  return { messages: recorder.messages, outcome: came.outcome }
}
