import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

/** A server with pages to log in at and pages that do harm. */
export interface Pages {
  readonly origin: string
  /** What it was asked for: method and path. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** What a path answers. `foreign` is an origin that no visit may reach. */
type Page = (
  answer: (html: string, headers?: Readonly<Record<string, string>>, status?: number) => void,
  around: { readonly request: IncomingMessage; readonly response: ServerResponse; readonly foreign: string },
) => void

const form = (inner: string, action = '/taken'): string => `<form method="post" action="${action}">${inner}</form>`
const user = '<label>User name <input name="user"></label>'
const password = '<label>Password <input type="password" name="password"></label>'
const button = '<button>Log in</button>'
const redirect =
  (to: string, headers: Readonly<Record<string, string>> = {}): Page =>
  (answer) =>
    answer('', { location: to, ...headers }, 302)
const html =
  (text: string): Page =>
  (answer) =>
    answer(text)
const toForeign =
  (text: (foreign: string) => string): Page =>
  (answer, { foreign }) =>
    answer(text(foreign))

/** Logins that look different. */
const logins: Readonly<Record<string, Page>> = {
  '/plain': html(`<title>Sign in</title><h1>Welcome</h1>${form(user + password + button)}<a href="/help">Help</a>`),
  '/taken': redirect('/hop', { 'set-cookie': 'session=1; HttpOnly' }),
  '/hop': redirect('/end?code=abc&state=xyz'),
  '/end': html('<title>Done</title><h1>Signed <b>in</b></h1>'),
  '/late': html(`<div id="root">Loading</div><script>
    setTimeout(() => { document.getElementById('root').innerHTML = '<p>Nearly there' }, 700)
    setTimeout(() => { document.getElementById('root').innerHTML = ${JSON.stringify(form(user + password + button))} }, 1700)
  </script>`),
  '/scripted': html(`<div id="root"></div><script>
    const root = document.getElementById('root')
    root.innerHTML = ${JSON.stringify(`<div>${user}<button id="next">Next</button></div>`)}
    document.getElementById('next').onclick = async () => {
      await fetch('/slow')
      root.innerHTML = ${JSON.stringify(`<div>${password}<button id="next">Next</button></div>`)}
      document.getElementById('next').onclick = async () => { await fetch('/slow'); location = '/taken' }
    }
  </script>`),
  '/compiled': html(`<div id="root">Loading</div><script>
    fetch('/compiling').then(() => {
      document.getElementById('root').innerHTML = ${JSON.stringify(form(user.replace('User name', 'E-mail') + password + button))}
    })
  </script>`),
  '/compiling': (answer) => void setTimeout(() => answer('{}'), 6_000),
  '/slow': (answer) => void setTimeout(() => answer('{}'), 400),
  '/two-pages': html(form(`${user}<button>Next</button>`, '/second')),
  '/second': html(form(`${password}<button>Next</button>`)),
  '/consent': html(form('<p>Acme wants to know your name</p><button>Allow</button>')),
  '/decoys': html(
    `<input type="search" aria-label="Log in help"><label><input type="checkbox"> Show password</label><button>Log in with a friend</button>
     ${form(`<input placeholder="User name" name="user"><div hidden><label>Password <input></label></div>${password}${button}`)}`,
  ),
  '/framed': html('<h1>Framed</h1><iframe src="/frame" width="700" height="400"></iframe>'),
  '/frame': html(form(user + password + button).replace('<form', '<form target="_top"')),
  // `?ms=40`: how long the form is hidden.
  '/shown-later': html(
    `${form(user + password + button).replace('<form', '<form hidden')}<script>
    setTimeout(() => { document.forms[0].hidden = false }, new URLSearchParams(location.search).get('ms'))</script>`,
  ),
  '/choice': html(
    form(
      '<label>Provider <select name="provider"><option>One</option><option>Two</option></select></label><button>Go on</button>',
    ),
  ),
  '/shadow': html(`<div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(form(user + password + button))}
  </script>`),
  '/sends-on': html('<meta http-equiv="Refresh" content="2;url=/end"><p>Just a moment</p>'),
  '/sends-on-by-header': (answer) => answer('<p>Just a moment</p>', { refresh: '1;url=/end' }),
  '/lab/authorize': html(`<h1>Lab</h1>${form(user + button, '/lab/login')}`),
  '/lab/login': redirect('/end?code=lab'),
  '/to-lab': redirect('/lab/authorize?client_id=x'),
  '/lab/stubborn': html(`<p>Nobody of that name</p>${form(user + button, '/lab/stubborn')}`),
}

/** Pages that show, or hide, what was typed. */
const tellers: Readonly<Record<string, Page>> = {
  '/echo': html(`<title>Echo</title>${user}${password}<p id="echo"></p><script>
    document.querySelector('[type=password]').oninput = (event) => {
      document.title = document.getElementById('echo').textContent = event.target.value
    }
  </script>`),
  '/unmasked': html(`${user}<label>Password <input name="password" type="text"></label>`),
  '/terminal': html('<title>\u001b[31mred\u0007 \u202Etxt</title><h1>\u009b2J</h1><button>a\nb</button>'),
}

/** Pages and answers that never end, or end badly. */
const troubles: Readonly<Record<string, Page>> = {
  '/loop': redirect('/loop'),
  '/script-loop': (answer, { request }) => {
    const number = Number(new URL(request.url ?? '', 'http://x').searchParams.get('n') ?? 0)
    answer(`<script>location = '/script-loop?n=${number + 1}'</script>`)
  },
  '/never': () => undefined,
  '/posts-never': html(form(button, '/never')),
  '/half': (_answer, { response }) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write(`<h1>Half</h1>${user}`)
  },
  '/cut': (_answer, { response }) => void response.destroy(),
  '/nothing': (answer) => answer('', {}, 204),
  '/file': (answer) =>
    answer('data', { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment; filename=a.bin' }),
  '/huge': (_answer, { response }) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const more = () => {
      while (!response.destroyed && response.write('<p>more</p>'.repeat(10_000)));
      response.once('drain', more)
    }
    more()
  },
  '/bomb': (_answer, { response }) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb()),
  '/busy': html('<h1>Busy</h1><script>setTimeout(() => { for (;;); }, 50)</script>'),
  '/alerts': html('<h1>Alerts</h1><script>setTimeout(() => { for (;;) alert("again") }, 50)</script>'),
  '/stay': html(
    `<h1>Stay</h1><button onclick="location='/end?left'">Leave</button><script>addEventListener('beforeunload', (event) => event.preventDefault())</script>`,
  ),
  '/hoarder': html(
    '<script>const all = []; setTimeout(() => { for (;;) all.push(new Array(1e6).fill(Math.random())) }, 50)</script>',
  ),
  '/suicide': html('<button onclick="window.close()">Close</button>'),
  '/refused': (answer) => answer('<h1>Internal error</h1>', {}, 500),
  '/refused-at-length': (answer) => answer(`<!-- ${'x'.repeat(80_000)} --><h1>Not you</h1>`, {}, 403),
  '/refused-without-a-word': (answer) => answer('', {}, 403),
}

const bomb = (): Buffer => gzipSync(Buffer.alloc(8 * 1024 * 1024, '<p>x'))

/** Ways to somebody whom a visit may not reach. */
const ways: Readonly<Record<string, Page>> = {
  '/to-foreign': (answer, { foreign }) => answer('', { location: `${foreign}/redirect` }, 302),
  '/to-hop': redirect('/to-foreign'),
  '/to-part': (answer, { foreign }) => answer('', { location: `${foreign}/end#part` }, 302),
  '/posts-on': html(form(button, '/to-part')),
  '/posts': toForeign((foreign) => form(button, `${foreign}/post`)),
  '/refreshes': toForeign((foreign) => `<meta http-equiv="refresh" content="0;url=${foreign}/refresh">`),
  '/loads': toForeign(
    (
      foreign,
    ) => `<link rel="icon" href="${foreign}/icon"><link rel="preconnect" href="${foreign}"><link rel="prefetch" href="${foreign}/prefetch">
      <script type="speculationrules">{"prefetch":[{"urls":["${foreign}/speculation"]}]}</script>
      <link rel="stylesheet" href="${foreign}/style"><img src="${foreign}/image"><img src="/redirected-image"><iframe src="${foreign}/frame"></iframe>
      <a href="${foreign}/ping-target" ping="${foreign}/ping">x</a>
      <script>
        new WebSocket('${foreign.replace('http', 'ws')}/socket')
        navigator.sendBeacon('${foreign}/beacon', 'x')
        fetch('${foreign}/fetch').catch(() => {})
        fetch('/redirected-fetch').catch(() => {})
        new EventSource('${foreign}/events')
        new Worker(URL.createObjectURL(new Blob(["fetch('${foreign}/worker')"])))
        navigator.serviceWorker && navigator.serviceWorker.register('/worker.js').catch(() => {})
        window.open('${foreign}/popup')
        const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:STUN' }] })
        peer.createDataChannel('x')
        peer.createOffer().then((offer) => peer.setLocalDescription(offer))
      </script><h1>Loaded</h1>`,
  ),
  '/redirected-image': (answer, { foreign }) => answer('', { location: `${foreign}/image-hop` }, 302),
  '/redirected-fetch': (answer, { foreign }) => answer('', { location: `${foreign}/fetch-hop` }, 302),
  '/worker.js': (answer, { foreign }) =>
    answer(`fetch('${foreign}/service-worker')`, { 'content-type': 'text/javascript' }),
}

const pages: Readonly<Record<string, Page>> = { ...logins, ...tellers, ...troubles, ...ways }

/** Serves the pages on a free port. @param around Whom they try to reach, and the UDP port that stands for a STUN server. */
export async function servePages(around: { readonly foreign: string; readonly stun: number }): Promise<Pages> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://x')
    asked.push(`${request.method} ${pathname}`)
    request.resume()
    const answer = (text: string, headers: Readonly<Record<string, string>> = {}, status = 200): void =>
      void response
        .writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
        .end(text.replaceAll('STUN', String(around.stun)))
    const page = pages[pathname]
    if (page) page(answer, { request, response, foreign: around.foreign })
    else answer('<h1>Nothing here</h1>', {}, 404)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
