import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Audience, openAudience, type PageEvent } from './events.js'
import { openGuard } from './guard.js'

/** What the page shows and can ask for. */
export interface PageContent {
  /** The page itself. */
  readonly whole: () => string
  /** A check by its key, as a page of its own; `undefined` for none of ours. */
  readonly check: (key: string) => string | undefined
  /** What a page hears of when it joins. */
  readonly standing: () => readonly PageEvent[]
  /** Names of checks, or a word; says what is wrong with it. */
  readonly run: (wanted: { readonly what?: unknown; readonly names?: unknown }) => string | undefined
  /** Makes a message by hand; says what is wrong with the wish. */
  readonly byHand: (wanted: ByHandWish) => Promise<string | undefined>
  /** The message that was made by hand last, as a page of its own. */
  readonly made: () => string | undefined
}

/** What the workbench asks for, as it came. */
export interface ByHandWish {
  readonly act?: unknown
  readonly mutation?: unknown
  readonly guise?: unknown
}

/** The page of a watch, served on loopback. */
export interface PageServer {
  readonly address: string
  readonly audience: Audience
  close(): void
}

/** Bytes of a wish at most. */
const mostBytes = 64 * 1024

/** Nothing of another site may hold, read or name what stands here. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "frame-ancestors 'self'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Serves the page on a free port of 127.0.0.1, to those who know its address. */
export async function servePage(content: PageContent): Promise<PageServer> {
  const guard = openGuard()
  const audience = openAudience()
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    const path = guard.admitted(request, port)
    const fail = (): void => void response.destroy()
    // A browser asks for it by itself.
    if (request.url === '/favicon.ico') response.writeHead(204).end()
    else if (path === undefined) answer(response, 403, 'Not for you.\n', 'text/plain')
    else serve({ content, audience }, request, response, path).catch(fail)
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${guard.path}`,
    audience,
    close() {
      audience.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

async function serve(
  { content, audience }: { readonly content: PageContent; readonly audience: Audience },
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const [name, query = ''] = path.split('?')
  const page = (html: string | undefined): void =>
    html === undefined
      ? answer(response, 404, 'No such page.\n', 'text/plain')
      : answer(response, 200, html, 'text/html')
  if (request.method === 'POST' && (name === 'run' || name === 'by-hand')) {
    const wish = await wishIn(request)
    const wrong = name === 'run' ? content.run(wish) : await content.byHand(wish)
    return answer(response, wrong === undefined ? 200 : 400, `${wrong ?? 'wanted'}\n`, 'text/plain')
  }
  if (request.method !== 'GET') return page(undefined)
  if (name === '') return page(content.whole())
  if (name === 'check') return page(content.check(new URLSearchParams(query).get('key') ?? ''))
  if (name === 'made') return page(content.made())
  if (name !== 'events') return page(undefined)
  if (!audience.join(response, content.standing())) answer(response, 503, 'Too many pages are open.\n', 'text/plain')
}

/** What a button asks for; nothing where it cannot be read. */
async function wishIn(request: IncomingMessage): Promise<object> {
  let text = ''
  // What is too long is read to its end all the same: only then can it be answered.
  for await (const chunk of request) if (text.length <= mostBytes) text += chunk
  try {
    const wish: unknown = JSON.parse(text)
    return typeof wish === 'object' && wish !== null ? wish : {}
  } catch {
    return {}
  }
}

function answer(response: ServerResponse, status: number, text: string, type: string): void {
  response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` }).end(text)
}
