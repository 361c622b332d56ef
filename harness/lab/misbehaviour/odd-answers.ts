import type { Misbehaviour, MisbehaviourContext } from './misbehaviour.js'

/** Sends the client somewhere else. */
export const redirecting =
  (status: number): Misbehaviour['answer'] =>
  ({ begin, lure }) => {
    begin(status, { location: lure.url, 'content-length': 0 }).end()
  }

/** Says that GET is the method (RFC 9110 §15.5.6). */
export const allowingGet: Misbehaviour['answer'] = ({ begin }) => {
  begin(405, { allow: 'GET', 'content-length': 0 }).end()
}

/** Asks to come again in a second (RFC 9110 §10.2.3). */
export const pleading =
  (status: 429 | 503): Misbehaviour['answer'] =>
  ({ begin }) => {
    begin(status, { 'retry-after': '1', 'content-length': 0 }).end()
  }

/** Refuses a client, by a clock that is so many seconds ahead. */
export const refusingAhead =
  (status: 400 | 401 | 403, seconds: number): Misbehaviour['answer'] =>
  ({ begin }) => {
    const body = '{"error":"invalid_client"}'
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const date = new Date(Date.now() + seconds * 1000).toUTCString()
    begin(status, { ...headers, date }).end(body)
  }

/** Says what RFC 6750 §3.1 says of an access token that it does not take, under that status. */
export const invalidToken =
  (status: number): Misbehaviour['answer'] =>
  ({ begin }) => {
    const body = '{"error":"invalid_token"}'
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    begin(status, { ...headers, 'www-authenticate': 'Bearer error="invalid_token"' }).end(body)
  }

/** A complete answer 200 with that JSON. */
export const saying =
  (body: (odd: MisbehaviourContext) => Promise<string> | string): Misbehaviour['answer'] =>
  async (odd) => {
    const text = await body(odd)
    odd.begin(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
  }

/** Only the first request; what follows is answered as it should be. */
export const atFirst =
  (answer: Misbehaviour['answer']): Misbehaviour['answer'] =>
  async (odd) =>
    odd.first ? answer(odd) : saying(({ sound }) => sound())(odd)
