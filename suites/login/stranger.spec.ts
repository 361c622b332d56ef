import { covers, test } from '../support/test.js'
import { fromStranger } from './stranger.cases.js'

test(
  'logs nobody in by a form that comes without the cookies of its page',
  covers(fromStranger),
  async ({ client, judge, login }) => {
    if (!login.hasPassword) judge.notApplicable('No step of the target file types a password.')
    const message = await client.message()
    const control = login.asking(message, { session: 'none' })
    await judge.grants(control)
    if (!login.came(control).proven) judge.notApplicable('It logs the human in without asking for the password.')
    const asked = login.asking(message, { session: 'none', fromStranger: true })
    const isSent = (): boolean => login.came(asked).carriers > 0
    const unless = async () => (isSent() ? undefined : 'The password travels in no form that another page could send.')
    await judge.refuses(asked, { unless })
  },
)
