import { type Misbehaviour, misbehaviours, soundBehind, telling } from '../misbehaviour/misbehaviour.js'
import {
  allowingGet,
  atFirst,
  invalidToken,
  pleading,
  redirecting,
  refusingAhead,
  saying,
} from '../misbehaviour/odd-answers.js'

/** One way in which a ServiceProvider goes wrong towards a consumer, at its token endpoint, at its service, or both. */
export interface ProviderBehaviour {
  readonly cases: readonly string[]
  readonly token?: Misbehaviour['answer']
  readonly service?: Misbehaviour['answer']
}

/** Every way in which a ServiceProvider of the lab goes wrong, by the name that `ProviderProgram.behaviour` takes. */
export const providerBehaviours = {
  'token: 401 that tells another audience': { cases: ['CLI-04'], token: telling(401) },
  'token: 400 that tells another audience': { cases: ['CLI-04'], token: telling(400) },
  'token: 401 that tells another audience, at first': { cases: ['CLI-04'], token: atFirst(telling(401)) },
  'token: redirect 307': { cases: ['CLI-04'], token: redirecting(307) },
  'token: redirect 308': { cases: ['CLI-04'], token: redirecting(308) },
  'token: redirect 302': { cases: ['CLI-04'], token: redirecting(302) },
  'token: status 401': { cases: ['CLI-06'], token: refusingAhead(401, 0) },
  'token: status 400': { cases: ['CLI-06'], token: refusingAhead(400, 0) },
  'token: status 403': { cases: ['CLI-06'], token: refusingAhead(403, 0) },
  'token: 302 with an access token': { cases: [], token: soundBehind(302) },
  'token: 400 with an access token': { cases: [], token: soundBehind(400) },
  'token: 500 with an access token': { cases: [], token: soundBehind(500) },
  'token: status 500': { cases: [], token: misbehaviours['status 500'].answer },
  'token: 503 that asks to come again': { cases: ['CLI-06'], token: pleading(503) },
  'token: 429 that asks to come again': { cases: ['CLI-06'], token: pleading(429) },
  'token: 405 that allows GET': { cases: ['CLI-07'], token: allowingGet },
  'token: reset before the answer': { cases: [], token: misbehaviours['reset before the answer'].answer },
  'token: silent': { cases: [], token: misbehaviours.silent.answer },
  'token: 401 by a clock an hour ahead': { cases: ['CLI-05'], token: refusingAhead(401, 3600) },
  'token: 401 by a clock an hour behind': { cases: ['CLI-05'], token: refusingAhead(401, -3600) },
  'token: no access token': { cases: [], token: saying(() => '{"token_type":"Bearer","expires_in":3600}') },
  'token: no JSON': { cases: [], token: misbehaviours.HTML.answer },
  'token: endless body': { cases: [], token: misbehaviours['endless body'].answer },
  'service: status 401': { cases: ['CLI-06'], service: invalidToken(401) },
  'service: status 400': { cases: [], service: invalidToken(400) },
  'service: 401 that tells another audience, at first': { cases: ['CLI-04'], service: atFirst(telling(401)) },
  'service: redirect 302': { cases: [], service: redirecting(302) },
  'service: redirect 307': { cases: [], service: redirecting(307) },
  'service: status 500': { cases: [], service: misbehaviours['status 500'].answer },
} satisfies Readonly<Record<string, ProviderBehaviour>>

/** A name that `ProviderProgram.behaviour` takes. */
export type ProviderBehaviourName = keyof typeof providerBehaviours

/** The row of that name, or none. */
export const providerBehaviourNamed = (name: string | undefined): ProviderBehaviour | undefined =>
  name !== undefined && Object.hasOwn(providerBehaviours, name)
    ? providerBehaviours[name as ProviderBehaviourName]
    : undefined
