import { createHash } from 'node:crypto'
import type { SettingLine } from '../../contracts/errors.js'
import { drawFrom } from '../../contracts/party-draw.js'
import { readPartyForm } from '../../contracts/party-form.js'
import { claims, header, partyId } from '../../mutations/mutation.js'
import type { Mutation } from '../../mutations/types.js'
import { presets } from '../../target/presets.js'

/** A message that is like the conforming one but for one thing. */
export interface Relative {
  readonly name: string
  /** The settings by which every message is like that; none where it is no conforming message. */
  readonly lines: readonly SettingLine[]
  /** What cannot be had by settings of the token request: it changes the one message that is sent. */
  readonly mutate?: Mutation
  /** It concerns the client itself, so that a target which knows its clients beforehand cannot be asked. */
  readonly ofParty?: true
  /** What the text says against it. */
  readonly against?: string
}

const parameters = 'interface.token.parameters'
const form = (template: string): Relative => ({
  name: `identifiers like ${template}`,
  lines: [['interface.partyId.form', template]],
  mutate: partyId(`of the form ${template}`, ({ unique }) => {
    const bytes = () => createHash('sha512').update(unique).digest()
    return drawFrom(readPartyForm(template), 'hand', bytes, new Set())
  }),
  ofParty: true,
})

const scope: Relative = { name: 'a scope', lines: [[`${parameters}.scope`, 'iSHARE']] }
const bothUsages: Relative = {
  name: 'both key usages',
  lines: [['certificates.keyUsage', ['digitalSignature', 'nonRepudiation']]],
  ofParty: true,
}
const jsonBody: Relative = { name: 'a JSON body', lines: [['interface.token.encoding', 'json']] }
const eori = form('EU.EORI.NL{digits:9}')

/** Relatives that keep to the text, the likeliest first. */
export const conforming: readonly Relative[] = [
  scope,
  eori,
  bothUsages,
  { name: 'the claim nbf', lines: [['interface.token.claims.nbf', '{iat}']] },
  jsonBody,
  {
    name: 'the parameters of the text alone',
    lines: [
      [`${parameters}.grant_type`, null],
      [`${parameters}.client_assertion_type`, null],
    ],
  },
  {
    name: 'another grant_type',
    lines: [[`${parameters}.grant_type`, 'urn:ietf:params:oauth:grant-type:jwt-bearer']],
  },
  form('did:ishare:EU.NL.NTRNL-{digits:8}'),
  form('https://parties.example/{digits:9}'),
]

/** What deployed software wants together. */
export const together: readonly (readonly Relative[])[] = [
  [scope, eori],
  [eori, bothUsages],
  [scope, bothUsages],
  [scope, eori, bothUsages],
  [scope, jsonBody],
]

const lifetime = (seconds: number): Relative => ({
  name: `a lifetime of ${seconds} s`,
  lines: [],
  mutate: claims(`exp = iat + ${seconds}`, (own) => {
    own.exp = Number(own.iat) + seconds
  }),
  against: 'the text forbids (L259)',
})

const audience = (name: string, address: 'baseUrl' | 'tokenUrl'): Relative => ({
  name: `${name} as aud`,
  lines: [],
  mutate: claims(name, (own, { target }) => {
    own.aud = target[address]
  }),
  against: 'the text forbids (L256)',
})

const chain = (name: string, of: (own: readonly string[]) => readonly string[]): Relative => ({
  name,
  lines: [],
  mutate: header(name, (own) => {
    own.x5c = [...of(own.x5c as readonly string[])]
  }),
  against: 'the text forbids (L247)',
})

/** Relatives that do not: they are reported, and no setting makes them. */
export const departing: readonly Relative[] = [
  chain('a chain without its root', (own) => own.slice(0, -1)),
  chain('the leaf alone in x5c', (own) => own.slice(0, 1)),
  audience('its base URL', 'baseUrl'),
  audience('the URL of its token endpoint', 'tokenUrl'),
  lifetime(60),
  lifetime(300),
]

/** Token paths of deployed software, below the base URL. */
export const tokenPaths: readonly string[] = [
  ...new Set([
    ...Object.values(presets).map(({ settings }) => settings.token.path),
    ...['/token', '/oauth2/token', '/oauth/token', '/api/connect/token'],
  ]),
]
