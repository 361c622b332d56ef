import { X509Certificate } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { intermediateScope, type RevocationReason, reference } from '../../ca/index.js'
import type { Message } from '../../harness/check/types.js'
import type { RevocationProgram } from '../../harness/contracts/lab-protocol.js'
import { certificate } from '../../harness/mutations/mutation.js'
import { refusalBesideOthers } from '../support/flows/beside-others.js'
import { askedAnew, givenInWords, outlived, whyNotGiven } from '../support/given-status.js'
import { inOrder } from '../support/order.js'
import { lookingUp } from '../support/roles.js'
import type { Coverage } from '../support/row.js'
import { check } from '../support/row.js'
import { covers, type Fixtures, test } from '../support/test.js'
import {
  observed,
  pastValidity,
  revoked,
  revokedAtBoth,
  revokedBesideOthers,
  revokedLater,
  type SourceRow,
  undetermined,
  validSeconds,
} from './revocation.cases.js'
import { ruleOutUnlessTaken, words } from './single-source.js'
import { published, recordedSources, severalAddresses } from './sources.cases.js'

/** Serial number of the sender's leaf (0) or of what stands above it. */
const serialOf = ({ party }: Message, index = 0): string =>
  reference(party.certified.chain[index] ?? Buffer.alloc(0)).serial

/** A certificate that the target file calls revoked: whether the target asked, and what it was given, nobody saw. */
async function refusesGiven({ client, judge }: Pick<Fixtures, 'client' | 'judge'>, row: SourceRow): Promise<void> {
  const control = await client.message()
  const bad = await client.message({ mutate: certificate(row.revoked) })
  if (!namesSource(bad.party.certified.chain[0] ?? Buffer.alloc(0), row.source))
    judge.notApplicable(
      `The certificate that the target file calls revoked names no ${row.source === 'crl' ? 'CRL' : 'OCSP responder'}.`,
    )
  judge.weighs('strict', 'Nobody saw whether the target was given an answer that revokes it.')
  await judge.grants(control)
  await judge.refuses(bad)
}

/** Whether a certificate names a source: cRLDistributionPoints (RFC 5280 §4.2.1.13), or OCSP in its access information. */
const namesSource = (der: Buffer, source: 'crl' | 'ocsp'): boolean =>
  source === 'crl'
    ? der.includes(Buffer.from('0603551d1f', 'hex'))
    : new X509Certificate(der).infoAccess?.includes('OCSP - URI') === true

/** What the lab is to say of a certificate that is revoked. */
const answersAbout = (bad: Message, row: SourceRow, reason?: RevocationReason): readonly RevocationProgram[] => {
  const { scope } = bad.party
  return row.answers?.(scope, serialOf(bad)) ?? [{ scope, revoked: [serialOf(bad)], ...(reason && { reason }) }]
}

for (const row of inOrder(undetermined))
  test(`records ${row.title}`, covers(row), async ({ client, judge, lab }) => {
    await judge.grants(await client.message())
    for (const misbehaviour of row.misbehaviours.length > 0 ? row.misbehaviours : [undefined]) {
      const message = await client.message({ mutate: certificate(row.kind) })
      const { scope } = message.party
      const answer = {
        scope,
        revoked: row.good ? [] : [serialOf(message)],
        ...(row.reason && { reason: row.reason }),
      }
      await lab.revocation(misbehaviour ? { ...answer, misbehaviour } : answer)
      await judge.records(message, `${row.kind}, revocation source ${misbehaviour ?? row.reason ?? 'sound'}`)
    }
  })

for (const row of inOrder([...revoked, ...published]))
  test(`refuses ${row.title}`, covers(row), async ({ client, judge, lab }) => {
    if (!lab.observed && row.asGiven) return refusesGiven({ client, judge }, row)
    await ruleOutUnlessTaken(judge, await client.message({ mutate: certificate(row.sound) }), row)
    const sound = await client.message({ mutate: certificate(row.sound) })
    const { reasons = [undefined] } = row
    // All before anything is revoked: a message tells what the lab was like when it was made.
    const listed: Message[] = []
    for (const _ of reasons) listed.push(await client.message({ mutate: certificate(row.revoked) }))
    const answers = listed.map((bad, index) => answersAbout(bad, row, reasons[index]))
    for (const answer of answers.flat()) await lab.revocation(answer)
    for (const bad of listed) await outlived(lab, { kinds: [row.source], scopes: [bad.party.scope] })
    await judge.grants(sound)
    for (const [index, bad] of listed.entries()) {
      const scopes = answers[index]?.map(({ scope }) => scope) ?? []
      const asked = { kinds: [row.source], scopes, words: words[row.source] }
      await judge.refuses(bad, { unless: () => whyNotGiven(lab, asked, serialOf(bad)) })
    }
  })

test(`refuses ${revokedAtBoth.title}`, covers(revokedAtBoth), async ({ client, judge, lab }) => {
  const mutate = certificate('conforming')
  await judge.grants(await client.message({ mutate }))
  const listed = await client.message({ mutate })
  const { scope } = listed.party
  await lab.revocation({ scope, revoked: [serialOf(listed)] })
  const asked = { kinds: ['crl', 'ocsp'], scopes: [scope], words: 'either source that the certificate names' } as const
  await judge.refuses(client.next(listed), { unless: () => whyNotGiven(lab, asked, serialOf(listed)) })
})

test(
  `refuses ${revokedBesideOthers.title}`,
  covers(revokedBesideOthers),
  refusalBesideOthers(revokedBesideOthers, async (lab, listed) => {
    for (const bad of listed) await lab.revocation({ scope: bad.party.scope, revoked: [serialOf(bad)] })
  }),
)

for (const row of inOrder(revokedLater))
  test(`refuses ${row.title}`, covers(row), async ({ client, judge, lab }) => {
    const control = await client.message({ mutate: certificate(row.sound) })
    await ruleOutUnlessTaken(judge, control, row)
    const listed = await client.message({ mutate: certificate(row.sound) })
    const { scope } = listed.party
    await lab.revocation({ scope, revoked: [], validSeconds })
    await judge.grants(listed)
    if ((await lab.ledger({ kinds: [row.source], subjects: [scope] })).length === 0)
      judge.notApplicable('The target did not ask this source.')
    await lab.revocation({ scope, revoked: [serialOf(listed)] })
    await sleep(pastValidity * 1000)
    await judge.grants(client.next(control))
    await judge.refuses(client.next(listed))
  })

for (const row of inOrder(observed))
  test(row.title, covers(row), async ({ client, judge, lab }) => {
    const since = Date.now()
    const message = await client.message({ mutate: certificate(row.sound) })
    await ruleOutUnlessTaken(judge, message, row)
    const asked = { kinds: [row.source], scopes: [message.party.scope] }
    let hits = await askedAnew(lab, asked, since)
    // What it was given before this check holds for a while.
    if (hits === 0 && (await outlived(lab, asked))) {
      await ruleOutUnlessTaken(judge, client.next(message), row)
      hits = await askedAnew(lab, asked, since)
    } else if (hits === 0) hits = await askedAnew(lab, asked, 0)
    judge.rule(row.title, hits > 0, { expected: 'a request', got: `${hits} requests: no revocation check observed` })
  })

for (const row of inOrder(severalAddresses))
  test(row.title, covers(row), async ({ client, judge, lab }) => {
    const plain = await client.message({ mutate: certificate(row.sound) })
    await ruleOutUnlessTaken(judge, plain, row)
    const hitsOf = ({ party }: Message) => lab.ledger({ kinds: [row.source], subjects: [party.scope] })
    if ((await hitsOf(plain)).length === 0)
      judge.notApplicable(`The target does not ask ${words[row.source]} even at one address.`)
    for (const [says, kind] of row.asked) {
      const message = await client.message({ mutate: certificate(kind) })
      await judge.records(message, `certificate of kind ${kind}`)
      const hits = (await hitsOf(message)).length
      judge.rule(says, hits > 0, { expected: 'a request', got: 'no request at the only address that works' })
    }
  })

for (const row of inOrder(recordedSources))
  test(`records ${row.title}`, covers(row), async ({ client, judge, lab }) => {
    await judge.grants(await client.message())
    for (const { name, kind, answers } of row.tried) {
      const message = await client.message({ mutate: certificate(kind) })
      const { scope } = message.party
      for (const answer of answers?.(scope, serialOf(message)) ?? []) await lab.revocation(answer)
      await judge.records(message, name)
      if (answers) judge.observes(`given, ${name}`, await givenInWords(lab, scope))
    }
  })

const revokedIntermediate: Coverage = check(
  'certificate.revoked-intermediate',
  'CRT-23',
  'ignores-intermediate-revocation',
)

test(
  'refuses a certificate whose intermediate is revoked',
  covers(revokedIntermediate),
  async ({ client, judge, lab }) => {
    const sound = await client.message({ mutate: certificate('fresh-intermediate') })
    const bad = await client.message({ mutate: certificate('revoked-intermediate') })
    await lab.revocation({ scope: intermediateScope(bad.party.scope), revoked: [serialOf(bad, 1)] })
    await judge.grants(sound)
    await judge.refuses(bad)
  },
)

const listedElsewhere: Coverage = check('certificate.listed-elsewhere', 'CRT-26', 'refuses-listed-elsewhere', {
  roles: lookingUp,
})

test(
  'accepts a certificate whose serial number another issuer has revoked',
  covers(listedElsewhere),
  async ({ client, judge, lab }) => {
    const sound = await client.message({ mutate: certificate('fresh-intermediate') })
    const listed = await client.message({ mutate: certificate('fresh-intermediate') })
    await lab.revocation({ scope: intermediateScope(listed.party.scope), revoked: [serialOf(listed)] })
    await judge.grants(sound)
    await judge.accepts(listed)
  },
)
