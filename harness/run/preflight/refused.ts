import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import type { SettingLine } from '../../contracts/errors.js'
import type { RegistrySettings } from '../../contracts/interface.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import { usualPartyForm } from '../../contracts/party-form.js'
import { presets } from '../../target/presets.js'
import { timeZone } from '../../target/process/time-zone.js'
import { whatCameAstray } from './astray.js'
import { findOut } from './find-out.js'
import { isElsewhere } from './form-search.js'
import { said } from './said.js'
import { byPath, inFlow } from './setting-lines.js'

/** Why the target cannot be judged, and the settings that mend it, where they are known. */
export interface Refused {
  readonly sentence: string
  readonly settings: readonly SettingLine[]
}

/**
 * Why a conforming client was not granted a token, with what is granted in its place, or what to look at.
 * @param brief Tries no other messages.
 */
export async function whyRefused(world: World, sent: Sent, seed: number, brief: boolean): Promise<Refused> {
  const post = `POST ${world.target.tokenUrl}`
  const only = (sentence: string): Refused => ({ sentence, settings: [] })
  if (sent.outcome.kind === 'no-answer')
    return only(`${post} got no complete answer (${sent.outcome.why}), so nothing can be judged.`)
  const answer = said(sent.exchange, [sent.assertion])
  // Not quoted, since it holds an access token.
  if (sent.blemished)
    return only(
      'it granted a conforming client, but in an answer that is no JSON, so nothing can be judged: does something print before or behind it, ' +
        'such as warnings of an interpreter (display_errors of PHP)?',
    )
  if (sent.outcome.kind === 'deferred')
    return only(
      `it asks for more patience than it gets (clock.patienceSeconds: ${world.target.clock.patienceSeconds}). ${answer}.`,
    )
  const lost = isElsewhere(sent)
  const says = lost
    ? `${post} is not its token endpoint. ${answer}.`
    : `it refused a conforming client, so nothing can be judged. ${answer}.`
  // Each of its messages would take a login.
  if (world.codes && lost) return only(`${says} Set interface.login.tokenPath to the path that it serves.`)
  if (world.codes || (brief && !lost)) return only(`${says} ${await hint(world, sent)}`)
  const { sentence, settings } = brief ? only('') : await whatElse(world, sent, seed, lost)
  return { sentence: `${says} ${sentence}`.trim(), settings }
}

/** What the target grants, or asked the lab for, in place of what it should. */
async function whatElse(world: World, sent: Sent, seed: number, lost: boolean): Promise<Refused> {
  const since = Date.parse(sent.exchange.startedAt)
  const astray = lost ? undefined : await whatCameAstray(world, since)
  if (astray) return astray
  const found = await findOut(world, seed, sent)
  const { lines, granted, departure } = found
  if (granted && lines.length === 0)
    return { sentence: 'It granted the next conforming clients: run again, once it is warm.', settings: [] }
  if (granted)
    return { sentence: `Granted with ${byPath(lines)}; add to the target file: ${inFlow(lines)}.`, settings: lines }
  if (departure) {
    const sentence = `It grants a client only with ${departure.name}, which ${departure.against}; no setting makes such messages.`
    return { sentence, settings: [] }
  }
  if (!lost) return { sentence: await hint(world, sent), settings: [] }
  const [line] = lines
  if (!line) return { sentence: 'Set interface.token.path to the path that it serves.', settings: [] }
  const further = await whatCameAstray(world, since)
  const there = further?.sentence ?? 'There it refuses a conforming client, too.'
  const at = answersAt(String(line[1]))
  return { sentence: `It does answer at ${at.sentence} ${there}`, settings: at.settings }
}

/** A path of the token endpoint, with the setting that fits. */
function answersAt(path: string): Refused {
  const [preset] = Object.entries(presets).find(([, { settings }]) => settings.token.path === path) ?? []
  if (preset === undefined)
    return { sentence: `${path}: set interface.token.path.`, settings: [['interface.token.path', path]] }
  return {
    sentence: `${path}, as in the preset ${preset}: set interface.preset: ${preset}, or interface.token.path.`,
    settings: [['interface.preset', preset]],
  }
}

/** What the lab saw says how far the target came. */
async function hint(world: World, { message, exchange }: Sent): Promise<string> {
  if (world.codes && /"error"\s*:\s*"invalid_grant"/.test(exchange.response?.body ?? ''))
    return (
      'It means the code, which it had issued just before: does it keep codes until they are redeemed, and compare redirect_uri, client and ' +
      'code_verifier (S256) with those of the authorization request?'
    )
  if (world.given)
    return (
      `The target file gives it ${message.party.partyId} (\`participants\`): is that party Active at its registry with this very certificate, is ` +
      `target.partyId (${world.target.partyId}) its own, and does it ask for further parameters (interface.token.parameters)?`
    )
  if (world.target.role === 'ParticipantRegistry')
    return `Are the kit's parties registered (kit.json, "parties"), and are the kit's roots on its trusted list? ${guesses(world)}`
  const lookups = await world.lab.ledger({ subjects: [message.party.partyId], kinds: ['party-lookup'] })
  if (lookups.length > 0) return after(lookups)
  const tokens = await world.lab.ledger({ kinds: ['registry-token'] })
  if (tokens.length > 0)
    return `It authenticated at the lab's registry but did not look the client up; ${howToLookUp(world.settings.registry)}`
  return (
    `It never called the lab's registry at ${world.registry.baseUrl}: does it read its kit (that of one which Assay does not launch lies in the folder of --state), are the kit's roots on its trusted list, ` +
    'and can it reach that address (lab.host, lab.publicUrls)?'
  )
}

/** What dialects want of clients that were loaded before, so that it cannot be tried; only what the settings do not say yet. */
function guesses({ settings, keyUsage }: World): string {
  const guessed: SettingLine[] = []
  if (settings.partyId.form === usualPartyForm) guessed.push(['interface.partyId.form', 'EU.EORI.NL{digits:9}'])
  if (!keyUsage.includes('digitalSignature'))
    guessed.push(['certificates.keyUsage', ['digitalSignature', 'nonRepudiation']])
  if (guessed.length === 0) return ''
  return `If so, it may want other ones; this is a guess, since its clients were loaded before: set ${byPath(guessed)}, one or both, and register those of the new kit.`
}

const howToLookUp = ({ partiesPath, partyIdParameter }: RegistrySettings): string =>
  `does it call GET ${partiesPath}?${partyIdParameter}=…, or does it speak another form (interface.preset, interface.registry)?`

const after = (lookups: readonly LedgerEntry[]): string =>
  lookups.some(({ status }) => status === 200)
    ? `It looked the client up at the lab's registry and got its record, then refused: do names of members (interface.preset, interface.registry), the trusted list and the key usage (certificates.keyUsage) fit, and are its times right in another time zone than UTC (a launched server has TZ=${timeZone})?`
    : `It looked the client up at the lab's registry and got status ${lookups.at(-1)?.status}: is its access token of the registry sent as Bearer?`
