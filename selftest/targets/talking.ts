import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startUpstream } from './upstream.js'

// A conforming ServiceProvider that prints all that it should keep to itself, and bytes that are no text: node talking.js.

const key = readFileSync(`${process.env.ASSAY_KIT}/target/key.pem`, 'utf8')
const ask = await startUpstream()
const { port } = new URL(process.env.ASSAY_BASE_URL ?? '')
createServer(async (head, response) => {
  const body = await buffer(head)
  const answer = await ask({ head, body })
  process.stdout.write(`asked ${head.method} ${head.url} <script>alert(1)</script> \x1b[31mred\x1b[0m\x07\x00\n`)
  process.stdout.write(`body ${body}\nsaid ${answer.status} ${answer.body}\n`)
  process.stderr.write(`${key}${JSON.stringify({ key })}\n`)
  process.stderr.write(Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x0a]))
  process.stdout.write(`${'x y '.repeat(10_000)}\nanswers ${answer.status}\n`)
  response.writeHead(answer.status, [...answer.headers]).end(answer.body)
}).listen(Number(port), '127.0.0.1')
