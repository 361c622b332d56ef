import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { NotPlain } from '../harness/browser/not-plain.js'
import { plainVisit } from '../harness/browser/plain-visit.js'
import { createHttpClient, type HttpClient } from '../harness/wire/http.js'

/** Pages that do not show the text of success, each hiding it in its own way. */
const hidden: Readonly<Record<string, string>> = {
  'a style sheet': '<link rel="stylesheet" href="/style.css"><p class="ok">Signed in</p>',
  'a style element': '<style>.ok { display: none }</style><p class="ok">Signed in</p>',
  'a class of a style element':
    '<style>@media screen { .sr-only { clip-path: inset(50%) } }</style><p class="sr-only">Signed in</p>',
  'a size of nothing': '<p style="font-size: 0">Signed in</p>',
  'its visibility': '<p style="visibility: hidden">Signed in</p>',
  'closed details': '<details><summary>More</summary>Signed in</details>',
  'a closed dialog': '<dialog>Signed in</dialog>',
  'a hidden parent': '<div hidden><p>Signed in</p></div>',
  'a script': '<p id="ok">Signed in</p><script>document.getElementById("ok").remove()</script>',
  'a frame': '<iframe srcdoc="Signed in"></iframe>',
  'a popover': '<div popover>Signed in</div>',
  'a choice': '<select><option>No</option><option>Signed in</option></select>',
  'a template': '<template>Signed in</template>',
  'a line break within': '<p>Sig</p><p>ned in</p>',
}

describe('a page that no browser has seen', () => {
  let server: Server
  let http: HttpClient
  let origin: string
  before(async () => {
    const bodies = Object.values(hidden)
    server = createServer(({ url = '' }, response) => {
      const body = bodies[Number(url.slice(1))] ?? '<h1>Signed in</h1>'
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>x</title><body>${body}`)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    http = createHttpClient({ insecure: true, timeoutMs: 30_000 })
  })
  after(async () => {
    await http.close()
    server.close()
  })

  /** Whether the page shows success; `for a browser` where only one can tell. */
  const shown = async (path: string): Promise<boolean | 'for a browser'> => {
    const visit = plainVisit(http, { origins: [origin], secrets: [], seen: false })
    try {
      await visit.goto(`${origin}${path}`)
      return await visit.shows('Signed in', 0)
    } catch (error) {
      if (error instanceof NotPlain) return 'for a browser'
      throw error
    }
  }

  for (const [index, what] of Object.keys(hidden).entries())
    it(`shows no success that is hidden by ${what}`, async () => {
      assert.notEqual(await shown(`/${index}`), true)
    })

  it('shows what it says where it holds nothing that could hide it', async () => {
    assert.equal(await shown('/plain'), true)
  })
})
