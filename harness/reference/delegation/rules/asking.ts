import { z } from 'zod'
import { isObject, type JsonObject } from '../../../contracts/json.js'
import { mixing } from '../../engine/at-once.js'
import { global, party } from '../../engine/fault.js'
import { headerValues } from '../../engine/received.js'
import { refuse } from '../../engine/refusal.js'
import { type Change, removed, unless } from '../../engine/rule.js'
import { Sessions } from '../../pages/sessions.js'
import type { Issued } from '../../token-endpoint/issued-tokens.js'
import { asNamed, saysItIsLocal } from '../../token-endpoint/named-on-call.js'
import { readJson } from '../json.js'
import { type Asked, type EvidenceRequest, rule } from '../request.js'

/** Longest body that is read, bytes. */
const bodyLimit = 1024 * 1024
/** Most things that can be asked for at once, and most JWTs that can be forwarded. */
const mostAsked = 64
const mostForwarded = 16

const text = z.string().min(1).max(1024)
/** @param least How many things have to be asked for in each list. */
const shapeOf = (least: number) =>
  z.object({
    delegationRequest: z.object({
      policyIssuer: text,
      target: z.object({ accessSubject: text }),
      policySets: z
        .array(
          z.object({
            policies: z
              .array(
                z.object({
                  target: z.object({
                    resource: z.object({
                      type: text,
                      identifiers: z.array(text).min(least).max(mostAsked),
                      attributes: z.array(text).max(mostAsked).optional(),
                    }),
                    actions: z.array(text).min(least).max(mostAsked),
                    // Any object: members of every name have to survive, and a copy would lose some.
                    context: z.custom<JsonObject>(isObject).optional(),
                  }),
                }),
              )
              .min(1)
              .max(mostAsked),
          }),
        )
        .min(1)
        .max(mostAsked),
    }),
    previous_steps: z
      .array(z.string().max(64 * 1024))
      .max(mostForwarded)
      .optional(),
  })

const shape = shapeOf(1)
const emptyShape = shapeOf(0)
/** Whatever stands in the place of forwarded JWTs. */
const unforwarded = shape.omit({ previous_steps: true })

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A GET carries what it asks for in its body, or as a parameter of that name. */
function textOf({ received: { method, body, query } }: EvidenceRequest): string {
  if (method !== 'GET' || body.length > 0) return decoder.decode(body)
  const parameters = new URLSearchParams(query)
  const steps = JSON.stringify(parameters.getAll('previous_steps'))
  return `{"delegationRequest":${parameters.get('delegationRequest')},"previous_steps":${steps}}`
}

type Shape = z.ZodType<Omit<z.infer<typeof shape>, 'previous_steps'> & { previous_steps?: string[] | undefined }>

function read(request: EvidenceRequest, counting: 'first' | 'last', as: Shape = shape): boolean {
  try {
    const { value, repeated } = readJson(textOf(request), counting)
    const body = as.parse(value)
    const { policyIssuer, target, policySets } = body.delegationRequest
    const { previous_steps: _, ...rest } = value as JsonObject
    request.body = rest
    request.repeated = repeated
    request.policyIssuer = policyIssuer
    request.subject = target.accessSubject
    request.forwarded = body.previous_steps ?? []
    request.asked = policySets.map(({ policies }) => policies.map(({ target: asked }): Asked => asked))
    return true
  } catch {
    return false
  }
}

const crashing: Change<EvidenceRequest> = (right) => async (request) =>
  (await right(request)) || refuse(500, 'invalid_request', 'error')

const hasToken = ({ received }: EvidenceRequest): boolean => headerValues(received, 'authorization').length > 0

const sessions = new Sessions<true>()

const mixedUp = mixing<Issued | undefined>()

/** Who asks, and that the request can be understood (L203, L222–223). */
export const askingRules = [
  rule(
    'http',
    'a request for evidence is a POST',
    ({ received }) => received.method === 'POST' || refuse(405, 'invalid_request', 'evidence is asked for by POST'),
    {
      'answers-get-delegation': party(
        'answers GET as it answers POST',
        unless(({ received }) => received.method === 'GET'),
      ),
    },
  ),
  rule(
    'http',
    'the body is not too long',
    ({ received }) =>
      !(received.tooLarge || received.body.length > bodyLimit) ||
      refuse(413, 'invalid_request', 'the body is too long'),
    {},
  ),
  rule('client', 'the caller has an access token', hasToken, {
    'serves-evidence-without-token': global(
      'serves evidence without an access token',
      unless((request) => !hasToken(request)),
    ),
    'serves-evidence-in-sessions-without-token': global(
      'serves evidence without an access token where the cookie of an earlier request comes again',
      (right) => (request) => {
        if (!hasToken(request)) return sessions.of(request.received) === true || right(request)
        request.cookie = sessions.begin(true)
        return right(request)
      },
    ),
    'serves-evidence-to-local-callers-without-token': global(
      'serves evidence without an access token where a header says that the caller is on the same machine',
      unless((request) => !hasToken(request) && saysItIsLocal(request.received)),
    ),
    'serves-evidence-behind-slash-without-token': global(
      'serves evidence with a slash after its path without an access token',
      unless((request) => !hasToken(request) && request.received.path.endsWith('/')),
    ),
  }),
  rule('client', 'the access token was issued here', (request) => !hasToken(request) || request.issued !== undefined, {
    'mixes-up-askers': party('takes a caller for another one of those who ask at once', (right) => async (request) => {
      request.issued = await mixedUp(request.participant, request.caller, request.issued)
      return right(request)
    }),
    'takes-caller-from-call': party(
      'takes the party that the query or a header names for the caller',
      (right) => (request) => {
        request.issued = asNamed(request.issued, request.received)
        return right(request)
      },
    ),
    'takes-latest-for-asker': party('takes the party that authenticated last for the caller', (right) => (request) => {
      request.issued = request.latest
      return right(request)
    }),
    'takes-foreign-token': global(
      'takes an access token that it did not issue',
      unless(({ issued }) => issued === undefined),
    ),
  }),
  rule('client', 'the access token has not expired', ({ issued }) => !issued || issued.expiresAt > Date.now(), {
    'takes-expired-token': party('takes an access token after its end', removed),
  }),
  rule(
    'http',
    'the body is JSON by its type',
    ({ received }) =>
      received.body.length === 0 ||
      headerValues(received, 'content-type').some((type) => /^application\/json\s*(;|$)/i.test(type)) ||
      refuse(415, 'invalid_request', 'the body is not sent as JSON'),
    {},
  ),
  rule('form', 'the body is a request for evidence', (request) => read(request, 'last'), {
    'takes-any-steps-for-consent': party(
      'takes what is no list of texts in the place of forwarded JWTs for the consent of the consumer',
      unless((request) => {
        if (read(request, 'last') || !read(request, 'last', unforwarded)) return false
        request.issued = request.issued && { ...request.issued, partyId: request.subject }
        return true
      }),
    ),
    'crashes-on-bad-delegation': party('answers 500 to a malformed request', crashing),
    'permits-empty-lists': party(
      'takes a request that asks for no resource or for no action',
      unless((request) => read(request, 'last', emptyShape)),
    ),
  }),
  rule('form', 'no member of the body stands twice', ({ repeated }) => !repeated, {
    'reads-first-context-value': party(
      'takes the first of two context keys of one name',
      unless((request) => request.repeated && read(request, 'first')),
    ),
  }),
]
