import type { Role } from '../../../requirements/types.js'
import { checkClient } from '../../check/message/client.js'
import { checkSender } from '../../check/message/sender.js'
import { preflightIdentifiers } from '../../check/parties/identifiers.js'
import { createRecorder } from '../../check/recorder.js'
import { isOfServer } from '../../check/settle.js'
import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import { ConfigError, Inconclusive, NotTestable, type SettingLine } from '../../contracts/errors.js'
import type { Blocked, RunFile } from '../../contracts/run.js'
import { datedBack, measureClockOffset } from '../../target/process/clock.js'
import type { ExchangeOptions } from '../../wire/http.js'
import type { NoAnswer } from '../../wire/types.js'
import { grantedInEvidence, policyProblem, wantsForwarded } from './delegation.js'
import { grantedAtAuthorization, grantedAtLogin, grantedValues } from './guises.js'
import { tryLogin } from './identity-provider.js'
import { locksClientsOut } from './lock-out.js'
import { lookUpForms, lookupProblem } from './lookup.js'
import { findPersonalPage } from './personal-page.js'
import { loginsArePlain } from './plain.js'
import { type Refused, whyRefused } from './refused.js'
import { relyingPartyProblem } from './relying-party.js'
import { evidenceForms, serviceProblem } from './service.js'
import { varyTokenAnswers } from './token-answers.js'
import { endsOlderTokens } from './tokens.js'
import { onceWarm } from './warm.js'

/** Offset of the target's clock beyond which conforming assertions look like bad ones, milliseconds (TIM-23). */
const mostOffsetMs = 5_000

/** How long a target may take for its first answer that was put to sleep for want of requests, milliseconds. */
const coldMs = 60_000

/** What preflight learned of a target. */
export interface Preflight {
  /** Clock of the target minus ours, milliseconds; absent where its answers carry no `Date`. */
  readonly clockOffsetMs?: number
  /** Whether a new access token of a client ends its older ones. */
  readonly oneLiveToken?: boolean
  /** Whether a client is refused once some wrong messages came in its name. */
  readonly locksOut?: boolean
  /** Whether a human who is logged in gets a page all the same, for each relying party at least. */
  readonly pagesEachLogin?: boolean
  /** Roles in which a ServiceProvider that forwarded nothing yet got no evidence. */
  readonly wantsForwarded?: readonly Role[]
  /** Roles in which logins at the target as a relying party need no browser. */
  readonly plainLogins?: readonly Role[]
  /** Roles in which a browser has shown the pages of logins. */
  readonly pagesSeen?: readonly Role[]
  /** Names of the values of guises that it grants. */
  readonly guises?: readonly string[]
  /** Names of those with which it permits what is asked of it. */
  readonly guisesOfEvidence?: readonly string[]
  /** A page of a ServiceProvider that shows only to a human who is logged in that they are. */
  readonly personalPage?: string
  /** What the target does not do as it should even for conforming parties. */
  readonly blocked?: Blocked
  /** Settings that mend some of it. */
  readonly proposed?: readonly SettingLine[]
}

/**
 * Makes sure that there is something to judge: the target answers with a sane clock, and a conforming client gets a
 * token. What only some checks rest on (look-ups, evidence, the service, logins at a relying party) blocks no others.
 * @param warmSeconds How long it may answer as if nothing were served yet; not at all by default.
 * @throws ConfigError in the user's words otherwise; then no verdict is given.
 */
export async function preflight(
  opened: World,
  run: Pick<RunFile, 'seed' | 'out' | 'profile' | 'only' | 'logins' | 'guises' | 'brief'>,
  warmSeconds = 0,
): Promise<Preflight> {
  const { seed, logins } = run
  await answers(opened)
  const clockOffsetMs = await measureClockOffset(opened.http, opened.target.baseUrl)
  const clock = { datedBack: datedBack(clockOffsetMs), clockOffsetMs: clockOffsetMs ?? 0 }
  const world = { ...opened, target: { ...opened.target, ...clock } }
  const login = await tryLogin(world, run, warmSeconds)
  if (login.problem !== undefined) throw refusal(world, { sentence: login.problem, settings: login.settings ?? [] })
  if (clockOffsetMs !== undefined && Math.abs(clockOffsetMs) > mostOffsetMs)
    throw problem(
      world,
      `its clock is ${describeOffset(clockOffsetMs)}; assertions live for 30 s, so set its clock or ours right (NTP) and run again.`,
    )
  // Without the browser that it takes there is no code to redeem, as each check says.
  const sent = login.untold ? undefined : await onceWarm(world, warmSeconds, () => control(world, seed), isWarm)
  if (sent && sent.outcome.kind !== 'granted')
    throw refusal(world, await whyRefused(world, sent, seed, run.brief === true))
  const relying = logins ? await tryRelyingParty(world, run, login.inBrowser === true) : undefined
  const wanting = await learned(wantsForwarded(world, seed))
  const { blocked, proposed } = await whatIsBlocked(world, run, relying?.problem)
  const sharesTokens = blocked.delegation === undefined && blocked.lookup === undefined
  const oneLiveToken = sharesTokens && (await learned(endsOlderTokens(world, seed)))
  const guises = login.untold ? undefined : await learned(grantedValues(world, run))
  const atService = blocked.service === undefined ? await learned(evidenceForms(world, run)) : undefined
  const atLookUp = blocked.lookup === undefined ? await learned(lookUpForms(world, run)) : undefined
  const guisesOfEvidence = blocked.delegation === undefined ? await learned(grantedInEvidence(world, run)) : undefined
  const atStart = login.untold ? undefined : await learned(grantedAtAuthorization(world, run))
  const atLogin = relying?.plain ? await learned(grantedAtLogin(relying.world, run)) : undefined
  if (!login.untold) await learned(varyTokenAnswers(world, run))
  const isDear = login.untold || login.pagesEachLogin
  const locksOut = !isDear && (await learned(locksClientsOut(world, seed)))
  return {
    ...(clockOffsetMs !== undefined && { clockOffsetMs }),
    ...(oneLiveToken && { oneLiveToken }),
    ...(locksOut && { locksOut }),
    ...((guises || atLogin) && {
      guises: [guises, atService, atLookUp, atStart, atLogin].flatMap((names) => names ?? []),
    }),
    ...(guisesOfEvidence && { guisesOfEvidence }),
    ...(wanting && { wantsForwarded: [world.target.role] }),
    ...(login.pagesEachLogin && { pagesEachLogin: true }),
    ...(relying?.plain && { plainLogins: [world.target.role] }),
    ...((login.inBrowser || relying?.world.pagesSeen) && { pagesSeen: [world.target.role] }),
    ...(relying?.personalPage !== undefined && { personalPage: relying.personalPage }),
    ...(Object.keys(blocked).length > 0 && { blocked }),
    ...(proposed.length > 0 && { proposed }),
  }
}

/** What cannot be had of a target that grants tokens, with the sentence that says why. */
async function whatIsBlocked(
  world: World,
  { seed, brief }: Pick<RunFile, 'seed' | 'brief'>,
  login: string | undefined,
): Promise<{ readonly blocked: Blocked; readonly proposed: readonly SettingLine[] }> {
  const isRegistry = world.target.role === 'ParticipantRegistry'
  const lookup = isRegistry ? await learned(lookupProblem(world, seed)) : undefined
  const delegation = await learned(policyProblem(world, seed, brief === true))
  const service = await learned(serviceProblem(world, seed))
  const known = { lookup: lookup?.sentence, delegation: delegation?.sentence, service, login }
  const blocked = Object.fromEntries(Object.entries(known).filter(([, sentence]) => sentence !== undefined))
  return { blocked, proposed: [...(lookup?.lines ?? []), ...(delegation?.lines ?? [])] }
}

/**
 * Looks again at a target that preflight has looked at: it answers, and grants one conforming request; which guises it
 * grants may have changed.
 * @throws ConfigError as preflight does.
 */
export async function glance(
  world: World,
  run: Pick<RunFile, 'seed' | 'profile' | 'only' | 'guises'>,
): Promise<Pick<Preflight, 'guises' | 'guisesOfEvidence' | 'blocked'>> {
  await answers(world)
  // Its codes come from logins, which may take a browser that there is not, as each check says.
  const sent = await learned(control(world, run.seed))
  if (sent && sent.outcome.kind !== 'granted') throw refusal(world, await whyRefused(world, sent, run.seed, false))
  const { blocked } = await whatIsBlocked(world, { ...run, brief: true }, undefined)
  const guises = sent && (await learned(grantedValues(world, run)))
  const atService = sent && blocked.service === undefined ? await learned(evidenceForms(world, run)) : undefined
  const atLookUp = sent && blocked.lookup === undefined ? await learned(lookUpForms(world, run)) : undefined
  const asks = sent && blocked.delegation === undefined
  const guisesOfEvidence = asks ? await learned(grantedInEvidence(world, run)) : undefined
  const atStart = sent && (await learned(grantedAtAuthorization(world, run)))
  return {
    ...(guises && { guises: [...guises, ...[atService, atLookUp, atStart].flatMap((names) => names ?? [])] }),
    ...(guisesOfEvidence && { guisesOfEvidence }),
    ...(Object.keys(blocked).length > 0 && { blocked }),
  }
}

/**
 * Logins at the target as a relying party: over HTTP where its pages need no browser, otherwise in a browser first,
 * which shows whether it is needed. The deep profile carries out every login in the browser.
 */
async function tryRelyingParty(
  opened: World,
  run: Pick<RunFile, 'seed' | 'out' | 'profile'>,
  isSeen: boolean,
): Promise<{
  readonly world: World
  readonly plain: boolean
  readonly personalPage?: string
  /** Why they cannot be judged, as a browser saw. */
  readonly problem?: string
}> {
  const arePlain = async (world: World) => run.profile !== 'deep' && (await loginsArePlain(world, run.seed))
  let world = isSeen ? { ...opened, pagesSeen: true } : opened
  let plain = await arePlain(world)
  if (!plain) {
    const { problem: loggedOut, seen } = await relyingPartyProblem(world, run)
    if (loggedOut !== undefined) return { world, plain, problem: loggedOut }
    if (seen) {
      world = { ...world, pagesSeen: true }
      plain = await arePlain(world)
    }
  }
  try {
    const personalPage = await findPersonalPage(world, run.seed, plain)
    return { world, plain, ...(personalPage !== undefined && { personalPage }) }
  } catch (error) {
    // Without that page nobody knows what a refusal is worth, so that each check says what it takes.
    if (error instanceof NotTestable) return { world, plain: false }
    throw error
  }
}

/** Nothing where the target refuses a client after it granted the first one: that is for the checks to judge. */
const learned = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof Inconclusive || error instanceof NotTestable) return undefined
    throw error
  })

async function answers(world: World): Promise<void> {
  const ask = (options?: ExchangeOptions) =>
    world.http.exchange({ method: 'GET', url: `${world.target.baseUrl}/`, headers: [] }, options)
  let { noAnswer } = await ask()
  if (noAnswer?.kind === 'timeout') ({ noAnswer } = await ask({ timeoutMs: coldMs }))
  if (noAnswer && noAnswer.kind !== 'too-large') throw problem(world, unreachable[noAnswer.kind](noAnswer))
}

const unreachable: Readonly<Record<NoAnswer['kind'], (reason: NoAnswer) => string>> = {
  refused: ({ message }) => `nothing listens there (${message}). Start the target, or correct host and port.`,
  reset: ({ message }) =>
    `it closes the connection without an answer (${message}). Is the port right, and is it https where the URL says http?`,
  timeout: ({ message }) =>
    `it does not answer in time (${message}). Is the port right, and does a firewall drop packets?`,
  tls: ({ message }) =>
    message.includes('WRONG_VERSION_NUMBER')
      ? `what listens there does not speak TLS (${message}). Is it http where the URL says https?`
      : `its TLS certificate is not trusted or does not fit (${message}). Name its root with target.tls.ca, or set target.tls.insecure: true.`,
  protocol: ({ message }) =>
    `what listens there does not speak HTTP (${message}). Is the port right, and is it https where the URL says http?`,
  'too-large': ({ message }) => message,
}

async function control(world: World, seed: number): Promise<Sent> {
  const ids = preflightIdentifiers(seed, world, 'preflight')
  const client = checkClient(world, ids, { changes: [] }, (reason) => {
    throw new ConfigError(reason)
  })
  const ask = async () => {
    const message = await client.message()
    return (await checkSender(world, client, createRecorder()).send(message, { label: 'preflight', conforms: true }))
      .sent
  }
  const first = await ask()
  // What a server loads, compiles or connects to for its first client is there for the second.
  return first.exchange.noAnswer?.kind === 'timeout' ? ask() : first
}

/** Whether a target answered by itself. */
const isWarm = (sent: Sent): boolean => sent.outcome.kind === 'granted' || isOfServer(sent)

const describeOffset = (ms: number): string => `${Math.abs(ms / 1000).toFixed(1)} s ${ms > 0 ? 'ahead' : 'behind'}`

const refusal = (world: World, { sentence, settings }: Refused): ConfigError =>
  new ConfigError(problem(world, sentence).message, { settings })

const problem = (world: World, what: string): ConfigError =>
  new ConfigError(`${world.target.name} (${world.target.baseUrl}) as ${world.target.role}: ${what}`)
