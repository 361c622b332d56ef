import type { Json } from '../../../contracts/json.js'
import { decoded, folded, resolved } from '../../encoding/slips.js'
import { mixingVerdicts, sharingVerdicts } from '../../engine/at-once.js'
import { party } from '../../engine/fault.js'
import { unless } from '../../engine/rule.js'
import { rule, sender, type TokenRequest } from '../token-request.js'

const aud = (request: TokenRequest): Json | undefined => request.claim('aud')
const own = ({ participant }: TokenRequest): string => participant.kit.partyId

const isTexts = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && (value as readonly Json[]).every((each) => typeof each === 'string')

/** Addresses of the participant itself. */
function ownUrls({ participant: { baseUrl, kit, tokenPath } }: TokenRequest): readonly string[] {
  const bases = [baseUrl, ...(kit.baseUrl === undefined ? [] : [kit.baseUrl])].map((base) => base.replace(/\/$/, ''))
  return bases.flatMap((base) => [base, `${base}/`, `${base}${tokenPath}`, new URL(base).host, new URL(base).hostname])
}

const resembles = (value: string, id: string): boolean =>
  value !== id &&
  (value.includes(id) || (value.length >= id.length - 2 && (id.startsWith(value) || id.endsWith(value))))
const foldsTo = (value: string, id: string): boolean => value !== id && folded(value) === folded(id)
const decodesTo = (value: string, id: string): boolean => value !== id && decoded(value) === id
const resolvesTo = (value: string, id: string): boolean => value !== id && resolved(value) === resolved(id)
const differsInCase = (value: string, id: string): boolean => value.toLowerCase() === id.toLowerCase()

/** A text that names somebody else, and no near miss of the own id. */
function isForeign(request: TokenRequest): boolean {
  const value = aud(request)
  const id = own(request)
  if (typeof value !== 'string' || value === '' || ownUrls(request).includes(value)) return false
  return ![resembles, foldsTo, decodesTo, resolvesTo, differsInCase].some((nearMiss) => nearMiss(value, id))
}

const like =
  (matches: (value: string, id: string) => boolean) =>
  (request: TokenRequest): boolean => {
    const value = aud(request)
    return typeof value === 'string' && matches(value, own(request))
  }

function isEmpty(request: TokenRequest): boolean {
  const value = aud(request)
  if (value === undefined || typeof value === 'string') return value === ''
  return !JSON.stringify(value).includes(JSON.stringify(own(request)))
}

/** The own id, hidden in something that is no list of texts. */
function isOdd(request: TokenRequest): boolean {
  const value = aud(request)
  const hidden = typeof value === 'object' && value !== null && !isTexts(value)
  return hidden && JSON.stringify(value).includes(JSON.stringify(own(request)))
}

/** The audience of the assertion: one Party Identifier, the own one (L256, L263). */
export const audienceRules = [
  rule('claims', 'there is an aud', (request) => aud(request) !== undefined, {
    'accepts-missing-audience': party(
      'takes an assertion without aud',
      unless((request) => aud(request) === undefined),
    ),
  }),
  rule(
    'claims',
    'aud is the Party Identifier of this server',
    (request) => aud(request) === undefined || aud(request) === own(request),
    {
      'mixes-up-audiences': party(
        'lets what it finds of one aud stand for those that come at the same time',
        mixingVerdicts(sender),
      ),
      'shares-verdict-on-audience': party(
        'lets what it finds of the first aud of a client stand for all that come from it at the same time',
        sharingVerdicts(sender),
      ),
      'takes-forwarded-as-assertion': party(
        'takes a JWT as client assertion that was forwarded to it before',
        unless(({ assertion, participant }) => participant.memory.taken.has(assertion)),
      ),
      'accepts-foreign-audience': party('does not compare aud', unless(isForeign)),
      'accepts-audience-of-evidence-registry': party(
        'takes an assertion that was made for the AuthorisationRegistry which it asks',
        unless((request) => aud(request) === request.participant.kit.authorisationRegistry?.partyId),
      ),
      'accepts-audience-of-identity-provider': party(
        'takes an assertion that was made for an IdentityProvider at which its humans log in',
        unless((request) => request.participant.kit.identityProviders.some(({ partyId }) => partyId === aud(request))),
      ),
      'takes-audience-elsewhere': party(
        'takes an assertion of which any claim beside iss and sub names it',
        unless((request) =>
          ['audience', 'azp', 'resource', 'recipient'].some((name) => request.claim(name) === own(request)),
        ),
      ),
      'accepts-two-audiences': party(
        'takes an aud that contains it beside one other',
        unless((request) => {
          const value = aud(request)
          return isTexts(value) && new Set(value).size === 2 && value.includes(own(request))
        }),
      ),
      'accepts-three-audiences': party(
        'takes an aud that contains it among several others',
        unless((request) => {
          const value = aud(request)
          return isTexts(value) && new Set(value).size > 2 && value.includes(own(request))
        }),
      ),
      'accepts-repeated-audience': party(
        'takes an aud that names it twice',
        unless((request) => {
          const value = aud(request)
          return isTexts(value) && value.length > 1 && value.every((each) => each === own(request))
        }),
      ),
      'accepts-empty-audience': party('treats an empty or untyped aud as absent and absent as fine', unless(isEmpty)),
      'accepts-odd-audience': party('searches nested and mixed aud values for its id', unless(isOdd)),
      'accepts-url-audience': party(
        'takes its own URLs as aud',
        unless((request) => ownUrls(request).includes(String(aud(request)))),
      ),
      'matches-audience-loosely': party('takes near misses of its id as aud', unless(like(resembles))),
      'folds-audience': party('compares aud after Unicode folding', unless(like(foldsTo))),
      'reads-audience-as-url': party('compares aud with its id as addresses', unless(like(resolvesTo))),
      'decodes-audience': party('compares aud after decoding it', unless(like(decodesTo))),
    },
  ),
]
