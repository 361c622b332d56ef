import type { AskOptions } from '../../harness/check/identity-provider/asking.js'
import { meeting } from '../../harness/check/meeting.js'
import type { Message } from '../../harness/check/types.js'
import type { Json } from '../../harness/contracts/json.js'
import { assign } from '../../harness/mutations/form-parameters.js'
import { form } from '../../harness/mutations/mutation.js'
import { memberOf } from '../../harness/wire/decode.js'
import { sideBySide } from '../support/flows/side-by-side.js'
import { together } from '../support/flows/together.js'
import type { Coverage } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import { humanOf } from './answer.cases.js'
import { anotherHuman, ofTwoHumans, redeemed, subOf } from './humans.js'
import { claim } from './id-token.js'
import { checkAtLogin } from './rows.js'
import { userinfoSubject } from './userinfo.cases.js'

type Tools = Pick<Fixtures, 'client' | 'judge' | 'login'>

/** A code stolen from one login is worth nothing in another of the same client (RFC 7636 §1, §4.6; RFC 9700 §2.1.1). */
const verifierOfNext: Coverage = checkAtLogin(
  'login.pkce-verifier-of-another',
  'OID-09',
  'takes-verifier-of-latest-code',
  { profile: 'standard' },
)

test('refuses a code with the verifier of another login', covers(verifierOfNext), async ({ client, judge, login }) => {
  const control = await client.message()
  await judge.grants(control)
  const { code } = await login.code(control)
  // The message has a login of its own, whose verifier stays.
  const mutate = form('the code of an earlier login', (parameters) => assign(parameters, 'code', code))
  await judge.refuses(client.next(control, { mutate }))
})

/** The nonce of a login comes back with the code of that login, whatever the client began meanwhile (OpenID Connect Core §3.1.2.1). */
const ownNonce: Coverage = checkAtLogin('login.nonce-of-own-login', 'OID-10', 'keeps-nonce-by-client', {
  profile: 'standard',
})

test('repeats the nonce of the login that a code is of', covers(ownNonce), async ({ client, judge, login }) => {
  const message = await client.message()
  await judge.grants(message)
  const [first, second] = [await login.code(message), await login.code(message)]
  for (const [name, code] of Object.entries({ 'the earlier of two codes': first, 'the later of them': second })) {
    const got = claim(await redeemed({ judge, login }, message, code, name), 'nonce')
    judge.rule(`The id_token for ${name} has the nonce of its login`, got === code.nonce, {
      expected: code.nonce,
      got: JSON.stringify(got),
    })
  }
})

/** A code is about the human who logged in for it, even if others came afterwards (OpenID Connect Core §3.1.3.3). */
const ownHuman: Coverage = {
  ...humanOf('login.human-of-own-login', ['names-human-who-came-last']),
  profile: 'standard',
  // A login of another check in between could give each code the right human by chance.
  exclusive: true,
}

test(
  'names the human of each code, even if another has logged in since',
  covers(ownHuman),
  async ({ client, judge, login }) => {
    const [first, second] = (await ofTwoHumans({ client, judge, login })).sent.map((sent) => claim(sent, 'sub'))
    if (first === null) judge.notApplicable('Its id_token has no sub, as another check says.')
    judge.rule('The codes of two humans give two subs', first !== second, {
      expected: 'two values',
      got: first === second ? `${JSON.stringify(first)} twice` : 'two values',
    })
  },
)

/** How many windows each of two humans logs in in, all at the same time. */
const windows = 3

/** Whom the codes of logins name; those that cannot be redeemed name nobody. */
async function subsOf(tools: Tools, message: Message, asked: readonly Message[]): Promise<readonly Json[]> {
  const subs = new Set<Json>()
  for (const each of asked) subs.add(await subOf(tools, message, each, 'a code of logins side by side'))
  subs.delete(null)
  return [...subs]
}

/** So is the code of a human who logs in at the same time as another. */
const humansAtOnce: Coverage = {
  ...humanOf('login.humans-side-by-side', ['mixes-up-logins', 'names-first-human', 'names-human-who-came-last']),
  profile: 'standard',
  unsafe: 'race',
}

test(
  'names the human of each code where two log in side by side',
  covers(humansAtOnce),
  async ({ client, judge, login }) => {
    const values = anotherHuman({ judge, login })
    const message = await client.message()
    await judge.grants(message)
    const newLogins = (typed: NonNullable<AskOptions['typed']>) =>
      Array.from({ length: windows }, () => login.asking(message, { session: 'none', sideBySide: true, typed }))
    const gathered = meeting(2 * windows)
    const usual = newLogins({ name: 'the usual one', values: login.human })
    const another = newLogins({ name: 'another one', values })
    const sending = usual.flatMap((own, index) => [own, another[index] as Message])
    await together(
      sending.map((asked, place) =>
        judge.tries(asked, 'a login side by side with others', () => gathered.arrive(place)),
      ),
    )
    const tools = { client, judge, login }
    const [subs, others] = [await subsOf(tools, message, usual), await subsOf(tools, message, another)]
    if (subs.length === 0 || others.length === 0)
      judge.notApplicable('It does not log two humans in side by side for one client.')
    const mistaken = subs.filter((sub) => others.includes(sub))
    judge.rule('The codes of two humans who log in at once give two subs', mistaken.length === 0, {
      expected: 'two values',
      got: mistaken.length === 0 ? 'two values' : `${JSON.stringify(mistaken[0])} for both`,
    })
  },
)

/** An answer speaks of one human, however many are asked about at once (OpenID Connect Core §5.3.2). */
const claimsAtOnce: Coverage = {
  ...humanOf('login.userinfo-side-by-side', ['mixes-up-claims']),
  profile: 'standard',
  unsafe: 'race',
}

/** What of userinfo is a human's own. */
const ownIn = (json: Json | undefined): string =>
  JSON.stringify(['sub', 'name', 'preferred_username', 'email'].map((name) => memberOf(json, name) ?? null))

test(
  'tells at userinfo what is known of one human where two are asked about at once',
  covers(claimsAtOnce),
  async ({ client, judge, login }) => {
    const alone = new Map<Message, string>()
    for (const sent of (await ofTwoHumans({ client, judge, login })).sent) {
      const call = login.userinfo(sent)
      const { json } = await judge.records(call, 'userinfo')
      if (memberOf(json, 'sub') === undefined) judge.notApplicable('Its userinfo endpoint tells no sub in JSON.')
      alone.set(call, ownIn(json))
    }
    const sent = await sideBySide(judge, [...alone.keys()], ({ json }) => memberOf(json, 'sub') !== undefined)
    const mistaken = sent.filter(({ json, message }) => memberOf(json, 'sub') && ownIn(json) !== alone.get(message))
    judge.rule('Tells of each human what it tells of them alone', mistaken.length === 0, {
      expected: 'the same',
      got: mistaken.length === 0 ? 'the same' : `something else in ${mistaken.length} of ${sent.length} answers`,
    })
  },
)

/** So is an access token (OpenID Connect Core §5.3). */
const ownUserinfo: Coverage = {
  ...userinfoSubject,
  id: 'login.userinfo-of-own-human',
  profile: 'standard',
  detects: ['tells-userinfo-of-latest'],
}

test(
  'tells at userinfo about the human of each access token',
  covers(ownUserinfo),
  async ({ client, judge, login }) => {
    for (const sent of (await ofTwoHumans({ client, judge, login })).sent) {
      const told = memberOf((await judge.records(login.userinfo(sent), 'userinfo')).json, 'sub')
      if (told === undefined) judge.notApplicable('Its userinfo endpoint tells no sub in JSON.')
      const sub = claim(sent, 'sub')
      judge.rule('userinfo has the sub of the id_token', told === sub, {
        expected: JSON.stringify(sub),
        got: JSON.stringify(told),
      })
    }
  },
)
