import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Role } from '../../../requirements/types.js'
import { mutationNamed, mutationNames, namedMutations } from '../../../suites/support/named-mutations.js'
import { checkClient } from '../../check/message/client.js'
import type { Minted } from '../../check/message/mint.js'
import { handIdentifiers } from '../../check/parties/identifiers.js'
import { ConfigError, NotTestable } from '../../contracts/errors.js'
import type { Json } from '../../contracts/json.js'
import type { RunFile, RunTarget } from '../../contracts/run.js'
import { bounded } from '../../evidence/bound.js'
import type { Mutation, Party } from '../../mutations/types.js'
import { makeRunFolder } from '../../run/folders.js'
import { findHandLab, openHandLab } from '../../run/hand-lab.js'
import { openWorld } from '../../run/open-world.js'
import { defaultOptions } from '../../run/options.js'
import { didYouMean } from '../../target/file/spelling.js'
import { readFixtures } from '../../target/kit/fixtures.js'
import { curlLine } from '../../wire/curl.js'
import { decodeJwt, memberOf } from '../../wire/decode.js'
import { type TargetSelection, targetsOf } from '../targets.js'

/** Flags of `assay mint`. */
export interface MintFlags extends TargetSelection {
  /** Folder of a lab that `assay lab` keeps up. */
  readonly state?: string
  readonly mutate?: string
  /** Party Identifier of a party of the kit. */
  readonly as?: string
  readonly list: boolean
  readonly json: boolean
}

/** Prints a fresh client assertion, what stands in it, and a line that sends it. @returns exit code 0. */
export async function mint(flags: MintFlags): Promise<number> {
  if (flags.list) return list(flags)
  const mutation = flags.mutate === undefined ? undefined : named(flags.mutate)
  const folder = makeRunFolder()
  try {
    const minted = await (flags.state === undefined ? withOwnLab(flags, folder, mutation) : withLab(flags, mutation))
    process.stdout.write(`${flags.json ? JSON.stringify(asJson(minted)) : asText(minted)}\n`)
    return 0
  } catch (error) {
    if (error instanceof NotTestable) throw new ConfigError(error.message, { cause: error })
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function list({ json }: MintFlags): number {
  const text = namedMutations.map(({ check, name }) => `${check}  ${name}`).join('\n')
  process.stdout.write(`${json ? JSON.stringify(namedMutations) : text}\n`)
  return 0
}

function named(wanted: string): Mutation {
  const found = mutationNamed(wanted)
  if (found) return found
  throw new ConfigError(
    `--mutate ${JSON.stringify(wanted)} is no mutation.${didYouMean(wanted, mutationNames)} \`assay mint --list\` shows them all.`,
  )
}

interface MintedMessage {
  readonly minted: Minted
  readonly party: Party
  readonly mutation: Mutation | undefined
  readonly target: RunTarget
  /** Whether a lab is up that knows the party. */
  readonly known: boolean
}

async function withLab(flags: MintFlags, mutation: Mutation | undefined): Promise<MintedMessage> {
  const run = await findHandLab(resolve(flags.state ?? ''))
  return mintIn(run, await targetIn(run, flags), flags, mutation, true)
}

/** A lab of its own, gone when the assertion is there: nobody can look the party up afterwards. */
async function withOwnLab(flags: MintFlags, folder: string, mutation: Mutation | undefined): Promise<MintedMessage> {
  if (flags.config === undefined && flags.target === undefined)
    throw new ConfigError(
      'assay mint needs a target: --config FILE, --target URL, or --state FOLDER of a running `assay lab`.',
    )
  const targets = await targetsOf(flags)
  const { run, close } = await openHandLab(
    { ...defaultOptions(folder, targets), profile: 'quick', largeKeys: false },
    folder,
  )
  try {
    return await mintIn(run, await targetIn(run, flags), flags, mutation, false)
  } finally {
    await close()
  }
}

/** The target of the lab that the flags name, or the only one. */
async function targetIn({ targets }: RunFile, flags: MintFlags): Promise<RunTarget> {
  const named = flags.config === undefined && flags.target === undefined ? undefined : (await targetsOf(flags))[0]?.name
  const found = targets.find(({ name }) => named === undefined || name === named)
  if (!found || (named === undefined && targets.length > 1))
    throw new ConfigError(
      `The lab is up for ${targets.map(({ name }) => name).join(', ')}: name one of them with --config.`,
    )
  return found
}

async function mintIn(
  run: RunFile,
  target: RunTarget,
  { as }: MintFlags,
  mutation: Mutation | undefined,
  known: boolean,
): Promise<MintedMessage> {
  // As whom the parties are made: a ParticipantRegistry has its clients in its own data.
  const role: Role = target.roles.includes('ParticipantRegistry') ? 'ParticipantRegistry' : 'ServiceProvider'
  const world = await openWorld(run, target, role)
  try {
    const client = checkClient(
      world,
      handIdentifiers(run.seed + Date.now(), world, 'mint'),
      { changes: [] },
      (reason) => {
        throw new ConfigError(reason)
      },
    )
    const mutate = mutation && { mutate: mutation }
    const message =
      as === undefined
        ? await client.message(mutate)
        : client.next({ party: partyOfKit(target, as, mutation), recipe: {} }, mutate)
    return { minted: await client.mintable(message).mint(), party: message.party, mutation, target, known }
  } finally {
    await world.close()
  }
}

/** What a party itself is like cannot be changed where it exists already. */
const ofParty: readonly Mutation['entry'][] = ['party id', 'certificate', 'record', 'registry']

function partyOfKit({ fixtures }: RunTarget, partyId: string, mutation: Mutation | undefined): Party {
  if (mutation && ofParty.includes(mutation.entry))
    throw new ConfigError(`--mutate ${JSON.stringify(mutation.name)} takes a party of its own: leave --as out.`)
  const all = readFixtures(fixtures)
  const found = all.find(({ party }) => party.partyId === partyId)
  if (found) return found.party
  throw new ConfigError(
    `--as ${partyId} is no party of the kit: name one of ${all
      .slice(0, 3)
      .map(({ party }) => party.partyId)
      .join(', ')}, … (kit.json, "parties"), or leave it out for a new one.`,
  )
}

function asJson({ minted, party, mutation, target }: MintedMessage): Json {
  const { request, assertion } = minted
  const { header, payload } = decodeJwt(assertion ?? '')
  return {
    partyId: party.partyId,
    ...(mutation && { mutation: mutation.name }),
    ...(assertion !== undefined && { assertion, header, payload }),
    request: { ...request, headers: [...request.headers], body: String(request.body ?? '') } as unknown as Json,
    curl: curlLine(request, target.tls),
  }
}

function asText(message: MintedMessage): string {
  const { minted, party, mutation, target, known } = message
  const { assertion = '', request } = minted
  const { header, payload } = decodeJwt(assertion)
  const seconds = Math.round(Number(memberOf(payload, 'exp')) - Date.now() / 1000)
  return [
    `party     ${party.partyId}`,
    ...(mutation ? [`mutation  ${mutation.entry}: ${mutation.name}`] : []),
    `header    ${JSON.stringify(bounded(header))}`,
    `payload   ${JSON.stringify(bounded(payload))}`,
    ...(Number.isFinite(seconds) ? [`expires   in ${seconds} s`] : []),
    ...(known
      ? []
      : ['note      No lab is up that knows this party: `assay lab` keeps one, and `assay mint --state` uses it.']),
    '',
    assertion,
    '',
    curlLine(request, target.tls),
  ].join('\n')
}
