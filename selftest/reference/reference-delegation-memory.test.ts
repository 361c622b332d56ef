import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import type { CertifiedKey, LeafRequest } from '../../ca/types.js'
import { serialNumberOf } from '../../harness/wire/serial-number.js'
import { openStage } from '../stage/evidence-fixture.js'
import { assertionOf, enter, send } from '../stage/reference-fixture.js'
import { rememberingFaults } from './reference-delegation.cases.js'

const stage = await openStage()
after(() => stage.close())
const { subject, spare } = stage.cast
const sound = await stage.start({ ASSAY_FAULT: rememberingFaults.map((fault) => `${fault}@${fault}.*`).join() })

/** What another certificate of the same party shares with its first one, beside the names in it. */
const shared: Readonly<Record<'subject' | 'serial' | 'key', (own: CertifiedKey) => Partial<LeafRequest>>> = {
  subject: () => ({}),
  serial: ({ chain: [leaf = Buffer.alloc(0)] }) => ({ serial: serialNumberOf(leaf), under: 'intermediate-b1' }),
  key: ({ key }) => ({ key }),
}

const resembling = async (what: keyof typeof shared, kind = 'conforming') => {
  const revocation = { base: stage.lab.world.http, scope: randomUUID() }
  const request = { partyId: subject.partyId, revocation, kind, ...shared[what](subject.certified) }
  return { partyId: subject.partyId, certified: await stage.lab.authority.issue(request) }
}

for (const what of ['subject', 'serial', 'key'] as const) {
  test(`the fault forward-keeps-match-by-${what} takes an unregistered certificate after the registered one`, async () => {
    const fault = `forward-keeps-match-by-${what}`
    const maker = await resembling(what)
    const ask = (name?: string) => sound.ask({ forwarded: [sound.forwarded(maker)] }, name)
    assert.equal(await ask(fault), 403)
    assert.equal(await sound.ask({}, fault), 'permit')
    assert.equal(await ask(fault), 'permit')
    assert.equal(await ask(), 403)
  })

  test(`the fault forward-keeps-chain-by-${what} takes an untrusted certificate after the trusted one`, async () => {
    const fault = `forward-keeps-chain-by-${what}`
    const maker = await resembling(what, 'same-name-twin')
    const ask = (name?: string) => sound.ask({ forwarded: [sound.forwarded(maker)] }, name)
    assert.equal(await sound.ask({}, fault), 'permit')
    await enter(stage.lab, maker)
    assert.equal(await ask(fault), 'permit')
    assert.equal(await ask(), 403)
    await enter(stage.lab, subject)
  })
}

test('the fault forward-takes-consumed takes what the token endpoint has seen', async () => {
  const fault = 'forward-takes-consumed'
  const assertion = assertionOf(subject, { jti: `${fault}.1` })
  assert.equal(await sound.ask({ forwarded: [assertion] }, fault), 403)
  assert.equal((await send(stage.lab, sound.reference, subject.partyId, assertion)).granted, true)
  assert.equal(await sound.ask({ forwarded: [assertion] }, fault), 'permit')
  assert.equal(await sound.ask({ forwarded: [assertion] }), 403)
})

test('the fault takes-forwarded-as-assertion authenticates by what was forwarded before', async () => {
  const fault = 'takes-forwarded-as-assertion'
  const [forwarded = '', other = ''] = [1, 2].map((nth) => sound.forwarded(subject, { jti: `${fault}.${nth}` }))
  assert.equal((await send(stage.lab, sound.reference, subject.partyId, other)).granted, false)
  assert.equal(await sound.ask({ forwarded: [forwarded] }, fault), 'permit')
  assert.equal((await send(stage.lab, sound.reference, subject.partyId, forwarded)).granted, true)
})

/** What is asked after a sound request that shares something with it. */
const questions = {
  'keeps-permit-by-subject': { policy: 'unknown' },
  'keeps-permit-by-resource': { subject: spare, policy: 'any-of-one' },
} as const

for (const [fault, asked] of Object.entries(questions))
  test(`the fault ${fault} permits more than was asked before`, async () => {
    assert.equal(await sound.ask(asked, fault), 403)
    assert.equal(await sound.ask({ policy: 'any-of-one' }, fault), 'permit')
    assert.equal(await sound.ask(asked, fault), 'permit')
    assert.equal(await sound.ask(asked), 403)
  })

test('the fault keeps-permit-by-jwt permits more on a forwarded JWT than was asked with it before', async () => {
  const fault = 'keeps-permit-by-jwt'
  const forwarded = [sound.forwarded(subject)]
  assert.equal(await sound.ask({ forwarded, policy: 'unknown' }, fault), 403)
  assert.equal(await sound.ask({ forwarded, policy: 'any-of-one' }, fault), 'permit')
  assert.equal(await sound.ask({ forwarded, policy: 'unknown' }, fault), 'permit')
  assert.equal(await sound.ask({ policy: 'unknown' }, fault), 403)
})

test('the fault forward-binds-to-question takes a forwarded JWT for one question', async () => {
  const fault = 'forward-binds-to-question'
  const forwarded = [sound.forwarded(subject)]
  assert.equal(await sound.ask({ forwarded, policy: 'any-of-one' }, fault), 'permit')
  assert.equal(await sound.ask({ forwarded, policy: 'any-of-one' }, fault), 'permit')
  assert.equal(await sound.ask({ forwarded }, fault), 403)
  assert.equal(await sound.ask({ forwarded }), 'permit')
})
