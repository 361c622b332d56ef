import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import { createAuthority, createKeyPool, pem } from '../../ca/index.js'
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
})
