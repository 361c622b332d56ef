import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import { codeIn } from '../../harness/check/identity-provider/authorization.js'
import { reaches } from '../../harness/check/identity-provider/reaches.js'
import type { Message } from '../../harness/check/types.js'
import { grantsAtOnce } from '../support/flows/first.js'
import { inOrder } from '../support/order.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { changedAtEach } from './carriers.js'
import { claim } from './id-token.js'
import {
  alsoNamed,
  alsoQueried,
  alsoThere,
  foreignLetter,
  inBoth,
  inPages,
  missing,
  notForCode,
  ofAnother,
  ofClientWithout,
  ofKnownClient,
  ofNewClient,
  openRedirect,
  otherPort,
  otherQuery,
  otherRegistered,
  ownQuery,
  twice,
  unregistered,
} from './redirect.cases.js'
import * as objects from './request-object.cases.js'
import { asking } from './rows.js'

const heeded = (redirect: string): boolean => redirect.includes(`state=${objects.stateInside}`)

/**
 * What an authenticated client has signed it vouches for itself, and where else a provider learns redirect URIs the
 * interface text does not show (L283): that it goes by the registry's is a finding at most then.
 */
function weighsSigned({ judge, login }: Pick<Fixtures, 'judge' | 'login'>): void {
  if (login.signsRequests)
    judge.weighs('should', 'The client itself has signed that redirect URI (interface.login.request).')
}

/** A control at an address that the registry names beside the usual one; the check does not concern a target that refuses it. */
async function grantsWhereLearned(judge: Fixtures['judge'], control: Message, address: string): Promise<void> {
  await judge.applies(
    control,
    `authorization request with ${address}`,
    `It does not learn ${address} from the registry.`,
  )
  await judge.grants(control)
}

for (const row of inOrder([...unregistered, missing, ...notForCode]))
  test(`sends no code for ${row.title}`, covers(row), async ({ client, judge, login }) => {
    const message = await client.message()
    await judge.grants(login.asking(message))
    if (unregistered.includes(row)) weighsSigned({ judge, login })
    await judge.refuses(login.asking(message, row))
  })

test(`sends no code for ${ofKnownClient.title}`, covers(ofKnownClient), async ({ client, judge, login }) => {
  const message = await client.message()
  await judge.grants(message)
  await judge.grants(login.asking(message))
  weighsSigned({ judge, login })
  await judge.refuses(login.asking(message, ofKnownClient))
})

test(`sends no code for ${ofNewClient.title}`, covers(ofNewClient), async ({ client, judge, login }) => {
  const message = await client.message()
  await judge.grants(login.asking(message))
  weighsSigned({ judge, login })
  await judge.refuses(login.asking(await client.message(), ofNewClient))
})

test(
  'sends no code to a client for which the registry names no redirect URI',
  covers(ofClientWithout),
  async ({ client, judge, lab, login }) => {
    if (lab.outOfHands) judge.notTestable(`It needs control of the registry, but ${lab.outOfHands}.`)
    await judge.grants(login.asking(await client.message()))
    weighsSigned({ judge, login })
    for (const mutate of ofClientWithout.records) await judge.refuses(login.asking(await client.message({ mutate })))
  },
)

test(
  'sends no code to a registered redirect URI with a foreign letter within it',
  covers(foreignLetter),
  async ({ client, judge, login }) => {
    const message = await client.message()
    await judge.grants(login.asking(message))
    weighsSigned({ judge, login })
    const { granted, mutations } = foreignLetter
    for (const mutate of mutations) await judge.refuses(login.asking(message, { mutate, ...(granted && { granted }) }))
  },
)

test(`sends no code for ${otherPort.title}`, covers(otherPort), async ({ client, judge, lab, login }) => {
  if (lab.outOfHands) judge.notTestable(`It needs control of the registry, but ${lab.outOfHands}.`)
  const message = await client.message({ mutate: alsoNamed })
  const control = login.asking(message, { mutate: otherPort.control })
  await grantsWhereLearned(judge, control, 'a redirect URI at a host with a name')
  weighsSigned({ judge, login })
  await judge.refuses(login.asking(message, otherPort))
})

test(
  'sends no code to a redirect URI that stands beside the registered one',
  covers(twice),
  async ({ client, judge, login }) => {
    const message = await client.message()
    await judge.grants(login.asking(message))
    weighsSigned({ judge, login })
    for (const mutate of twice.mutate) await judge.refuses(login.asking(message, { mutate, granted: twice.granted }))
  },
)

test(
  'sends no code to a redirect URI that stands in the query of a posted request, or in its form, and the registered one in the other',
  covers(inBoth),
  async ({ client, judge, login }) => {
    if (login.signsRequests) judge.notApplicable('It takes signed requests, which are posted throughout.')
    const message = await client.message()
    const { foreign, granted } = inBoth
    /** An authorization request that is posted, with a redirect URI in its query too. */
    const posted = (name: string, uri?: string, more: Pick<AskOptions, 'mutate' | 'granted'> = {}): Message =>
      login.asking(message, { besides: { name, query: uri === undefined ? [] : [['redirect_uri', uri]] }, ...more })
    const control = posted('nothing')
    await judge.applies(
      control,
      'authorization request that is posted',
      'It takes no authorization request that is posted.',
    )
    await judge.grants(control)
    await judge.refuses(posted('a foreign redirect_uri', foreign, { granted }))
    const both = (more?: Parameters<typeof posted>[2]): Message =>
      posted('the registered redirect_uri', login.redirectUri, more)
    if ((await judge.records(both(), 'the same with redirect_uri in its query, too')).outcome.kind !== 'granted') return
    await judge.grants(both())
    await judge.refuses(both({ mutate: asking('redirect_uri', foreign), granted }))
  },
)

test(
  'sends no code to a redirect URI that its pages brought back',
  covers(inPages),
  async ({ client, judge, login }) => {
    const message = await client.message()
    const [from, to] = [login.redirectUri, inPages.foreignLike(login.redirectUri)]
    const granted = (redirect: string): boolean => redirect.startsWith(to)
    const changed = await changedAtEach({ judge, login }, message, { from, to }, { granted })
    if (changed.length === 0) judge.notApplicable('None of its pages carries the redirect URI where it can be read.')
    for (const asked of changed) await judge.refuses(asked)
  },
)

test('sends nobody to an unregistered redirect URI', covers(openRedirect), async ({ client, judge, login }) => {
  const message = await client.message()
  weighsSigned({ judge, login })
  const { mutations, withoutSession } = openRedirect
  for (const [session, each] of [['kept', mutations] as const, ['none', withoutSession] as const]) {
    await judge.grants(login.asking(message, { session }))
    for (const mutate of each) {
      const asked = login.asking(message, { session, mutate })
      await judge.refuses(asked)
      const to = login.came(asked).redirect
      // The registered address may get the error.
      const stays = to === undefined || reaches(to, login.redirectUri)
      judge.rule('It sends nobody to an unregistered redirect URI', stays, {
        expected: 'no redirect to it',
        got: stays ? 'no redirect to it' : `a redirect to it: ${mutate.name}`,
      })
    }
  }
})

test('sends no code for a registered redirect URI with another query', covers(otherQuery), async (tools) => {
  const { client, judge, lab, login } = tools
  if (lab.outOfHands) judge.notTestable(`It needs control of the registry, but ${lab.outOfHands}.`)
  const message = await client.message({ mutate: alsoQueried })
  const control = login.asking(message, { mutate: otherQuery.control })
  await grantsWhereLearned(judge, control, 'a redirect URI with a query')
  weighsSigned({ judge, login })
  for (const mutate of otherQuery.mutations) await judge.refuses(login.asking(message, { mutate }))
})

test(
  'sends no code to the redirect URI of another ServiceProvider',
  covers(ofAnother),
  async ({ client, judge, lab, login }) => {
    if (lab.outOfHands) judge.notTestable(`It needs control of the registry, but ${lab.outOfHands}.`)
    const message = await client.message()
    await judge.grants(login.asking(message))
    const owner = login.asking(await client.message({ mutate: alsoThere }), ofAnother)
    await grantsWhereLearned(judge, owner, 'a second redirect URI')
    weighsSigned({ judge, login })
    await judge.refuses(login.asking(message, ofAnother))
  },
)

test('keeps the query of a redirect URI in its answer', covers(ownQuery), async ({ client, judge, lab, login }) => {
  if (lab.outOfHands) judge.notTestable(`It needs control of the registry, but ${lab.outOfHands}.`)
  const message = await client.message({ mutate: alsoQueried })
  const asked = login.asking(message, { mutate: ownQuery.mutate, granted: () => true })
  const { outcome } = await judge.records(asked, 'authorization request with a redirect URI that has a query')
  if (outcome.kind === 'no-answer' || outcome.kind === 'deferred') judge.inconclusive('No complete answer came.')
  const { redirect: to = '' } = login.came(asked)
  if (to === '' || (URL.canParse(to) && new URL(to).searchParams.has('error')))
    judge.notApplicable('It does not learn a redirect URI with a query from the registry.')
  const isKept = reaches(to, ownQuery.at(login.redirectUri)) && codeIn(to) !== undefined
  judge.rule('Its answer has the query of the redirect URI and the code', isKept, {
    expected: 'both',
    got: isKept ? 'both' : 'one of them at most',
  })
})

test(
  'refuses a code with a redirect URI that is registered too, but that it was not sent to',
  covers(otherRegistered),
  async ({ client, judge, login }) => {
    const control = await client.message({ mutate: alsoThere })
    await judge.grants(control)
    await judge.refuses(client.next(control, otherRegistered))
    // What it remembers of the client may be the address that it asked for last.
    const first = await login.code(control)
    const there = login.asking(control, ofAnother)
    await judge.records(there, 'authorization request with a second redirect URI')
    const { redirectUri } = login.came(there).code ?? first
    if (redirectUri === first.redirectUri) return
    const name = 'the code before the last, with the redirect URI of the last'
    await judge.refuses(login.redeeming(control, { ...first, redirectUri }, name))
  },
)

for (const row of inOrder(objects.refused))
  test(`does not heed ${row.title}`, covers(row), async ({ client, judge, login }) => {
    const message = await client.message()
    await judge.grants(login.asking(message))
    for (const mutate of row.mutate) await judge.refuses(login.asking(message, { mutate, granted: heeded }))
  })

test(
  'takes an authorization request with its parameters in the query',
  covers(objects.inQuery),
  async ({ client, judge, login }) => {
    if (!login.signsRequests) judge.notApplicable('It is asked in that way throughout.')
    const message = await client.message()
    judge.weighs('should', 'Everything else was judged with requests that are signed (interface.login.request).')
    const asked = login.asking(message, { unsigned: true })
    const says = 'Takes a request with its parameters in the query'
    await grantsAtOnce(judge, says, asked, login.asking(message), 'an authorization code')
  },
)

test(
  'does not heed what is changed in the address at which a login goes on',
  covers(objects.inAddress),
  async ({ client, judge, login }) => {
    if (!login.signsRequests) judge.notApplicable('Its requests are not signed.')
    const { says, signing, swap, heeded } = objects.inAddress
    const message = await client.message()
    const state = { mutate: signing('state'), session: 'none' } as const
    await judge.grants(login.asking(message, state))
    const asked = login.asking(message, { ...state, swap, granted: heeded })
    const unless = async () =>
      login.came(asked).carriers > 0 ? undefined : 'Nothing on the way carries its state where it can be read.'
    await judge.refuses(asked, { unless })
    // What becomes of a nonce is known by the id_token alone; who refuses the changed address answers without a code.
    const other = login.asking(message, { mutate: signing('nonce'), session: 'none', swap })
    await judge.records(other, 'a login whose nonce is changed after it was signed')
    const { code } = login.came(other)
    const sent =
      code && (await judge.records(login.redeeming(message, code, 'the code that came'), 'the code that came'))
    const isHeeded = sent !== undefined && claim(sent, 'nonce') === says
    judge.rule('It puts no nonce into the id_token that was not signed', !isHeeded, {
      expected: 'the signed nonce, or no id_token',
      got: isHeeded ? 'the nonce of the address' : 'the signed nonce, or no id_token',
    })
  },
)

test('records whether it heeds a sound request object', covers(objects.sound), async ({ client, judge, login }) => {
  const message = await client.message()
  await judge.grants(login.asking(message))
  await judge.records(login.asking(message, { ...objects.sound, granted: heeded }), 'sound request object')
})
