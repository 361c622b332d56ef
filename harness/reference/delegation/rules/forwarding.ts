import { mixingVerdicts } from '../../engine/at-once.js'
import { party } from '../../engine/fault.js'
import { refuse } from '../../engine/refusal.js'
import { type Change, type NamesOf, obey, removed, unless } from '../../engine/rule.js'
import type { KitPolicy } from '../../kit.js'
import { forwardedOf } from '../forwarded.js'
import { type EvidenceRequest, rule } from '../request.js'
import type { forwardedRules } from './forwarded.js'

/** A party that asks about itself, or about its own policies, needs nobody's word. */
const mayAsk = ({ caller, subject, policyIssuer, forwarded }: EvidenceRequest): boolean =>
  caller === subject ||
  caller === policyIssuer ||
  forwarded.length > 0 ||
  refuse(403, 'access_denied', 'the caller forwards no JWT of the party that it asks about')

const noteTaken = ({ participant, forwarded }: EvidenceRequest): void => {
  for (const text of forwarded) participant.memory.taken.add(text)
}

const verifying =
  (some: (texts: readonly string[]) => readonly string[]) =>
  async (request: EvidenceRequest): Promise<boolean> => {
    for (const text of some(request.forwarded)) await obey(request.partRules.forwarded, forwardedOf(request, text))
    if (request.faults.has('takes-forwarded-as-assertion')) noteTaken(request)
    return mayAsk(request)
  }

/** Nobody has to forward a JWT; one that is forwarded has to be sound. */
export const verifyingWhatComes: Change<EvidenceRequest> = () => async (request) => {
  for (const text of request.forwarded) await obey(request.partRules.forwarded, forwardedOf(request, text))
  return true
}

/** What was verified once is not verified again under the same name. */
const remembering =
  (nameOf: (request: EvidenceRequest, text: string) => string) =>
  async (request: EvidenceRequest): Promise<boolean> => {
    const { taken } = request.participant.memory
    const isKnown = (text: string) => taken.has(nameOf(request, text))
    const held = await verifying((texts) => texts.filter((text) => !isKnown(text)))(request)
    for (const text of request.forwarded) taken.add(nameOf(request, text))
    return held
  }

/** Who forwarded a sound JWT once needs none from then on, or whatever comes, as far as the key goes. */
const consenting =
  (
    keyOf: (request: EvidenceRequest) => string,
    needsNone: (request: EvidenceRequest) => boolean = ({ forwarded }) => forwarded.length === 0,
  ): Change<EvidenceRequest> =>
  (right) =>
  async (request) => {
    const { found } = request.participant.memory
    const key = `consent ${keyOf(request)}`
    if (needsNone(request) && found.has(key)) return true
    const held = await right(request)
    if (request.forwarded.length > 0) found.add(key)
    return held
  }

const rulesOf = ({ partRules }: EvidenceRequest, holds: (name: NamesOf<typeof forwardedRules>) => boolean) =>
  partRules.forwarded.filter(({ name }) => holds(name as NamesOf<typeof forwardedRules>))

/** Three are verified, of any party, and the party that is asked about is looked for among all. */
const readingThree = async (request: EvidenceRequest): Promise<boolean> => {
  const ofAnybody = rulesOf(request, (name) => name !== 'it was made by the party that is asked about')
  const form = rulesOf(request, (name) => name === 'it has the form of a client assertion')
  const issuers = new Set<unknown>()
  for (const [index, text] of request.forwarded.entries()) {
    const one = forwardedOf(request, text)
    await obey(index < 3 ? ofAnybody : form, one)
    issuers.add(one.jwt.claim('iss'))
  }
  if (issuers.size > 0 && !issuers.has(request.subject))
    refuse(403, 'access_denied', 'no JWT is of the party that is asked about')
  return mayAsk(request)
}

/** What one of several JWTs is to meet, and any of them does. */
const pooledConditions: ReadonlySet<NamesOf<typeof forwardedRules>> = new Set([
  'it was made by the party that is asked about',
  'it is addressed to the client that forwards it',
] as const)

/** Each is verified, but the party that is asked about and the one that forwards are looked for among all. */
const pooling = async (request: EvidenceRequest): Promise<boolean> => {
  const each = request.forwarded.map((text) => forwardedOf(request, text))
  const others = rulesOf(request, (name) => !pooledConditions.has(name))
  for (const one of each) await obey(others, one)
  const holds = (name: string, value: string) => each.some(({ jwt }) => jwt.claim(name) === value)
  if (each.length > 0 && !(holds('iss', request.subject) && holds('aud', request.caller)))
    refuse(403, 'access_denied', 'no JWT is of the party that is asked about, or none is for the caller')
  return mayAsk(request)
}

/** Who has that part in any policy needs nobody's word. */
const exempting = (partOf: (policy: KitPolicy) => string): Change<EvidenceRequest> =>
  unless(
    ({ caller, forwarded, participant }) =>
      forwarded.length === 0 && participant.kit.policies.some((policy) => partOf(policy) === caller),
  )

/** What allows a client to ask about a party (L267–268). */
export const forwardingRules = [
  rule(
    'forwarded',
    'the caller asks about itself or its policies, or forwards sound JWTs only',
    verifying((texts) => texts),
    {
      'forward-reads-few': party('verifies the first four of several forwarded JWTs only', () =>
        verifying((texts) => texts.slice(0, 4)),
      ),
      'forward-reads-first': party('verifies the first of several forwarded JWTs only', () =>
        verifying((texts) => texts.slice(0, 1)),
      ),
      'forward-reads-three': party(
        'verifies the first three of several forwarded JWTs only, of any party, and looks for the party that is asked about among all',
        () => readingThree,
      ),
      'forward-pools-conditions': party(
        'looks among all forwarded JWTs for one of the consumer, and for one that is addressed to the forwarder, and takes two for that',
        () => pooling,
      ),
      'forward-remembers-verdict': party('takes a forwarded JWT that it took before, from any forwarder', () =>
        remembering((_, text) => text),
      ),
      'forward-remembers-jwts': party(
        'takes a forwarded JWT that it took before from the same forwarder without looking at it again',
        () => remembering(({ caller }, text) => `${caller} ${text}`),
      ),
      'forward-remembers-consent': party(
        'permits a forwarder without a JWT what a consumer may of whom it forwarded one before',
        consenting(({ caller, subject }) => `${caller} ${subject}`),
      ),
      'forward-remembers-forwarders': party(
        'permits a forwarder without a JWT who forwarded one before, of whomever',
        consenting(({ caller }) => caller),
      ),
      'forward-remembers-consent-of-token': party(
        'permits without a JWT what a consumer may of whom one was forwarded with the same access token',
        consenting(({ issued, subject }) => `${issued?.assertion} ${subject}`),
      ),
      'forward-verifies-once-a-token': party(
        'verifies no JWT that is forwarded with an access token with which a sound one was',
        consenting(
          ({ issued }) => `${issued?.assertion}`,
          ({ forwarded }) => forwarded.length > 0,
        ),
      ),
      'forward-binds-to-question': party(
        'refuses a forwarded JWT that was forwarded for another question before',
        (right) => async (request) => {
          const { found } = request.participant.memory
          const own = JSON.stringify(request.asked)
          const others = request.forwarded.map((text) => [`question ${text}`, `question ${text} ${own}`] as const)
          for (const [any, same] of others)
            if (found.has(any) && !found.has(same)) refuse(403, 'access_denied', 'the JWT was forwarded before')
          for (const key of others.flat()) found.add(key)
          return right(request)
        },
      ),
      'forward-mixes-up-verdicts': party(
        'takes the verdict on the JWTs of another request that comes at once for that on those of a request',
        mixingVerdicts(({ participant, forwarded }) => [participant, forwarded.join(' ')]),
      ),
      'forward-needed-in-own-context': party(
        'asks for a forwarded JWT only where the context names the party that asks',
        unless(
          ({ caller, forwarded, asked }) =>
            forwarded.length === 0 && !asked.flat().some(({ context }) => context?.serviceProvider === caller),
        ),
      ),
      'forward-exempts-subjects': party(
        'asks no party that some policy is about for a forwarded JWT, though it asks about another',
        exempting(({ accessSubject }) => accessSubject),
      ),
      'forward-exempts-issuers': party(
        'asks no party that issued some policy for a forwarded JWT, though it asks about policies of another',
        exempting(({ policyIssuer }) => policyIssuer),
      ),
      'ignores-forwarded': party('decides without looking at forwarded JWTs', removed),
    },
  ),
]
