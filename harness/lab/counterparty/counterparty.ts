import type { Authority, KeyPool } from '../../../ca/index.js'
import { defaultScope, providerPrefix } from '../../contracts/lab-places.js'
import type { AnswerGuise, CounterpartyAddress, ProviderProgram } from '../../contracts/lab-protocol.js'
import type { Speaker } from '../../mutations/signed-token.js'
import { sha256 } from '../../wire/decode.js'
import { type AccessTokens, openAccessTokens } from '../storage/access-tokens.js'
import { type FurtherCertificates, furtherCertificates, furtherForm } from './further.js'

/** Its certificate and key, and its names under a root that nobody trusts. */
export interface Identity {
  readonly speaker: Speaker
  readonly untrusted: Speaker
}

/** Somebody of the lab whom a target authenticates at, beside the Participant Registry. */
export interface Counterparty extends CounterpartyAddress {
  /** Those that it issued. */
  readonly tokens: AccessTokens
  /** Where it receives answers; only for a relying party. */
  readonly redirectUris?: readonly string[]
  /** Made when first asked for: most runs need none, and keys take time. */
  readonly identity: () => Promise<Identity>
  /** Its certificates beside that. */
  readonly further: FurtherCertificates
}

/** What it signs an answer of that form with. */
export const signerOf = async (
  { identity, further }: Counterparty,
  guise: AnswerGuise | undefined,
): Promise<Speaker> => {
  const form = furtherForm(guise)
  return form ? further.use(form) : (await identity()).speaker
}

/** A ServiceProvider as a check programmed it. */
export interface Provider {
  readonly program: ProviderProgram
  readonly tokens: AccessTokens
  /** Requests that it got at its token endpoint, and at its service. */
  readonly asked: { token: number; service: number }
}

/** A provider that nobody has called yet. */
export const newProvider = (program: ProviderProgram, tokenSeconds: number): Provider => ({
  program,
  tokens: openAccessTokens(program.partyId, tokenSeconds),
  asked: { token: 0, service: 0 },
})

/** Path prefixes on the world's first listener. */
export const prefixes = {
  authorisationRegistry: '/authorisation-registry',
  entitledParty: '/entitled-party',
  serviceProvider: providerPrefix,
  identityProviderA: '/identity-provider/a',
  identityProviderB: '/identity-provider/b',
  relyingParty: '/relying-party',
} as const

/** Where relying parties receive answers, below their prefix. */
export const callbackPath = '/callback'

/** The counterparties of a world, by who they are. */
export type CounterpartySet = Readonly<Record<keyof typeof prefixes, Counterparty>>

/** What counterparties are made of. */
export interface CounterpartySettings {
  /** Their Party Identifiers: other in every lab, the same in every kit of one lab. */
  readonly ids: Readonly<Record<keyof typeof prefixes, string>>
  /** Base of the first listener as the target reaches it, and of the second. */
  readonly https: string
  readonly http: string
  /** Base URLs of those that have an origin of their own. */
  readonly own?: Readonly<Partial<Record<keyof typeof prefixes, string>>> | undefined
  readonly authority: Pick<Authority, 'issue'>
  readonly keys: Pick<KeyPool, 'own'>
  readonly tokenSeconds: number
}

/** Everybody whom kits name beside the Participant Registry. */
export const counterparties = (settings: CounterpartySettings): CounterpartySet => {
  const at = (who: keyof typeof prefixes, below = ''): Counterparty => {
    const partyId = settings.ids[who]
    let made: Promise<Identity> | undefined
    return {
      partyId,
      baseUrl: settings.own?.[who] ?? `${settings.https}${prefixes[who]}${below}`,
      tokens: openAccessTokens(partyId, settings.tokenSeconds),
      identity: () => {
        made ??= identityOf(who, settings)
        return made
      },
      further: furtherCertificates(partyId, { ...settings, owner: who }),
    }
  }
  return {
    authorisationRegistry: at('authorisationRegistry'),
    entitledParty: at('entitledParty'),
    serviceProvider: at('serviceProvider', defaultScope),
    identityProviderA: at('identityProviderA'),
    identityProviderB: at('identityProviderB'),
    relyingParty: {
      ...at('relyingParty'),
      redirectUris: [`${settings.https}${prefixes.relyingParty}${callbackPath}`],
    },
  }
}

const identityOf = async (
  who: keyof typeof prefixes,
  { ids, authority, keys, http }: CounterpartySettings,
): Promise<Identity> => {
  const partyId = ids[who]
  const key = await keys.own(who, 2048)
  const speaker = async (kind: string): Promise<Speaker> => ({
    partyId,
    certified: await authority.issue({
      partyId,
      kind,
      ...(kind === 'conforming' && { key }),
      revocation: { base: http, scope: `${sha256(partyId).slice(0, 16)}-${kind}` },
    }),
  })
  const [own, untrusted] = await Promise.all([speaker('conforming'), speaker('untrusted-chain')])
  return { speaker: own, untrusted }
}
