import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from '../../harness/check/types.js'
import { bare, callAs, evidence, type ServiceMutation, withRules } from '../../harness/mutations/evidence.js'
import type { HttpRequest } from '../../harness/wire/types.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { cookiesOf, setsNone, withCookies } from '../support/values/cookies.js'
import { declaredCache } from './declared-cache.js'
import { flow } from './rows.js'

const withoutToken = flow('service.cookie-without-token', 'SVC-01', 'serves-sessions-without-token', {
  level: 'strict',
})

const ofAnother = flow('service.cookie-of-another', 'SVC-04', 'takes-consumer-from-session')

const former = flow('service.cookie-of-former-evidence', 'SVC-07', 'keeps-evidence-in-session', { slow: 120 })

const deny = evidence(
  'Deny',
  withRules(() => [{ effect: 'Deny' }]),
)

/** A consumer that is served, and its calls with the cookies of that; without them where the answer sets none. */
interface Served {
  readonly message: Message
  readonly returning?: (request: HttpRequest) => HttpRequest
}

async function served({ service, judge }: Pick<Fixtures, 'service' | 'judge'>): Promise<Served> {
  const message = await service.message()
  const cookies = cookiesOf(await judge.grants(message))
  if (cookies !== undefined) return { message, returning: withCookies(cookies) }
  judge.rule('Decides by no cookie of an earlier call', true, setsNone)
  return { message }
}

const returningAs = (returning: Required<Served>['returning']): { readonly mutate: ServiceMutation } => ({
  mutate: callAs('with the cookies of an earlier call', returning),
})

test(
  'refuses its service without an access token where the cookies of an earlier call come again',
  covers(withoutToken),
  async ({ service, judge }) => {
    const { message, returning } = await served({ service, judge })
    if (!returning) return
    const mutate = callAs('in the place of the access token: the cookies of an earlier call', (request) =>
      returning(bare(request)),
    )
    await judge.refuses(service.next(message, { mutate }))
  },
)

test(
  'refuses its service to a consumer without a Permit that shows the cookies of another one',
  covers(ofAnother),
  async ({ service, judge }) => {
    const { message, returning } = await served({ service, judge })
    if (!returning) return
    const options = returningAs(returning)
    await judge.grants(service.next(message, options))
    await judge.refuses(service.next(await service.message({ mutate: deny }), options))
  },
)

test(
  'refuses its service once a Permit has become a Deny, though the cookies of before come again',
  covers(former),
  async ({ service, judge, target }) => {
    const seconds = declaredCache({ judge, target })
    const { message, returning } = await served({ service, judge })
    if (!returning) return
    const options = returningAs(returning)
    await judge.grants(service.next(message, options))
    await service.reprogram(message, deny)
    if (seconds > 0) {
      await sleep((seconds + 1) * 1000)
      const another = await served({ service, judge })
      await judge.grants(service.next(another.message, returningAs(another.returning ?? returning)))
    }
    await judge.refuses(service.next(message, options))
  },
)
