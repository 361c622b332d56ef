import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkBearers } from '../../harness/check/bearer.js'
import type { CheckClient } from '../../harness/check/message/client.js'
import type { Judge, Message } from '../../harness/check/types.js'
import type { World } from '../../harness/check/world.js'
import type { Mutation, Party } from '../../harness/mutations/types.js'
import { grantsAtOnce } from '../../suites/support/flows/first.js'

const party = (partyId: string): Party => ({ partyId }) as Party
const message = (partyId: string): Message => ({ party: party(partyId), recipe: {} })

/** What is ruled where messages fare as told. */
async function ruled(isGranted: (message: Message, times: number) => boolean, again?: () => Promise<Message>) {
  const sent: Message[] = []
  const rules: boolean[] = []
  const judge = {
    records: async (one: Message) => ({
      outcome: { kind: isGranted(one, sent.push(one)) ? 'granted' : 'refused' },
    }),
    grants: async (one: Message) => void sent.push(one),
    rule: (_: string, holds: boolean) => void rules.push(holds),
  } as unknown as Judge
  await grantsAtOnce(judge, 'Grants', message('a'), message('a'), 'an access token', again)
  assert.equal(rules.length, 1)
  return rules[0]
}

test('a refusal that passes is let pass, one that stays is not', async () => {
  assert.equal(await ruled((_, times) => times > 1), true)
  assert.equal(await ruled(() => false), false)
})

test('a party that is refused at its first contact stands for any other', async () => {
  const seen = new Set<string>()
  const isKnown = ({ party: { partyId } }: Message) => seen.has(partyId) || !seen.add(partyId)
  assert.equal(await ruled(isKnown, async () => message('b')), false)
})

/** Gets an access token at a target that answers so, and how often it was asked. */
async function askedFor(mutate: boolean, ...statuses: readonly number[]) {
  let asked = 0
  const exchange = async () => ({
    response: { status: statuses[asked++], headers: {}, body: JSON.stringify({ token: asked > 1 ? 't' : undefined }) },
  })
  const told: boolean[] = []
  const world = {
    settings: { token: { fields: { accessToken: 'token', expiresIn: 'expires_in' } } },
    http: { exchange },
    patience: {
      turn: async () => undefined,
      freed: () => undefined,
      asBusy: async (_: unknown, waits: number, conforms: boolean) => told.push(conforms) > 0 && waits < 2,
    },
  } as unknown as World
  const client = { authentication: () => ({ fresh: true, mint: async () => ({ request: {} }) }) }
  const bearers = checkBearers(world, client as unknown as CheckClient)
  const { token } = await bearers.fresh(party('a'), mutate ? { mutate: {} as Mutation } : {})
  return { token, told }
}

test('a token request that meets a bare 503 is sent again, as what conforms where nothing is wrong with it', async () => {
  assert.deepEqual(await askedFor(false, 503, 200), { token: 't', told: [true] })
  assert.deepEqual(await askedFor(true, 503, 200), { token: 't', told: [false] })
})

test('an access token serves again for half of its lifetime at most', async () => {
  const bearersOf = (expiresIn: unknown) => {
    let issued = 0
    const answer = () => ({
      response: {
        status: 200,
        headers: {},
        body: JSON.stringify({ token: `t${++issued}`, expires_in: expiresIn }),
      },
    })
    const world = {
      settings: { token: { fields: { accessToken: 'token', expiresIn: 'expires_in' } } },
      http: { exchange: async () => answer() },
      patience: { turn: async () => undefined },
    } as unknown as World
    const client = { authentication: () => ({ fresh: true, mint: async () => ({ request: {} }) }) }
    return checkBearers(world, client as unknown as CheckClient)
  }
  const [long, short] = [bearersOf(3600), bearersOf(0)]
  const tokens = async ({ of, fresh }: typeof long) => [
    (await of(party('a'))).token,
    (await of(party('a'))).token,
    (await fresh(party('a'))).token,
    (await of(party('a'))).token,
  ]
  assert.deepEqual(await tokens(long), ['t1', 't1', 't2', 't2'])
  assert.deepEqual(await tokens(short), ['t1', 't2', 't3', 't4'])
})
