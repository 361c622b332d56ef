import type { Json } from '../json.js'
import { type ReadAssertion, readAssertion } from './assertion.js'
import { type RegistryInterface, readInterface } from './interface.js'
import { redactJwts } from './redact.js'
import { type LabRequest, readBody, seen, sendJson } from './request.js'
import type { WorldState } from './state.js'

/**
 * The registry's token endpoint. Grants a token to every readable assertion that names an issuer: what is wrong with it is for the ledger
 * and the checks that read it, and a target whose own assertion is bad can still be tested.
 */
export const answerToken = async (state: WorldState, incoming: LabRequest): Promise<void> => {
  const { request, response, method, query } = incoming
  const { names, outage, ledger, tokens, tokenSeconds } = state
  const inBody = bodyParameters((await readBody(request)).toString('utf8'), request.headers['content-type'])
  const parameters = { ...Object.fromEntries(query), ...inBody }
  const text = parameters[names.clientAssertion] ?? parameters[stated.clientAssertion]
  const assertion = text === undefined ? undefined : readAssertion(text, state.roots)
  const assertionNames: readonly string[] = [names.clientAssertion, stated.clientAssertion]
  const form = Object.entries(parameters).filter(([name]) => !assertionNames.includes(name))
  const entry = ledger.add({
    ...seen(incoming),
    kind: 'registry-token',
    form: Object.fromEntries(form.map(([name, value]) => [name, redactJwts(value)])),
    inUrl: [...new Set(query.keys())],
    ...(assertion && inLedger(assertion)),
  })
  const answer = (status: number, body: Json, headers: Readonly<Record<string, string>> = {}): void => {
    entry.status = status
    sendJson(response, status, JSON.stringify(body), { 'cache-control': 'no-store', ...headers })
  }
  if (outage.tokenStatus !== undefined) return answer(outage.tokenStatus, { error: 'temporarily_unavailable' })
  if (method !== 'POST') return answer(405, { error: 'invalid_request' }, { allow: 'POST' })
  if (assertion?.issuer === undefined) return answer(401, { error: 'invalid_client' })
  const accessToken = tokens.issue(assertion.issuer)
  const told = (by: Pick<RegistryInterface, 'accessToken' | 'tokenType' | 'expiresIn'>) => ({
    [by.accessToken]: accessToken,
    [by.tokenType]: 'Bearer',
    [by.expiresIn]: tokenSeconds,
  })
  answer(200, { ...told(stated), ...told(names) })
}

/** The usual names. A target whose own token endpoint has others may well call the registry by these. */
const stated = readInterface({})

const inLedger = ({ recorded, issuer }: ReadAssertion) => ({
  assertion: recorded,
  ...(issuer === undefined ? {} : { subject: issuer, caller: issuer }),
})

const bodyParameters = (text: string, contentType = ''): Record<string, string> => {
  if (!contentType.includes('json')) return Object.fromEntries(new URLSearchParams(text))
  try {
    const body = JSON.parse(text) as unknown
    if (typeof body !== 'object' || body === null) return {}
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
  } catch {
    return {}
  }
}
