import { type Provider, prefixes } from '../counterparty/counterparty.js'
import { answerToken } from '../counterparty/token-endpoint.js'
import { answering, oddly } from '../http/answering.js'
import { decoded, type LabRequest, pathsBelow, seen, sendJson } from '../http/request.js'
import { issuedBy } from '../http/shown.js'
import { lureOf, type Misbehaviour } from '../misbehaviour/misbehaviour.js'
import { changeCertificate, type WorldState } from '../storage/state.js'
import { providerBehaviourNamed } from './provider-behaviour.js'

/** Answers a request at one of the lab's ServiceProviders, `/service-provider/<scope>` on the first listener. */
export const answerProvider = async (state: WorldState, incoming: LabRequest): Promise<void> => {
  const { names, outage } = state
  const scope = decoded(incoming.path.slice(prefixes.serviceProvider.length).split('/')[0] ?? '')
  const provider = state.providers.get(scope)
  const paths = pathsBelow(incoming.path, `${prefixes.serviceProvider}${encodeURIComponent(scope)}`)
  const isToken = paths.includes(names.provider.tokenPath)
  const isService = paths.includes(names.provider.servicePath)
  const kind = isToken ? 'provider-token' : isService ? 'service' : 'other'
  const known = { subject: scope, ...(provider && { counterparty: provider.program.partyId }) }
  const out = outage.at === 'providers' ? outage : {}
  if (out.reset || provider === undefined || kind === 'other') {
    const entry = state.ledger.add({ ...seen(incoming), kind, ...known })
    if (out.reset) return incoming.reset()
    entry.status = 404
    return sendJson(incoming.response, 404, '{"error":"not_found"}')
  }
  if (kind === 'service') return answerService(state, incoming, provider)
  provider.asked.token += 1
  const odd = providerBehaviourNamed(provider.program.behaviour)?.token
  return answerToken(state, incoming, {
    kind,
    tokens: provider.tokens,
    ...known,
    guise: provider.program.guise,
    ...(out.tokenStatus !== undefined && { failing: out.tokenStatus }),
    granting: () => changeCertificate(state, incoming, 'tlsCertificateAfterToken'),
    ...(odd && {
      odd: { answer: odd, lure: lureOf(state, scope), first: provider.asked.token === 1 },
    }),
  })
}

/** The parameters of a request target that holds an access token: those that hold it whole, or else all. */
const namesOf = ({ query }: LabRequest, { tokens }: Provider): readonly string[] => {
  const whole = [...query].filter(([, value]) => tokens.read(`Bearer ${value}`).bearer !== 'unknown')
  return (whole.length > 0 ? whole : [...query]).map(([name]) => name)
}

/** What the service says to a client with a token. */
const served = JSON.stringify({ service: 'granted' })

const answerService = async (state: WorldState, incoming: LabRequest, provider: Provider): Promise<void> => {
  const { scope, partyId, behaviour, guise } = provider.program
  const { bearer, party: caller } = provider.tokens.read(incoming.request.headers.authorization)
  const inUrl = provider.tokens.standIn(incoming.target) ? namesOf(incoming, provider) : []
  provider.asked.service += 1
  const entry = state.ledger.add({
    ...seen(incoming),
    kind: 'service',
    subject: scope,
    counterparty: partyId,
    bearer,
    ...(inUrl.length > 0 && { inUrl }),
    ...(caller !== undefined && { caller }),
    ...(bearer === 'unknown' && issuedBy(incoming)),
  })
  const odd: Misbehaviour['answer'] | undefined = providerBehaviourNamed(behaviour)?.service
  if (odd !== undefined) {
    const lure = lureOf(state, scope)
    return odd({
      ...oddly(incoming, entry),
      sound: () => Promise.resolve(served),
      elsewhere: () => lure.url,
      lure,
      first: provider.asked.service === 1,
    })
  }
  const answer = answering(incoming, entry)
  if (bearer === 'valid') return answer(200, served, {}, guise)
  answer(401, '{"error":"invalid_token"}', { 'www-authenticate': 'Bearer error="invalid_token"' }, guise)
}
