import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { swapper } from '../../harness/browser/swap.js'

const from = 'http://127.0.0.1:1234/rp/callback'
const to = 'https://x-assay.example/callbackk'
const page = 'https://idp.example/login'
const once = encodeURIComponent(from)

/** The one request as it is sent when the text is changed in the first that carries it. */
const sent = (request: { readonly url: string; readonly body?: string }) => swapper({ from, to, at: 0 }).next(request)

/** What is decoded so often reads as the other address. */
const decoded = (text: string, times: number): string =>
  times === 0 ? text : decoded(decodeURIComponent(text), times - 1)

describe('a text that is swapped on the way', () => {
  const spellings: Readonly<Record<string, readonly [text: string, decodes: number]>> = {
    'as it is': [from, 0],
    'percent-encoded': [once, 1],
    'percent-encoded in small letters': [once.replace(/%../g, (hex) => hex.toLowerCase()), 1],
    'percent-encoded but for its slashes': [from.replaceAll(':', '%3A'), 1],
    'percent-encoded twice': [encodeURIComponent(once), 2],
    'percent-encoded three times': [encodeURIComponent(encodeURIComponent(once)), 3],
  }
  for (const [how, [text, times]] of Object.entries(spellings))
    test(`is found ${how}`, () => {
      const query = sent({ url: `${page}?a=1&next=${text}&b=2` })
      const [, next = ''] = /next=([^&]*)&b=2$/.exec(query?.url ?? '') ?? []
      assert.equal(decoded(next, times), to)
      assert.ok(query?.url.startsWith(`${page}?a=1&`))
      const form = sent({ url: page, body: `a=1&next=${text}` })
      assert.equal(decoded(form?.body?.split('next=')[1] ?? '', times), to)
      assert.equal(form?.url, page)
    })

  test('is found in JSON, its slashes with a backslash before them or not', () => {
    for (const json of [JSON.stringify({ uri: from }), JSON.stringify({ uri: from }).replaceAll('/', '\\/')]) {
      assert.deepEqual(JSON.parse(sent({ url: page, body: json })?.body ?? ''), { uri: to })
      const query = sent({ url: `${page}?tx=${encodeURIComponent(json)}` })
      assert.deepEqual(JSON.parse(new URL(query?.url ?? '').searchParams.get('tx') ?? ''), { uri: to })
    }
  })

  test('is found in base64, in a part of a JWT too, and stands there in the same alphabet', () => {
    const inside = JSON.stringify({ uri: from, note: 'ÿÿ>>??' })
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from(inside).toString(encoding)
      for (const [before, after] of [
        ['', ''],
        ['eyJhbGciOiJub25lIn0.', '.c2lnbmF0dXJl'],
      ]) {
        const { url = '' } = sent({ url: `${page}?state=${encodeURIComponent(before + text + after)}` }) ?? {}
        const state = new URL(url).searchParams.get('state') ?? ''
        const part = state.slice(before?.length, state.length - (after?.length ?? 0))
        assert.deepEqual(JSON.parse(Buffer.from(part, 'base64').toString()), { uri: to, note: 'ÿÿ>>??' })
        assert.equal(part.length, text.length)
        assert.equal(part.endsWith('='), text.endsWith('='))
        assert.equal(/[-_]/.test(part), /[-_]/.test(text))
      }
    }
  })

  test('is changed in one request only, and counted in all', () => {
    const swap = swapper({ from, to, at: 1 })
    const carrying = { url: `${page}?next=${once}` }
    assert.equal(swap.next(carrying), undefined)
    assert.equal(swap.next({ url: page }), undefined)
    assert.deepEqual(swap.next(carrying), { url: `${page}?next=${encodeURIComponent(to)}` })
    assert.equal(swap.next(carrying), undefined)
    assert.equal(swap.carriers, 3)
    const counting = swapper({ from, to })
    assert.equal(counting.next(carrying), undefined)
    assert.equal(counting.carriers, 1)
  })

  const lab = ['https://lab.example/']
  const name = { from: 'alice', to: 'bram-', at: 0 }

  test('is changed by a human from when their password was sent, in paths and short encodings too', () => {
    const encodedName = Buffer.from('alice').toString('base64url')
    for (const [carrying, changed] of [
      [`${page}?who=alice`, `${page}?who=bram-`],
      ['https://idp.example/continue/alice', 'https://idp.example/continue/bram-'],
      [
        `https://idp.example/u/${encodedName}/go`,
        `https://idp.example/u/${Buffer.from('bram-').toString('base64url')}/go`,
      ],
      [`${page}?who=${encodedName}`, `${page}?who=${Buffer.from('bram-').toString('base64url')}`],
    ] as const) {
      const swap = swapper({ ...name, onceProved: { password: 's3cret+' } }, lab)
      assert.equal(swap.next({ url: `${page}?login_hint=alice` }), undefined)
      assert.equal(swap.next({ url: page, body: 'username=alice&password=s3cret%2B' }), undefined)
      assert.deepEqual(swap.next({ url: carrying }), { url: changed })
      assert.equal(swap.carriers, 1)
    }
  })

  test('is changed by a human in the form with their password alone, and in nothing else of that request', () => {
    const swap = swapper({ ...name, besideProof: { password: 's3cret+' } }, lab)
    assert.equal(swap.next({ url: page, body: 'username=alice' }), undefined)
    const request = { url: `${page}?who=alice`, body: 'username=alice&password=s3cret%2B', cookie: 'who=alice' }
    assert.deepEqual(swap.next(request), { ...request, body: 'username=bram-&password=s3cret%2B' })
    assert.equal(swap.next({ url: `${page}?who=alice` }), undefined)
    assert.equal(swap.carriers, 1)
  })

  test('is changed by a human in the cookies of their browser, and by a stranger in none', () => {
    const request = { url: page, cookie: 'session=abc; who=alice' }
    const swap = swapper({ ...name, onceProved: { password: 's3cret+' } }, lab)
    swap.next({ url: page, body: 'password=s3cret%2B' })
    assert.deepEqual(swap.next(request), { url: page, cookie: 'session=abc; who=bram-' })
    assert.equal(swapper(name).next(request), undefined)
  })

  test('is changed by a human from when they were at a page of the lab, but not where that leads them', () => {
    const swap = swapper({ ...name, onceProved: { password: '' } }, lab)
    assert.equal(swap.next({ url: `${page}?who=alice` }), undefined)
    assert.equal(swap.next({ url: 'https://lab.example/login', body: 'username=alice' }), undefined)
    assert.equal(swap.next({ url: `${page}?code=alice.abc` }), undefined)
    assert.deepEqual(swap.next({ url: `${page}?who=alice` }), { url: `${page}?who=bram-` })
    assert.equal(swap.carriers, 1)
  })

  test('is no address that is asked for', () => {
    const swap = swapper({ from, to, at: 0 })
    assert.equal(swap.next({ url: `${from}?code=abc` }), undefined)
    assert.equal(swap.next({ url: 'https://idp.example/%E0%A4?x=%ZZ', body: '%' }), undefined)
    assert.equal(swap.carriers, 0)
  })

  test('stays as it is where it is to be sent without cookies alone, and is found all the same', () => {
    const stays = swapper({ from, to: from, at: 1 })
    const form = { url: page, body: `uri=${once}` }
    assert.equal(stays.next({ url: page, body: 'uri=another' }), undefined)
    assert.equal(stays.next(form), undefined)
    assert.equal(stays.next(form), form)
    assert.equal(stays.carriers, 2)
  })
})
