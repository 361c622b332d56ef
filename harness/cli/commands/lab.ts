import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { visible } from '../../../reports/text.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import { connectLab } from '../../lab/channel/client.js'
import { makeRunFolder } from '../../run/folders.js'
import { type HandLab, keepHandLab, openHandLab } from '../../run/hand-lab.js'
import { callWords, newCalls } from '../../run/new-calls.js'
import { defaultOptions } from '../../run/options.js'
import { type Signals, watchSignals } from '../../runner/signals.js'
import { loadTargets } from '../../target/file/target-file.js'
import { exitCodes } from '../complain.js'

/** Flags of `assay lab`. */
export interface LabFlags {
  readonly config: string
  readonly state?: string
  readonly json: boolean
}

/** How often new calls are looked for, milliseconds. */
const pauseMs = 150

/** Keeps the counterparties of the targets up and prints each call as it comes, until it is interrupted. @returns exit code 0. */
export async function lab({ config, state, json }: LabFlags): Promise<number> {
  const signals = watchSignals()
  const folder = makeRunFolder()
  try {
    const targets = await loadTargets(config)
    const options = { ...defaultOptions(folder, targets), profile: 'quick' as const, largeKeys: false }
    const kept = state === undefined ? folder : resolve(state)
    const hand = await openHandLab(
      { ...options, ...(state !== undefined && { state: kept }) },
      folder,
      signals.cancelled,
    )
    const forget = await keepHandLab(kept, hand.run)
    try {
      if (!json) process.stdout.write(`${welcome(hand, kept).map(plain).join('\n')}\n`)
      await Promise.all(hand.run.targets.map((target) => follow(hand, target, json, signals))).catch(
        (error: unknown) => {
          // An interrupt ends the lab, perhaps while it is asked for calls.
          if (!signals.interrupted) throw error
        },
      )
      return 0
    } finally {
      forget()
      await hand.close()
    }
  } catch (error) {
    if (signals.interrupted) return exitCodes.interrupted
    throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
    signals.close()
  }
}

function welcome({ stage, run }: HandLab, kept: string): readonly string[] {
  return [
    ...stage.targets.flatMap(({ config, kit, addresses }, index) => [
      `${config.name} as ${config.roles.join(', ')} (${kit.partyId})`,
      `  ParticipantRegistry    ${addresses.registry.baseUrl} (${addresses.registry.partyId})`,
      `  AuthorisationRegistry  ${addresses.authorisationRegistry.baseUrl} (${addresses.authorisationRegistry.partyId})`,
      `  EntitledParty          ${addresses.entitledParty.baseUrl} (${addresses.entitledParty.partyId})`,
      `  ServiceProvider        ${addresses.serviceProvider.baseUrl} (${addresses.serviceProvider.partyId})`,
      `  CRL, OCSP, canaries    ${addresses.http}`,
      `  Start it with          ASSAY_KIT=${kit.folder}${run.targets[index]?.baseUrl ? ` ASSAY_BASE_URL=${run.targets[index].baseUrl}` : ''}`,
    ]),
    `Mint assertions for it with \`assay mint --state ${kept}\`. Calls follow; Ctrl-C ends the lab.`,
  ]
}

/** Prints the calls of one target in the order in which they came, each when it is answered. */
async function follow(
  { run }: HandLab,
  { name, world }: HandLab['run']['targets'][number],
  json: boolean,
  signals: Signals,
): Promise<void> {
  const client = connectLab(run.control, world)
  const next = newCalls(client)
  try {
    while (!signals.interrupted) {
      for (const entry of await next())
        process.stdout.write(
          json
            ? `${JSON.stringify({ lab: name, ...entry })}\n`
            : `${plain(`${run.targets.length > 1 ? `${name}: ` : ''}${oneLine(entry)}`)}\n`,
        )
      await sleep(pauseMs, undefined, { signal: signals.cancelled }).catch(() => undefined)
    }
  } finally {
    await client.close()
  }
}

/** Time, who, method and path, status, remarks. */
function oneLine(entry: LedgerEntry): string {
  const { at, method, target, status } = entry
  const { who, remarks } = callWords(entry)
  return `${new Date(at).toISOString().slice(11, 23)}  ${who}  ${method} ${target}  ${status === 0 ? 'no answer' : status}  ${remarks}`
}

const plain = (text: string): string => visible(stripVTControlCharacters(text)).replace(/[\n\t]/g, ' ')
