import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { makeRsaKey } from '../../ca/index.js'
import { mintCopies } from '../../harness/check/message/mint.js'
import { NotTestable } from '../../harness/contracts/errors.js'
import { guiseValue } from '../../harness/guises/values.js'
import { claims, encoding, form, header, request, text } from '../../harness/mutations/mutation.js'
import type { ContextWith, Mutation, Need } from '../../harness/mutations/types.js'
import { presets } from '../../harness/target/presets.js'
import { refused } from '../../suites/signature/signature.cases.js'

const key = await makeRsaKey(2048)
const certified = { key, chain: [Buffer.from('a certificate')] }
const party = { partyId: 'did:example:party', scope: 'party', certified }
const context: ContextWith<Need> = {
  party,
  other: party,
  untrusted: certified,
  foreignKey: key,
  target: {
    partyId: 'did:example:target',
    baseUrl: 'http://t',
    tokenUrl: 'http://t/token',
    publicKey: createPublicKey(key),
  },
  registryId: 'did:example:registry',
  evidenceRegistryId: 'did:example:evidence-registry',
  identityProviderIds: ['did:example:provider-a', 'did:example:provider-b'],
  partyIdParameter: 'party_id',
  canary: (name) => name,
  now: Math.floor(Date.now() / 1000),
}
const mint = (mutation: Mutation, ...guise: readonly Mutation[]) =>
  mintCopies(
    { changes: [...guise, mutation], mutation, ageSeconds: 2, jti: 'jti' },
    context,
    presets.default.settings,
    [undefined],
  )

test('a change that finds nothing to change makes no message', async () => {
  const none: readonly Mutation[] = [
    header('header', (own) => void delete own.kid),
    claims('claims', (own) => void Object.assign(own, { aud: own.aud })),
    text('text', (own) => void Object.assign(own, { header: String(own.header).replace('kid', '') })),
    form('form', (own) => void own.reverse().reverse()),
    request('request', (own) => ({ ...own })),
    encoding('encoding', (parts) => `${parts.header}.${parts.payload}.${parts.signature}`),
  ]
  for (const mutation of none) await assert.rejects(mint(mutation), NotTestable, mutation.name)
  for (const mutation of [header('typ', (own) => void delete own.typ), claims('jti', (own) => void delete own.jti)])
    assert.equal((await mint(mutation)).length, 1)
})

test('a bit of typ is changed where there is a typ, and else no message is made', async () => {
  const { mutation: withoutTyp } = guiseValue('header=without typ')
  const bit = refused.flatMap(({ mutate }) => mutate).find(({ name }) => name === 'one bit of the header')
  assert.ok(withoutTyp && bit)
  assert.equal((await mint(bit)).length, 1)
  await assert.rejects(mint(bit, withoutTyp), /nothing of what the check changes/)
})
