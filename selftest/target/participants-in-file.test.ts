import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { createAuthority, createKeyPool, pem } from '../../ca/index.js'
import type { TargetConfig } from '../../harness/contracts/target.js'
import { assumptionsOf } from '../../harness/target/assumptions.js'
import { loadTargets } from '../../harness/target/file/target-file.js'
import { filesIn, ownFolder } from '../stage/own-folder.js'

const folder = ownFolder()
const { at, write } = filesIn(folder)

const small = {
  target: { name: 'Acme', roles: ['AuthorisationRegistry' as const] },
  launch: { command: 'node server.js' },
}

test("checks that a participant's chain and key belong together and can be used", async () => {
  const pool = await createKeyPool(at('keys'), { size: 2, largeKeys: false })
  const authority = await createAuthority(at('pki'), { keys: pool, httpUrl: 'http://127.0.0.1:1', largeRoot: false })
  const issue = (kind = 'conforming') =>
    authority.issue({ partyId: 'did:example:a', kind, revocation: { base: 'http://127.0.0.1:1', scope: 'a' } })
  const [own, other, past] = await Promise.all([issue(), issue(), issue('expired-leaf')])
  const keyFile = (name: string, key: KeyObject) => write(name, key.export({ type: 'pkcs8', format: 'pem' }).toString())
  keyFile('own.key', own.key)
  keyFile('past.key', past.key)
  keyFile('ec.key', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
  const chain = own.chain.map(pem)
  const target = { ...small.target, partyId: 'did:example:target' }
  const check = (text: string, key = './own.key', ...more: readonly object[]) => {
    write('chain.pem', text)
    const participants = [{ partyId: 'a', key, chain: './chain.pem' }, ...more]
    return loadTargets(write('participants.json', JSON.stringify({ ...small, target, participants })), {})
  }
  assert.deepEqual((await check(chain.join('')))[0]?.participants, [
    { partyId: 'a', key: at('own.key'), chain: at('chain.pem') },
  ])
  await assert.rejects(
    check(chain.toReversed().join('')),
    /chain has its leaf not first: the order is leaf, intermediates, root\.$/,
  )
  await assert.rejects(
    check(other.chain.map(pem).join('')),
    /chain begins with a certificate that does not belong to the private key beside it\.$/,
  )
  await assert.rejects(check(chain.slice(0, -1).join('')), /chain has no root at its end: the order is leaf/)
  await assert.rejects(
    check([chain[0], chain.at(-1)].join('')),
    /chain has a gap: certificate 1 is not issued by the next; the order is leaf/,
  )
  await assert.rejects(
    check(past.chain.map(pem).join(''), './past.key'),
    /chain holds a certificate that expired on .* GMT\.$/,
  )
  await assert.rejects(
    check(chain.join(''), './ec.key'),
    /participants\[0\]\.key holds a key of kind ec, but client assertions are signed with RSA\.$/,
  )
  await assert.rejects(
    check(chain.join(''), './own.key', { partyId: 'a', key: './own.key', chain: './chain.pem' }),
    /participants\[1\]\.partyId is "a", which stands in the list already\.$/,
  )
  const one = { key: './own.key', chain: './chain.pem' }
  const saying = (...more: readonly object[]) => check(chain.join(''), './own.key', ...more)
  const stated = [
    { ...one, partyId: 'a', is: 'second certificate of a' },
    { ...one, partyId: 'b', is: 'suspended' },
  ]
  const [config] = await saying(...stated)
  assert.deepEqual(
    config?.participants.map(({ is }) => is),
    [undefined, 'second certificate of a', 'suspended'],
  )
  assert.deepEqual(
    assumptionsOf(config as TargetConfig).filter(({ id }) => id.startsWith('participants')),
    [
      { id: 'participants.1.is', value: 'a: second certificate of a', source: 'target file' },
      { id: 'participants.2.is', value: 'b: suspended', source: 'target file' },
    ],
  )
  const refused: readonly (readonly [object, RegExp])[] = [
    [{ ...one, partyId: 'b', is: 'gone' }, /participants\[1\]\.is is "gone", but must be one of suspended, inactive, /],
    [
      { ...one, partyId: 'b', is: 'second certificate of a' },
      /is names another party than its partyId: say "second certificate of b"\.$/m,
    ],
    [{ ...one, partyId: 'b', is: 'second certificate of b' }, /no participant without is has the first one of b\.$/],
    [{ ...one, partyId: 'b', is: 'certificate expired' }, /chain begins with a certificate that has not expired\.$/],
  ]
  for (const [more, says] of refused) await assert.rejects(saying(more), says)
  write('past.pem', past.chain.map(pem).join(''))
  await saying({ partyId: 'b', key: './past.key', chain: './past.pem', is: 'certificate expired' })
})
