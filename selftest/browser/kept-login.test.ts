import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserCookie } from '../../harness/browser/types.js'
import { ownLogin } from '../../harness/check/identity-provider/kept-login.js'

const url = 'https://idp.example/authorize'
const cookie = (name: string, value: string): BrowserCookie => ({
  name,
  value,
  ...{ domain: 'idp.example', path: '/', expires: -1, httpOnly: false, secure: false, sameSite: 'Lax' },
})
const setting = (name: string, bytes: number) => ({ 'set-cookie': `${name}=${'x'.repeat(bytes)}; Path=/` })

test('a login whose cookies grow by the clients of hundreds of checks begins anew, however long they were at first', async () => {
  const kept = ownLogin()
  await kept.keep([cookie('session', 'x'.repeat(5_000))])
  kept.lighten(url)
  kept.jar.receive(url, setting('clients', 2_900))
  kept.lighten(url)
  assert.ok((kept.jar.header(url) ?? '').length > 7_900)
  kept.jar.receive(url, setting('more', 200))
  kept.lighten(url)
  assert.equal(kept.jar.header(url), undefined)
  await kept.keep([cookie('session', 'new')])
  kept.lighten(url)
  assert.equal(kept.jar.header(url), 'session=new')
})
