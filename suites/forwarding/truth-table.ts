import { forwarding } from '../../harness/check/delegation/forwarding.js'
import type { Asking, Delegation } from '../../harness/check/delegation/types.js'
import type { Sent } from '../../harness/check/types.js'
import type { JsonObject } from '../../harness/contracts/json.js'
import { certificate, encoding, identity, signature, unregistered } from '../../harness/mutations/mutation.js'
import type { Party } from '../../harness/mutations/types.js'
import { signers } from '../../harness/wire/jws.js'
import { status, unknownParty } from '../support/values/records.js'

/** What is true of one forwarded JWT, in words that a report can show. */
export interface Combination {
  readonly aud: 'the forwarder' | 'another ServiceProvider' | 'the target'
  readonly forwarder: 'the ServiceProvider' | 'another ServiceProvider'
  readonly age: number
  /** Whether it was in the place of a client assertion before it was forwarded. */
  readonly presented: boolean
  readonly signature: 'sound' | 'corrupted' | 'foreign key' | 'alg none'
  readonly chain: 'trusted' | 'untrusted'
  readonly status: 'Active' | 'Suspended' | 'unknown'
  readonly certificate: 'registered' | 'not registered' | "the forwarder's"
}

/** A row of the table: a combination, the use of the JWT, what the text wants and what came. */
export interface TableRow extends Combination {
  readonly use: 'first' | 'repeated'
  /** Between the making of the JWT and the answer. */
  readonly seconds: number
  readonly expected: Sent['outcome']['kind']
  readonly observed: Sent['outcome']['kind']
}

const sound: Combination = {
  aud: 'the forwarder',
  forwarder: 'the ServiceProvider',
  age: 2,
  presented: false,
  signature: 'sound',
  chain: 'trusted',
  status: 'Active',
  certificate: 'registered',
}

/** Seconds when it is made; the last one is beyond any tolerance (ruling 3). */
const ages = [0, 2, 15, 20, 700]

const product: readonly Combination[] = (['the forwarder', 'another ServiceProvider', 'the target'] as const).flatMap(
  (aud) =>
    (['the ServiceProvider', 'another ServiceProvider'] as const).flatMap((forwarder) =>
      ages.flatMap((age) => [false, true].map((presented) => ({ ...sound, aud, forwarder, age, presented }))),
    ),
)

const unsound: readonly Partial<Combination>[] = [
  { signature: 'corrupted' },
  { signature: 'foreign key' },
  { signature: 'alg none' },
  { chain: 'untrusted' },
  { status: 'Suspended' },
  { status: 'unknown' },
  { certificate: 'not registered' },
  { certificate: "the forwarder's" },
]

/** Audience, forwarder, age and earlier use in every combination; each unsound JWT beside the right and a wrong audience. */
export const combinations: readonly Combination[] = [
  ...product,
  ...unsound.flatMap((one) => [
    { ...sound, ...one },
    { ...sound, aud: 'another ServiceProvider' as const, ...one },
  ]),
]

/** What the text wants: accepted throughout its lifetime, for its addressee, and sound in itself (L245–247, L267–268, L277). */
export const expectedOf = (one: Combination): TableRow['expected'] =>
  one.aud === 'the forwarder' &&
  one.age < 30 &&
  one.signature === 'sound' &&
  one.chain === 'trusted' &&
  one.status === 'Active' &&
  one.certificate === 'registered'
    ? 'granted'
    : 'refused'

/** How such a JWT is forwarded. */
export async function askingOf(
  one: Combination,
  delegation: Delegation,
  target: Pick<Party, 'partyId'>,
): Promise<Asking> {
  const caller = one.forwarder === 'the ServiceProvider' ? 'provider' : 'other provider'
  const consumer = await consumerOf(one, delegation)
  const { provider, otherProvider } = delegation.fixtures
  const [own, another] = caller === 'provider' ? [provider, otherProvider] : [otherProvider, provider]
  const audience = { 'the forwarder': own, 'another ServiceProvider': another, 'the target': target }[one.aud].partyId
  const mutate = mutations(own)[one.certificate === "the forwarder's" ? one.certificate : one.signature]
  const name = one.signature === 'sound' ? one.aud : `${one.aud}, ${one.signature}`
  return {
    caller,
    ageSeconds: one.age,
    forwarded: forwarding(name, { audience, ...(mutate && { mutate }) }),
    ...(consumer && { consumer }),
  }
}

const mutations = ({ certified }: Party) => ({
  sound: undefined,
  corrupted: encoding('corrupted', ({ header, payload, signature: bytes }) => {
    const changed = `${bytes[0] === 'A' ? 'B' : 'A'}${bytes.slice(1)}`
    return `${header}.${payload}.${changed}`
  }),
  'foreign key': signature('foreign key', (signing, { foreignKey }) => {
    signing.key = foreignKey
  }),
  'alg none': signature('alg none', (signing) => {
    signing.header.alg = 'none'
    signing.sign = signers.none
  }),
  "the forwarder's": identity("the forwarder's", (own) => void Object.assign(own, { certified })),
})

async function consumerOf(one: Combination, { spare }: Delegation): Promise<Asking['consumer']> {
  if (one.chain === 'untrusted') return spare('table: untrusted chain', certificate('same-name-twin'))
  if (one.status === 'Suspended') return spare('table: Suspended', status('Suspended'))
  if (one.status === 'unknown') return spare('table: unknown', unknownParty)
  if (one.certificate === 'not registered') return spare('table: unregistered certificate', unregistered())
  return undefined
}

/** Age in seconds from which on a refusal is only recorded, as a clock that is ahead may call the JWT expired (ruling 3). */
const surelyAlive = 25

/** Whether a row came out otherwise than the text has it. A JWT of this very second may be too young for a clock that lags (ruling 3). */
export const isWrong = ({ age, seconds, expected, observed }: TableRow): boolean =>
  expected !== observed && !(observed === 'refused' && (age === 0 || age + seconds > surelyAlive))

/** A row as it is kept. */
export const asJson = (row: TableRow): JsonObject => ({ ...row })
/** A row in words, short. */
export const inWords = ({ expected: _, observed, ...what }: TableRow): string =>
  `${observed} for ${Object.entries(what)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')}`
