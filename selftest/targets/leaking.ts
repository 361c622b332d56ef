import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startUpstream } from './upstream.js'

// A conforming ServiceProvider that tells a piece of its own private key in each answer, too short to look like one: node leaking.js.

const [, middle = ''] = readFileSync(`${process.env.ASSAY_KIT}/target/key.pem`, 'utf8').split('\n').slice(10)
const ask = await startUpstream()
const { port } = new URL(process.env.ASSAY_BASE_URL ?? '')
createServer(async (head, response) => {
  const { status, headers, body } = await ask({ head, body: await buffer(head) })
  response.writeHead(status, [...headers, 'X-Debug', middle.slice(4, 44)]).end(body)
}).listen(Number(port), '127.0.0.1')
