import type { Sent } from '../../check/types.js'
import type { World } from '../../check/world.js'
import type { RegistrySettings } from '../../contracts/interface.js'
import type { LedgerEntry } from '../../contracts/lab-protocol.js'
import { presets } from '../../target/presets.js'
import { whatCameAstray } from './astray.js'
import { type Found, findOut, isElsewhere } from './find-out.js'
import { said } from './said.js'
import { byPath, inFlow } from './setting-lines.js'

/** Why a conforming client was not granted a token, with what is granted in its place, or what to look at. */
export async function whyRefused(world: World, sent: Sent, seed: number): Promise<string> {
  const post = `POST ${world.target.tokenUrl}`
  if (sent.outcome.kind === 'no-answer')
    return `${post} got no complete answer (${sent.outcome.why}), so nothing can be judged.`
  const answer = said(sent.exchange, [sent.assertion])
  // Not quoted, since it holds an access token.
  if (sent.blemished)
    return (
      'it granted a conforming client, but in an answer that is no JSON, so nothing can be judged: does something print before or behind it, ' +
      'such as warnings of an interpreter (display_errors of PHP)?'
    )
  if (sent.outcome.kind === 'deferred')
    return `it asks for more patience than it gets (clock.patienceSeconds: ${world.target.clock.patienceSeconds}). ${answer}.`
  const lost = isElsewhere(sent)
  const says = lost
    ? `${post} is not its token endpoint. ${answer}.`
    : `it refused a conforming client, so nothing can be judged. ${answer}.`
  // Each of its messages would take a login.
  if (world.codes)
    return `${says} ${lost ? 'Set interface.login.tokenPath to the path that it serves.' : await hint(world, sent)}`
  const since = Date.parse(sent.exchange.startedAt)
  const astray = lost ? undefined : await whatCameAstray(world, since)
  if (astray !== undefined) return `${says} ${astray}`
  const found = await findOut(world, seed, sent)
  const proposed = proposal(found)
  if (proposed !== undefined) return `${says} ${proposed}`
  if (!lost) return `${says} ${await hint(world, sent)}`
  const [line] = found.lines
  if (!line) return `${says} Set interface.token.path to the path that it serves.`
  const further = (await whatCameAstray(world, since)) ?? 'There it refuses a conforming client, too.'
  return `${says} It does answer at ${answersAt(String(line[1]))} ${further}`
}

/** A path of the token endpoint, with the setting that fits. */
function answersAt(path: string): string {
  const [preset] = Object.entries(presets).find(([, { settings }]) => settings.token.path === path) ?? []
  return preset === undefined
    ? `${path}: set interface.token.path.`
    : `${path}, as in the preset ${preset}: set interface.preset: ${preset}, or interface.token.path.`
}

/** What the target grants, as settings or as a departure from the text; nothing where it grants none of what was tried. */
function proposal({ lines, granted, departure }: Found): string | undefined {
  if (granted && lines.length === 0) return 'It granted the next conforming clients: run again, once it is warm.'
  if (granted) return `Granted with ${byPath(lines)}; add to the target file: ${inFlow(lines)}.`
  return (
    departure &&
    `It grants a client only with ${departure.name}, which ${departure.against}; no setting makes such messages.`
  )
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
    return 'Are the kit\'s parties registered (kit.json, "parties"), and are the kit\'s roots on its trusted list?'
  const lookups = await world.lab.ledger({ subjects: [message.party.partyId], kinds: ['party-lookup'] })
  if (lookups.length > 0) return after(lookups)
  const tokens = await world.lab.ledger({ kinds: ['registry-token'] })
  if (tokens.length > 0)
    return `It authenticated at the lab's registry but did not look the client up; ${howToLookUp(world.settings.registry)}`
  return (
    `It never called the lab's registry at ${world.registry.baseUrl}: does it read its kit (one that Assay does not launch gets it from \`assay kit\` and runs with --state), are the kit's roots on its trusted list, ` +
    'and can it reach that address (lab.host, lab.publicUrls)?'
  )
}

const howToLookUp = ({ partiesPath, partyIdParameter }: RegistrySettings): string =>
  `does it call GET ${partiesPath}?${partyIdParameter}=…, or does it speak another form (interface.preset, interface.registry)?`

const after = (lookups: readonly LedgerEntry[]): string =>
  lookups.some(({ status }) => status === 200)
    ? "It looked the client up at the lab's registry and got its record, then refused: do names of members (interface.preset, interface.registry), the trusted list and the key usage (certificates.keyUsage) fit?"
    : `It looked the client up at the lab's registry and got status ${lookups.at(-1)?.status}: is its access token of the registry sent as Bearer?`
