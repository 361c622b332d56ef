/** An HTTP request as it was received. */
export interface Received {
  readonly method: string
  /** Request target as written. */
  readonly target: string
  readonly path: string
  /** Without the question mark; empty when there is none. */
  readonly query: string
  /** Names in lower case, in order, repeated ones included. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** The body was longer than is read; `body` is empty then. */
  readonly tooLarge: boolean
  /** Number of the TCP connection. */
  readonly connection: number
}

/** An HTTP answer; an object goes out as JSON, a text as the page that its headers describe. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Readonly<Record<string, unknown>> | string
}

/** All values of a header. */
export const headerValues = ({ headers }: Received, name: string): readonly string[] =>
  headers.filter(([each]) => each === name).map(([, value]) => value)
