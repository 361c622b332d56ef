import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Authority, openAuthority, openKeyPool } from '../../ca/index.js'
import type { Role } from '../../requirements/types.js'
import { noChromium } from '../browser/find.js'
import { type LazyBrowser, lazyBrowser } from '../browser/lazy.js'
import { listening } from '../check/answers/listen.js'
import { answerNotes } from '../check/answers/notes.js'
import { evidenceRoles, loginRoles as relyingRoles } from '../check/coverage.js'
import { registerDelegationFixtures } from '../check/delegation/register.js'
import { codeSource } from '../check/identity-provider/codes.js'
import { keptLogin, ownLogin } from '../check/identity-provider/kept-login.js'
import { unknownHuman } from '../check/identity-provider/pushed-request.js'
import { redeemingCodes } from '../check/identity-provider/redeeming.js'
import { walker } from '../check/identity-provider/walk.js'
import { pacedBrowser } from '../check/paced-browser.js'
import { fixtureParties } from '../check/parties/fixture-parties.js'
import { givenParties, lackOf, outOfHands, readParticipants } from '../check/parties/given-parties.js'
import { type FreshPartySettings, freshParties } from '../check/parties/parties.js'
import { doubtfulRelyingParties, registerRelyingParties } from '../check/parties/relying-parties.js'
import type { GivenParty } from '../check/parties/statements.js'
import { type Patience, patient } from '../check/patience.js'
import { type SafeUse, safely } from '../check/safe.js'
import { createSecondLooks } from '../check/second-looks.js'
import { watched } from '../check/watch.js'
import type { World } from '../check/world.js'
import { NotTestable } from '../contracts/errors.js'
import { usualPartyForm } from '../contracts/party-form.js'
import type { RunFile, RunTarget } from '../contracts/run.js'
import { noting } from '../evidence/leaks/note.js'
import { connectLab, type LabClient } from '../lab/channel/client.js'
import type { Mutation, Party } from '../mutations/types.js'
import { readDelegationFixtures } from '../target/kit/delegation-fixtures.js'
import { readCertificates } from '../target/pem.js'
import { datedBack } from '../target/process/clock.js'
import { askForLogin } from '../target/process/steward.js'
import { createHttpClient, type HttpClient } from '../wire/http.js'

/** Bound of one exchange with the target, milliseconds. */
export const exchangeTimeoutMs = 10_000

/** A world with the means to leave it. */
export interface OpenWorld extends World {
  close(): Promise<void>
}

/**
 * Opens what the checks of one target and role share. Reads some files; reads keys and issuers when they are needed.
 * @param shared A browser that stays when the world is closed; one of its own by default.
 */
export async function openWorld(run: RunFile, target: RunTarget, role: Role, shared?: LazyBrowser): Promise<OpenWorld> {
  const keys = openKeyPool(run.keys)
  const authority = noting(openAuthority(target.authority, keys, target.settings.partyId.subject))
  const foreignKey = await keys.named('ca-stranger')
  const lab = connectLab(run.control, target.world)
  const { http: unheard, ...client } = clientsOf(target, lab, run.safe === true)
  const { browser: unpaced, close: closeBrowser } = shared ? { ...shared, close: async () => undefined } : lazyBrowser()
  const browser = unpaced && (async () => pacedBrowser(await unpaced(), client.patience))
  const made = new Set<string>()
  const freshWith = partiesWith({ authority, keys, lab, target, role, made })
  // A ServiceConsumer is called by nobody and calls providers of the lab, whatever scheme it lives in.
  const isServer = role !== 'ServiceConsumer'
  const given = isServer && target.participants.length > 0 ? readParticipants(target.participants) : undefined
  // Nobody told a target of another registry about the kit's parties.
  const delegation = evidenceRoles.includes(role) && !given ? readDelegationFixtures(target.fixtures) : undefined
  if (delegation) await registerDelegationFixtures(delegation, lab)
  const atLogin = relyingRoles.includes(role)
  if (atLogin && !given) await registerRelyingParties(target, lab)
  const settings = atLogin ? redeemingCodes(target.settings) : target.settings
  const login = loginRoles.includes(role) ? await askForLogin(run.steward, target.name, role) : undefined
  const roots = async () =>
    rootsIn(target.trustRoots) ?? given?.map(rootOf) ?? (await authority.trustedRoots()).map(({ der }) => der)
  const { http, answers } = listening(unheard, {
    settings,
    target,
    roots,
    fresh: made,
    notes: answerNotes(run.folder, { name: target.name, role }),
  })
  const world: OpenWorld = {
    ...(delegation && { delegation }),
    ...(browser && { browser }),
    ...(run.profile === 'deep' && { alwaysInBrowser: true }),
    ...(target.wantsForwarded?.includes(role) && { wantsForwarded: true }),
    ...(target.plainLogins?.includes(role) && { plainLogins: true }),
    ...(target.pagesSeen?.includes(role) && { pagesSeen: true }),
    ...(target.personalPage !== undefined && { personalPage: target.personalPage }),
    ...(target.blocked?.[role] && { blocked: target.blocked[role] }),
    ...(login && { login }),
    redirectUri: target.redirectUri,
    humans: target.humans,
    ...(target.secrets && { secrets: target.secrets }),
    target: underTest(target, role, settings),
    settings,
    registry: target.registry,
    counterparties: target.counterparties,
    ...(role === 'ServiceProvider' && target.service && { service: target.service }),
    httpUrl: target.httpUrl,
    keyUsage: target.keyUsage,
    ...(run.safe && { oneAtATime: true }),
    ...(target.oneLiveToken && { oneLiveToken: true }),
    ...(target.locksOut && { locksOut: true }),
    lab,
    ...client,
    http,
    answers,
    secondLooks: createSecondLooks(),
    authority,
    keys,
    ...partySources({ target, role, authority, given, fresh: freshWith }),
    ...(given && { given }),
    roots,
    fixtures: target.fixtures,
    untrusted: await authority.issue({
      partyId: target.partyId,
      kind: 'same-name-twin',
      key: foreignKey,
      revocation: { base: target.httpUrl, scope: 'untrusted' },
    }),
    // None of the pool: the party that a message is forged for may have any of those.
    foreignKey,
    close: async () => {
      await Promise.all([http.close(), client.pages.close(), lab.close(), closeBrowser()])
    },
  }
  if (!atLogin) return world
  const doubtful = world.newcomers && doubtfulRelyingParties(target)
  const kept = target.pagesEachLogin ? ownLogin() : keptLogin(run.folder, target.name, role)
  return { ...world, codes: codeSource(world, walker(world, kept, noChromium), doubtful) }
}

/** Where parties come from at a target in that role. */
function partySources({ target, role, authority, given, fresh }: SourcesFor): Pick<World, PartySourceName> {
  if (given) return { parties: givenParties(given, notTestable, { again: true }) }
  if (role === 'ParticipantRegistry') return { parties: fixtureParties(target.fixtures, { ...target, authority }) }
  if (!target.registeredAlone || !relyingRoles.includes(role))
    return { parties: fresh(target.keyUsage), otherParties: fresh }
  const lacking = (mutation: Mutation) => lackOf(mutation, outOfHands.registered)
  return {
    parties: fixtureParties(target.fixtures, { ...target, authority, lacking }),
    newcomers: fresh(target.keyUsage),
  }
}

type PartySourceName = 'parties' | 'otherParties' | 'newcomers'

interface SourcesFor {
  readonly target: RunTarget
  readonly role: Role
  readonly authority: Authority
  readonly given: readonly GivenParty[] | undefined
  readonly fresh: NonNullable<World['otherParties']>
}

/** The clients for the target, watched and patient; in a safe run they send one message at a time. */
function clientsOf({ name, tls: { ca, insecure }, pace, clock }: RunTarget, lab: LabClient, safe: boolean) {
  const bare = { ...(ca !== undefined && { ca: readFileSync(ca) }), insecure, timeoutMs: exchangeTimeoutMs }
  const { http, watch } = watched(createHttpClient(bare))
  const tell = (line: string) => void process.stderr.write(`assay: ${name} ${line}\n`)
  const { http: patiently, patience } = patient(http, { lab, pace, mostSeconds: clock.patienceSeconds, tell })
  // The lab's certificates are its own, and a target's are judged elsewhere.
  const pages = paced(createHttpClient({ insecure: true, timeoutMs: exchangeTimeoutMs }), patience)
  if (!safe) return { watch, patience, http: patiently, pages }
  const use: SafeUse = { underWay: 0 }
  return { watch, patience, http: safely(patiently, use), pages: safely(pages, use) }
}

/** A client whose requests take their turns among all others; how long that takes is no time of a check. */
const paced = (http: HttpClient, { spend }: Pick<Patience, 'spend'>): HttpClient => ({
  ...http,
  exchange: async (...exchange) => {
    await spend(1)
    return http.exchange(...exchange)
  },
})

/** Makes fresh parties, by the key usages of their certificates. */
const partiesWith =
  ({ target, role, lab, made, ...material }: Pick<FreshPartySettings, 'authority' | 'keys'> & FreshFor) =>
  (keyUsage: readonly string[]) =>
    freshParties({
      ...material,
      keyUsage,
      httpUrl: target.httpUrl,
      ...(relyingRoles.includes(role) && { redirectUris: [target.redirectUri] }),
      register(parties) {
        for (const { partyId } of parties) made.add(partyId)
        return lab.register(parties)
      },
    })

interface FreshFor {
  readonly target: RunTarget
  readonly role: Role
  readonly lab: LabClient
  /** Hears of each. */
  readonly made: Set<string>
}

/** The target as checks see it. */
const underTest = (target: RunTarget, role: Role, settings: World['settings']): World['target'] => ({
  name: target.name,
  role,
  partyId: target.partyId,
  baseUrl: target.baseUrl,
  tokenUrl: `${target.baseUrl}${settings.token.path}`,
  publicKey: new X509Certificate(readFileSync(target.chain)).publicKey,
  chain: readCertificates(readFileSync(target.chain, 'utf8')).map(({ raw }) => raw),
  replicas: target.replicas,
  furtherClaims: Object.keys(settings.token.claims),
  clientIdNames: ['client_id', settings.token.parameterNames.clientId],
  parameterTypes: [
    'application/x-www-form-urlencoded',
    ...(settings.token.encoding === 'json' ? ['application/json'] : []),
  ],
  ...(settings.partyId.form !== usualPartyForm && { partyIdForm: settings.partyId.form }),
  ...(settings.login.request === 'signed' && { requestSubject: settings.login.requestSubject ?? unknownHuman }),
  clock: target.clock,
  datedBack: datedBack(target.clockOffsetMs),
  clockOffsetMs: target.clockOffsetMs ?? 0,
})

/** Roles whose targets humans log in at. */
const loginRoles: readonly Role[] = [...relyingRoles, 'ServiceProvider']

const rootsIn = (files: readonly string[]): readonly Buffer[] | undefined =>
  files.length === 0
    ? undefined
    : files.flatMap((file) => readCertificates(readFileSync(file, 'utf8')).map(({ raw }) => raw))

const rootOf = ({ certified: { chain } }: Party): Buffer => chain.at(-1) ?? Buffer.alloc(0)

const notTestable = (reason: string): never => {
  throw new NotTestable(reason)
}
