import { cubeRootForgery } from '../../harness/mutations/cube-root.js'
import { certificate, encoding, signature } from '../../harness/mutations/mutation.js'
import { modulusLength } from '../../harness/mutations/pkcs1.js'
import { observation, refusal } from '../support/bodies.js'
import { refusalBesideOthers } from '../support/flows/beside-others.js'
import { inOrder } from '../support/order.js'
import { check } from '../support/row.js'
import { covers, test } from '../support/test.js'
import { besideOthers, recorded, refused } from './signature.cases.js'

for (const row of inOrder(refused)) test(`refuses ${row.title}`, covers(row), refusal(row))

test(`refuses ${besideOthers.title}`, covers(besideOthers), refusalBesideOthers(besideOthers))

test(
  'refuses the signature of an earlier assertion of the same client',
  covers(check('signature.of-earlier-assertion', 'SIG-02', 'accepts-signature-of-other-jwt')),
  async ({ client, judge }) => {
    const earlier = await client.message()
    const { assertion } = await judge.grants(earlier)
    const pasted = encoding('signature of the control', ({ header, payload }) =>
      [header, payload, assertion.split('.')[2]].join('.'),
    )
    await judge.refuses(client.next(earlier, { mutate: pasted }))
  },
)

/** Needs no private key. */
const forged = signature('cube root of a padded digest', (signing) => {
  signing.sign = (input, key) => cubeRootForgery(input, modulusLength(key))
})

test(
  'refuses a signature forged for a key of exponent 3',
  covers(check('signature.cube-root-forgery', 'SIG-06', 'accepts-loose-padding', { profile: 'standard' })),
  async ({ client, judge }) => {
    await judge.grants(await client.message())
    const honest = await client.message({ mutate: certificate('rsa-exponent-3') })
    const { outcome } = await judge.records(honest, 'honest signature by a key of exponent 3')
    if (outcome.kind === 'refused')
      return judge.rule('a key of exponent 3 lets nobody in', true, { expected: 'a refusal', got: 'a refusal' })
    await judge.grants(client.next(honest))
    await judge.refuses(client.next(honest, { mutate: forged }))
  },
)

for (const row of inOrder(recorded)) test(`records ${row.title}`, covers(row), observation(row))
