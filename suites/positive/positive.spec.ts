import { meeting } from '../../harness/check/meeting.js'
import { certificate, claims, form } from '../../harness/mutations/mutation.js'
import { keyUsage } from '../../harness/wire/der.js'
import { everyName } from '../identity/identity.cases.js'
import { acceptance, mutationsOf, observation } from '../support/bodies.js'
import { grantsAtOnce } from '../support/flows/first.js'
import { misnamed } from '../support/flows/lookups.js'
import { together } from '../support/flows/together.js'
import { inOrder } from '../support/order.js'
import { loginRoles } from '../support/roles.js'
import { covers, test } from '../support/test.js'
import { jtiOf } from '../support/values/assertion.js'
import { otherCase } from '../support/values/letter-case.js'
import * as flows from './flows.cases.js'
import { otherForms } from './other-forms.js'
import * as plain from './positive.cases.js'
import * as registry from './registry.cases.js'
import * as spelling from './spelling.cases.js'

const withNbf = claims('nbf = iat', (own) => void Object.assign(own, { nbf: own.iat }))
const ofTextAlone = claims('those of the text alone', (own) => {
  for (const name of Object.keys(own)) if (!statedClaims.includes(name)) delete own[name]
})
const statedClaims = ['iss', 'sub', 'aud', 'jti', 'iat', 'exp']

for (const row of inOrder([...plain.accepted, ...spelling.accepted, ...registry.accepted]))
  test(`accepts ${row.title}`, covers(row), acceptance(row))

for (const row of inOrder([...plain.recorded, ...registry.recorded]))
  test(`records ${row.title}`, covers(row), observation(row))

test(`accepts ${registry.plainIds.title}`, covers(registry.plainIds), async ({ client, judge, target }) =>
  target.partyIdForm === undefined
    ? acceptance(registry.plainIds)({ client, judge })
    : otherForms({ client, judge }, target.partyIdForm, mutationsOf(registry.plainIds)),
)

test(`accepts ${registry.specialIds.title}`, covers(registry.specialIds), async ({ client, judge, lab, target }) => {
  const fitting = mutationsOf(registry.specialIds).filter(
    ({ name }) => !loginRoles.includes(target.role) || !name.includes(registry.beyondOAuth),
  )
  if (target.partyIdForm !== undefined) return otherForms({ client, judge }, target.partyIdForm, fitting)
  const [control, ...mutated] = await client.prepare(...fitting)
  await judge.grants(control)
  for (const message of mutated) {
    const { partyId, scope } = (await judge.accepts(message)).message.party
    const lookups = await lab.ledger({ kinds: ['party-lookup'], mentioning: [partyId, scope] })
    const wrong = misnamed(lookups, partyId, [partyId, scope]).join('; ') || 'none'
    judge.rule(`Looks up nobody but "${partyId}"`, wrong === 'none', { expected: 'none', got: wrong })
  }
})

test(
  'accepts one client again and again, one after the other and at once',
  covers(flows.again),
  async ({ client, judge }) => {
    const control = await client.message()
    await judge.grants(control)
    await judge.accepts(client.next(control))
    await judge.accepts(client.next(control))
    const gathered = meeting(parallel)
    const ready = (place: number) => () => gathered.arrive(place)
    const places = [...Array(parallel).keys()]
    await together(places.map((place) => judge.accepts(client.next(control), { ready: ready(place) })))
  },
)

test(
  'accepts a registered party that it has never seen',
  covers(flows.firstContact),
  async ({ client, judge, lab }) => {
    if (!lab.observed) judge.notTestable(`It needs a party that is new to the target, but ${lab.outOfHands}.`)
    const message = await client.message()
    const says = 'Grants a party at its first contact'
    await grantsAtOnce(judge, says, message, client.next(message), 'an access token', () => client.message())
  },
)

test(
  'accepts a party in whose name somebody else came first',
  covers(flows.afterForgery),
  async ({ client, judge }) => {
    const [own, forger] = [await client.message(), await client.message()]
    await judge.grants(forger)
    const mutate = everyName('the name of a party that is new, own certificate', () => own.party.partyId)
    await judge.refuses(client.next(forger, { mutate }), { grantCounts: false })
    await judge.accepts(own)
  },
)

test('accepts a client assertion that is 10 and 24 seconds old', covers(flows.aged), async ({ client, judge }) => {
  const control = await client.message()
  await judge.grants(control)
  await judge.accepts(client.next(control, { ageSeconds: 10 }))
  await judge.accepts(client.next(control, { ageSeconds: 24 }))
  await judge.records(client.next(control, { ageSeconds: 1 }), 'JWT of 1 s')
})

/** So many messages of one client come at once. */
const parallel = 3

/** A server that serves one request at a time has them wait for one another, milliseconds. */
const inTurnMs = 40_000

test('accepts several clients that come at the same moment', covers(flows.atOnce), async ({ client, judge, lab }) => {
  const make = () => Promise.all([1, 2, 3, 4].map(() => client.message()))
  // Participants of a target file are few, and none of them is new to the target.
  const [known, strangers, pairs] = [await make(), await make(), lab.observed ? await make() : []]
  for (const message of known) await judge.grants(message)
  // One that keeps records looks a client up at its first contact alone.
  const again = () => known.map((message) => client.next(message))
  // Two first requests of one client find no entry for it, and each would make one (L236).
  const twice = [...pairs, ...pairs.map((message) => client.next(message))]
  const batches = [[...again(), ...again()], strangers, twice, [...again(), ...again()]]
  for (const messages of batches.filter(({ length }) => length > 0)) {
    const gathered = meeting(messages.length)
    const ready = (place: number) => () => gathered.arrive(place)
    await together(
      messages.map((message, place) => judge.accepts(message, { ready: ready(place), timeoutMs: inTurnMs })),
    )
  }
})

test(
  'accepts several assertions of one second, of one client and of two',
  covers(flows.sameSecond),
  async ({ client, judge }) => {
    const [control, stranger] = [await client.message(), await client.message()]
    await judge.grants(control)
    let iat: number | undefined
    const mutate = claims('issued in one second', (own, { now }) => {
      iat ??= now - 2
      Object.assign(own, { iat, exp: iat + 30 })
    })
    await judge.accepts(client.next(control, { mutate }))
    await judge.accepts(client.next(control, { mutate }))
    await judge.accepts(client.next(stranger, { mutate }))
  },
)

test(
  'accepts assertions of one client whose jti differ at their end alone',
  covers(flows.alike),
  async ({ client, judge }) => {
    const control = await client.message()
    await judge.grants(control)
    for (const length of [64, 160]) {
      const mutate = claims(`a jti behind ${length} characters that are always the same`, (own) => {
        own.jti = `${'x'.repeat(length)}${String(own.jti)}`
      })
      // A target may bound the length (L306), and then no other one comes.
      const { outcome } = await judge.records(
        client.next(control, { mutate }),
        `a jti of more than ${length} characters`,
      )
      if (outcome.kind === 'granted') await judge.accepts(client.next(control, { mutate }))
    }
  },
)

test(
  'accepts an assertion whose jti differs from a used one in letter case alone',
  covers(flows.otherLetters),
  async ({ client, judge }) => {
    const control = await client.message()
    const used = String(jtiOf(await judge.grants(control)))
    if (!/[a-z]/i.test(used)) judge.notApplicable('Its jti has no letters.')
    const mutate = claims('the jti of the control in other letters', (own) => {
      own.jti = otherCase(used)
    })
    await judge.accepts(client.next(control, { mutate }))
  },
)

test('accepts a leaf whose key usage is exactly nonRepudiation', covers(flows.keyUsage), async ({ client, judge }) => {
  const usual = await client.message()
  const bits = keyUsage(usual.party.certified.chain[0] ?? Buffer.alloc(0)).join(', ')
  const says = 'Takes a key usage of exactly nonRepudiation'
  if (bits === 'nonRepudiation') {
    const wider = await client.message({ mutate: certificate('key-usage-with-digital-signature') })
    return grantsAtOnce(judge, says, usual, wider)
  }
  judge.weighs(
    'should',
    `Everything else was judged with certificates of the key usage ${bits} (certificates.keyUsage).`,
  )
  await grantsAtOnce(judge, says, await client.message({ mutate: certificate('key-usage-alone') }), usual)
})

test(
  'accepts an assertion with the claims of the text alone',
  covers(flows.claimsAlone),
  async ({ client, judge, target }) => {
    const says = 'Takes an assertion with the claims of the text alone'
    const demanded = target.furtherClaims.join(', ')
    if (demanded === '')
      return grantsAtOnce(judge, says, await client.message(), await client.message({ mutate: withNbf }))
    judge.weighs(
      'should',
      `Everything else was judged with assertions that carry ${demanded}, too (interface.token.claims).`,
    )
    await grantsAtOnce(judge, says, await client.message({ mutate: ofTextAlone }), await client.message())
  },
)

test(
  'accepts a certificate that its CRL and its responder call good',
  covers(flows.goodStatus),
  async ({ client, judge }) => {
    const good = await client.message()
    const silent = await client.message({ mutate: certificate('without-revocation-source') })
    await grantsAtOnce(judge, 'Takes a certificate that is not revoked', good, silent)
  },
)

test('records the largest request that it accepts', covers(flows.sizes), async ({ client, judge }) => {
  const control = await client.message()
  await judge.grants(control)
  let largest = 0
  for (const kilobytes of [64, 256, 1024]) {
    const padding = form(
      `padding of ${kilobytes} KB`,
      (own) => void own.push(['padding', 'x'.repeat(kilobytes * 1024)]),
    )
    const { outcome } = await judge.records(client.next(control, { mutate: padding }), `request of ${kilobytes} KB`)
    if (outcome.kind === 'granted') largest = kilobytes
  }
  judge.observes('largest accepted request', largest, 'KB')
})

test('accepts a client after it has refused 200 requests', covers(flows.burst), async ({ client, judge }) => {
  const control = await client.message()
  await judge.grants(control)
  const wrong = claims('without aud', (own) => void delete own.aud)
  await judge.flood(client.next(control, { mutate: wrong }), 200)
  await judge.accepts(client.next(control))
})
