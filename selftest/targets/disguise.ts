import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Asked, Look, Reply } from './look.js'
import { looks } from './looks.js'
import { startUpstream } from './upstream.js'

// Plays a target that looks different: node disguise.js LOOK,LOOK… [ROLE]. The reference of that role stands behind it,
// a ServiceProvider by default (ASSAY_REFERENCE_VARIANT changes its conduct too). Listens at ASSAY_BASE_URL, as every
// launched target does.

const chosen = (process.argv[2] ?? '').split(',').map((name): Look => {
  const look = Object.hasOwn(looks, name) ? looks[name] : undefined
  if (look === undefined) throw new Error(`There is no look "${name}".`)
  return look
})
const upstream = await startUpstream(process.argv[3])

/** What a server of one thread works on while the others wait. */
let busy: Promise<unknown> = Promise.resolve()

async function answer(head: IncomingMessage, body: Buffer): Promise<Reply> {
  const asked = chosen.reduce<Asked>((request, { ask }) => ask?.(request) ?? request, {
    path: head.url ?? '/',
    headers: head.rawHeaders,
    body,
  })
  const passed = { method: head.method ?? 'GET', url: asked.path, rawHeaders: asked.headers } as IncomingMessage
  const { status, headers, body: text } = await upstream({ head: passed, body: asked.body })
  const fields: Record<string, string> = {}
  for (let index = 0; index < headers.length; index += 2) {
    const name = String(headers[index]).toLowerCase()
    const before = fields[name] === undefined ? '' : `${fields[name]}\n`
    if (name !== 'content-length') fields[name] = `${before}${headers[index + 1]}`
  }
  const reply = { status, fields, text: text.toString() }
  return chosen.reduce<Reply>((plain, { dress }) => dress?.(plain, head, body) ?? plain, reply)
}

async function serve(head: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of head) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const early = chosen.map(({ instead }) => instead?.(head, body)).find((reply) => reply !== undefined)
  if (early) return send(early, head, response)
  const turn = () => answer(head, body)
  const serial = chosen.some((look) => look.oneAtATime)
  const answered = serial ? busy.catch(() => undefined).then(turn) : turn()
  if (serial) busy = answered
  const reply = await answered
  await sleep(Math.max(...chosen.map(({ delayMs = 0 }) => delayMs)))
  send(reply, head, response)
}

function send({ status, fields, text }: Reply, { method, socket }: IncomingMessage, response: ServerResponse): void {
  const pieces = chosen.some((look) => look.chunked)
  const spell = (name: string) => (chosen.some((look) => look.upperCase) ? name.toUpperCase() : name)
  for (const [name, value] of Object.entries(fields))
    response.setHeader(spell(name), value.includes('\n') ? value.split('\n') : value)
  response.statusCode = status
  const body = fields['content-encoding'] === 'gzip' ? gzipSync(text) : Buffer.from(text)
  const bytes = method === 'HEAD' ? Buffer.alloc(0) : body
  if (pieces) for (let at = 0; at < bytes.length; at += 100) response.write(bytes.subarray(at, at + 100))
  else response.setHeader('content-length', bytes.length)
  const after = chosen.find((look) => look.afterAnswer)?.afterAnswer
  if (after) response.once('finish', () => after(socket))
  response.end(pieces ? undefined : bytes)
}

const url = new URL(process.env.ASSAY_BASE_URL ?? '')
createServer({ maxHeaderSize: 8 * 1024, keepAliveTimeout: 60_000 }, (head, response) => {
  serve(head, response).catch(() => response.destroy())
})
  .on('clientError', (_, socket) => socket.destroy())
  .listen(Number(url.port), url.hostname)
