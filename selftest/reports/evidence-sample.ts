import type { Evidence, Fact, RecordedExchange, RecordedMessage } from '../../harness/contracts/evidence.js'
import type { Json } from '../../harness/contracts/json.js'
import type { CheckResult } from '../../harness/contracts/results.js'

const certificates = ['participant', 'Assay issuing CA', 'Assay test root'].map((name, index) => ({
  subject: `CN=${name}`,
  issuer: `CN=${['Assay issuing CA', 'Assay test root', 'Assay test root'][index]}`,
  serial: `0${index}`,
  notBefore: '2026-11-20T00:00:00Z',
  notAfter: '2026-11-21T00:00:00Z',
  key: 'RSA 2048',
  keyUsage: index === 0 ? ['nonRepudiation'] : ['keyCertSign', 'cRLSign'],
  sha256: String(index).repeat(64),
}))

const start = Date.parse('2026-11-20T12:04:00.000Z')

function exchange(at: number, status: number, body: string): RecordedExchange {
  return {
    startedAt: new Date(start + at).toISOString(),
    durationMs: 11,
    request: {
      method: 'POST',
      url: 'https://127.0.0.1:4711/oauth2.0/token',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: 'grant_type=client_credentials&client_id=did%3Aexample%3Aconsumer-41&‹4211 characters, sha256 5be15be15be15be1›',
    },
    response: { status, headers: { 'content-type': 'application/json' }, body, truncated: false },
  }
}

/** A message as the recorder leaves it; `claims` are laid over the conforming ones. */
export function message(
  label: string,
  at: number,
  status: number,
  claims: { readonly [name: string]: Json },
  difference?: RecordedMessage['difference'],
): RecordedMessage {
  const iat = Math.floor((start + at) / 1000) - 2
  const party = 'did:example:consumer-41'
  const payload = { iss: party, sub: party, aud: 'did:example:acme', jti: `jti-${at}`, iat, exp: iat + 30, ...claims }
  return {
    label,
    recipe: { claims: difference?.mutated ?? 'conforming', certificate: 'conforming' },
    ...(difference === undefined ? {} : { difference }),
    party,
    assertion: {
      header: { alg: 'RS256', typ: 'JWT', x5c: ['MIIBaaaa', 'MIIBbbbb', 'MIIBcccc'] },
      payload,
      signature: { sha256: String(at % 10).repeat(64), length: 342 },
      chain: certificates,
    },
    exchanges: [exchange(at, status, status === 200 ? '{"access_token":"sha256:12ab"}' : '{"error":"invalid_client"}')],
  }
}

/** Evidence of a check that sent a control and one message with a lifetime of 31 seconds. */
export function evidenceOfPair(check: CheckResult, status: number, extra: readonly Fact[] = []): Evidence {
  const iat = Math.floor((start + 31) / 1000) - 2
  const difference = { entry: 'claims', control: 'conforming', mutated: 'exp 31 s after iat' }
  return {
    version: 1,
    id: check.id,
    title: check.title,
    requirements: check.requirements,
    cases: check.cases ?? [],
    level: check.level ?? 'must',
    profile: check.profile ?? 'standard',
    detects: [],
    target: check.target,
    role: 'ServiceProvider',
    startedAt: new Date(start).toISOString(),
    durationMs: check.durationMs,
    facts: [
      { kind: 'control', message: 0, outcome: { kind: 'granted' } },
      {
        kind: 'refusal',
        message: 1,
        noAnswerIsRefusal: false,
        outcome: status === 200 ? { kind: 'granted' } : { kind: 'refused', status },
      },
      ...extra,
    ],
    messages: [message('control', 0, 200, {}), message('mutated', 31, status, { exp: iat + 31 }, difference)],
    ledger: [
      {
        at: start + 4,
        kind: 'party-lookup',
        method: 'GET',
        target: '/parties?party_id=did%3Aexample%3Aconsumer-41',
        subject: 'did:example:consumer-41',
        caller: 'did:example:acme',
        bearer: 'valid',
        status: 200,
      },
      { at: start + 6, kind: 'crl', method: 'GET', target: '/crl/41', subject: '41', status: 200 },
    ],
  }
}
