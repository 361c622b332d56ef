/** One HTTP request as it goes out; headers in order, names as written. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Buffer
  /** `new` opens a connection for this request alone. */
  readonly connection?: 'reuse' | 'new'
}

/** An answer; `truncated` where not all of its body was received or kept, since that is bounded. What evidence shows of it is shorter still, and no matter of this. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
  readonly truncated: boolean
}

/** Why no complete answer came. */
export interface NoAnswer {
  readonly kind: 'refused' | 'reset' | 'timeout' | 'tls' | 'protocol' | 'too-large'
  readonly message: string
  /** The connection had served an earlier request: a reset may then mean no more than that the server had closed it. */
  readonly reusedConnection?: boolean
}

/** One request with what came of it: an answer, or the reason why none came, never both. */
export interface Exchange {
  readonly request: HttpRequest
  readonly response?: HttpResponse
  readonly noAnswer?: NoAnswer
  /** ISO 8601, UTC, milliseconds. */
  readonly startedAt: string
  readonly durationMs: number
}
