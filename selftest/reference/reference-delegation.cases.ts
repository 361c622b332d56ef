import { createPublicKey, createSecretKey } from 'node:crypto'
import type { FaultName } from '../../harness/faults/faults.js'
import { jwks, type KeyDocument, pemChain } from '../../harness/mutations/key-documents.js'
import { signers } from '../../harness/wire/jws.js'
import type { Asking, Differences, EvidenceStage, Outcome } from '../stage/evidence-fixture.js'
import { type Client, newClient, target } from '../stage/reference-fixture.js'

const now = (): number => Math.floor(Date.now() / 1000)
const at = (client: Client): { readonly serviceProvider: string } => ({ serviceProvider: client.partyId })

/** A JWT with another first character of its signature. */
export const changed = (jwt: string): string =>
  jwt.replace(/\.(.)([^.]*)$/, (_, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`)

/** Faults that go by what came before (`reference-delegation-memory.test.ts`); the last one stands at a rule of token requests. */
export const rememberingFaults = [
  'forward-keeps-match-by-subject',
  'forward-keeps-match-by-serial',
  'forward-keeps-match-by-key',
  'forward-keeps-chain-by-subject',
  'forward-keeps-chain-by-serial',
  'forward-keeps-chain-by-key',
  'forward-takes-consumed',
  'keeps-permit-by-subject',
  'keeps-permit-by-resource',
  'keeps-permit-by-jwt',
  'forward-binds-to-question',
  'takes-forwarded-as-assertion',
] as const satisfies readonly FaultName[]

/** Those that go by an access token: the stage takes a new one for each request, so that the kill matrix alone shows them. */
export const faultsOfOneToken = [
  'forward-remembers-consent-of-token',
  'forward-verifies-once-a-token',
  'keeps-permit-by-token',
] as const satisfies readonly FaultName[]

/** What is asked, what comes of it, and what comes of it with the fault. */
export type Row = readonly [asked: () => Differences | Promise<Differences>, sound: Outcome, faulty: Outcome]

/** For each fault that shows in one answer, how to make it show. */
export function faultRows(stage: EvidenceStage, sound: Asking): Readonly<Partial<Record<FaultName, Row>>> {
  const { cast } = stage
  const conditional =
    (policy: string, context: () => unknown, more: () => Differences = () => ({})) =>
    (): Differences => ({
      policy,
      context: context(),
      ...more(),
    })
  const atProvider = () => at(cast.provider)
  const atOther = () => at(cast.otherProvider)
  const spelled = (change: (id: string) => string) => ({ serviceProvider: change(cast.provider.partyId) })
  const jwt =
    (claims: () => object, header: object = {}, maker: () => Client = () => cast.subject) =>
    (): Differences => ({ forwarded: [sound.forwarded(maker(), claims(), header)] })
  const of =
    (client: () => Promise<Client>): (() => Promise<Differences>) =>
    async () => ({ forwarded: [sound.forwarded({ ...(await client()), partyId: cast.subject.partyId })] })
  const tampered = (): Differences => ({ forwarded: [changed(sound.forwarded(cast.subject))] })
  const signedAs =
    (alg: string, signature: (input: Buffer) => Buffer): (() => Differences) =>
    () => {
      const [header, payload] = sound.forwarded(cast.subject, {}, { alg }).split('.')
      const input = `${header}.${payload}`
      return { forwarded: [`${input}.${signature(Buffer.from(input)).toString('base64url')}`] }
    }
  /** With the key of the provider under the chain of the subject, and more behind that. */
  const underChain =
    (behind: () => readonly Buffer[], header: () => object = () => ({})): (() => Differences) =>
    () => {
      const { partyId, certified } = cast.subject
      const chain = [...certified.chain, ...behind()]
      return {
        forwarded: [sound.forwarded({ partyId, certified: { ...cast.provider.certified, chain } }, {}, header())],
      }
    }
  /** A JWT whose header says where the key is that made its signature. */
  const keyAt = (member: string, document: () => KeyDocument) => async (): Promise<Differences> => {
    await stage.lab.lab.canary({ name: member, ...document() })
    const header = () => ({ [member]: `${stage.lab.world.http}/canary/${member}` })
    return underChain(() => [], header)()
  }
  /** By a party whose id is nearly that of the consumer. */
  const nearlyOf = (partyId: (own: string) => string) => async (): Promise<Differences> => ({
    forwarded: [sound.forwarded(await newClient(stage.lab, { partyId: partyId(cast.subject.partyId) }))],
  })
  const unregistered = (kind?: string) => () => newClient(stage.lab, kind ? { kind } : {})
  return {
    'answers-get-delegation': [() => ({ method: 'GET' }), 405, 'permit'],
    'crashes-on-bad-delegation': [() => ({ body: '{}' }), 400, 500],
    'ignores-access-subject': [() => ({ subject: cast.spare, policy: 'any-of-one' }), 403, 'permit'],
    'ignores-actions': [() => ({ actions: ['delete'] }), 403, 'permit'],
    'ignores-policy-issuer': [() => ({ policyIssuer: cast.subject.partyId }), 403, 'permit'],
    'ignores-resource-type': [() => ({ type: 'invoice' }), 403, 'permit'],
    'ignores-attributes': [() => ({ policy: 'one-attribute', attributes: ['unnamed'] }), 403, 'permit'],
    'permits-longer-attributes': [() => ({ policy: 'one-attribute', attributes: ['names'] }), 403, 'permit'],
    'spells-attributes-alike': [() => ({ policy: 'one-attribute', attributes: ['name '] }), 403, 'permit'],
    'takes-policy-of-another': [() => ({ subject: cast.spare, policy: 'any-of-one' }), 403, 'permit'],
    'takes-policy-of-caller': [
      () => ({ caller: cast.subject, subject: cast.spare, policy: 'permitted-to-one' }),
      403,
      'permit',
    ],
    'takes-conditions-of-another': [() => ({ subject: cast.spare, policy: 'permitted-to-one' }), 403, 'permit'],
    'joins-policies-of-resource': [() => ({ policy: 'update-or-read' }), 403, 'permit'],
    'forward-needed-in-own-context': [() => ({ forwarded: [], context: atOther() }), 403, 'permit'],
    'forward-exempts-subjects': [
      () => ({ caller: cast.subject, subject: cast.spare, policy: 'unconditional', forwarded: [] }),
      403,
      'permit',
    ],
    'forward-exempts-issuers': [() => ({ caller: cast.otherProvider, forwarded: [] }), 403, 'permit'],
    'pools-conditions': [() => ({ policy: 'read-or-update' }), 403, 'permit'],
    'permits-known-actions': [() => ({ actions: ['update'] }), 403, 'permit'],
    'folds-names': [() => ({ identifiers: ['Unconditional '] }), 403, 'permit'],
    'spells-names-alike': [() => ({ identifiers: ['unconditional%20'] }), 403, 'permit'],
    'takes-any-steps-for-consent': [() => ({ forwarded: 'none' }), 400, 'permit'],
    'permits-empty-lists': [() => ({ actions: [] }), 400, 'permit'],
    'answers-another-question': [() => ({ identifiers: ['unnamed'] }), 403, 'permit'],
    'takes-caller-from-call': [
      () => ({
        caller: cast.otherProvider,
        forwarded: [],
        path: `/delegation?client_id=${encodeURIComponent(cast.subject.partyId)}`,
      }),
      403,
      'permit',
    ],
    'takes-subject-for-list': [
      async () => ({ subject: await newClient(stage.lab, { partyId: `${cast.subject.partyId},another` }) }),
      403,
      'permit',
    ],
    'spells-subjects-alike': [
      async () => ({ subject: await newClient(stage.lab, { partyId: `${cast.subject.partyId}/` }) }),
      403,
      'permit',
    ],
    'takes-longer-subjects': [
      async () => ({
        subject: await newClient(stage.lab, { name: cast.subject.partyId.slice('did:example:'.length) }),
      }),
      403,
      'permit',
    ],
    'overlooks-conditional-deny': [() => ({ policy: 'permit-beside-deny' }), 'deny', 'permit'],
    'reads-few-children': [() => ({ policy: 'any-of-twenty' }), 'permit', 403],
    'compares-beginning-of-operator': [() => ({ policy: 'operator-longer' }), 403, 'permit'],
    'folds-context-keys': [
      conditional('conditional', () => ({ serviceprovider: cast.provider.partyId })),
      403,
      'permit',
    ],
    'takes-longer-context-key': [
      conditional('conditional', () => ({ serviceProviderX: cast.provider.partyId })),
      403,
      'permit',
    ],
    'permits-known-issuers': [() => ({ policyIssuer: cast.otherProvider.partyId }), 403, 'permit'],
    'permits-known-types': [() => ({ type: 'report' }), 403, 'permit'],
    'permits-unless-denied': [() => ({ policy: 'deny-where-false' }), 'deny', 'permit'],
    'permits-where-conditions-hold': [() => ({ policy: 'deny-where-true' }), 'deny', 'permit'],
    'permits-longer-resources': [() => ({ identifiers: ['unconditional2'] }), 403, 'permit'],
    'permits-longer-actions': [() => ({ actions: ['read2'] }), 403, 'permit'],
    'permits-some-identifiers': [() => ({ identifiers: ['unnamed', 'unconditional'] }), 403, 'permit'],
    'permits-some-actions': [() => ({ actions: ['read', 'delete'] }), 403, 'permit'],
    'reads-names-as-patterns': [() => ({ identifiers: ['uncondition.l'] }), 403, 'permit'],
    'takes-asterisk-for-any': [() => ({ subject: cast.spare, identifiers: ['*'], actions: ['*'] }), 403, 'permit'],
    'permits-unnamed-resource': [() => ({ policy: 'unnamed' }), 403, 'permit'],
    'covers-names-apart': [
      () => ({ identifiers: ['read-or-update', 'read-and-update-always'], actions: ['read', 'update'] }),
      403,
      'permit',
    ],
    'pools-names-of-request': [
      () => ({ before: 'read-and-update-always', actionsBefore: ['update'], policy: 'read-or-update' }),
      403,
      'permit',
    ],
    'decides-first-policy-for-all': [() => ({ before: 'unconditional', policy: 'any-of-false' }), 403, 'permit'],
    'decides-few-policies': [() => ({ before: 'unconditional', times: 4, policy: 'any-of-false' }), 403, 'permit'],
    'decides-few-sets': [
      () => ({ before: 'unconditional', times: 4, inSetBefore: true, policy: 'any-of-false' }),
      403,
      'permit',
    ],
    'decides-first-set-for-all': [
      () => ({ before: 'unconditional', inSetBefore: true, policy: 'any-of-false' }),
      403,
      'permit',
    ],
    'takes-first-context-for-all': [
      conditional('conditional', atOther, () => ({ before: 'any-of-one', contextBefore: atProvider() })),
      403,
      'permit',
    ],
    'ignores-context-value': [conditional('conditional', atOther), 403, 'permit'],
    'assumes-context': [conditional('conditional', () => null), 403, 'permit'],
    'takes-any-context-key': [conditional('conditional', () => ({ place: cast.provider.partyId })), 403, 'permit'],
    'requires-context': [() => ({ context: null }), 'permit', 403],
    'ignores-consumer-context': [() => ({ policy: 'conditional', caller: cast.subject, forwarded: [] }), 'permit', 403],
    'refuses-extra-context': [conditional('conditional', () => ({ ...atProvider(), more: 1 })), 'permit', 403],
    'reads-first-context-value': [
      () => ({
        policy: 'conditional',
        contextText: `{"serviceProvider":"${cast.provider.partyId}","serviceProvider":"${cast.otherProvider.partyId}"}`,
      }),
      400,
      'permit',
    ],
    'folds-context': [
      conditional('conditional', () => ({ serviceProvider: ` ${cast.provider.partyId.toUpperCase()}` })),
      403,
      'permit',
    ],
    'ignores-letter-case-of-context': [
      conditional('conditional', () => spelled((id) => id.toUpperCase())),
      403,
      'permit',
    ],
    'takes-longer-context': [conditional('conditional', () => spelled((id) => `${id}2`)), 403, 'permit'],
    'takes-shorter-context': [conditional('conditional', () => spelled((id) => id.slice(0, -2))), 403, 'permit'],
    'compares-ends-of-context': [conditional('conditional', () => spelled((id) => `x${id}`)), 403, 'permit'],
    'takes-context-for-pattern': [conditional('conditional', () => spelled(() => '*')), 403, 'permit'],
    'spells-context-alike': [conditional('conditional', () => spelled((id) => `"${id}"`)), 403, 'permit'],
    'takes-context-for-list': [conditional('conditional', () => spelled((id) => `x,${id}`)), 403, 'permit'],
    'finds-context-within': [conditional('conditional', () => spelled((id) => `x${id}2`)), 403, 'permit'],
    'loose-equality': [conditional('equals-number', () => ({ level: '1' })), 403, 'permit'],
    'finds-inherited-keys': [conditional('operand-constructor', () => ({})), 403, 'permit'],
    'any-of-needs-all': [conditional('any-of-middle-true', atProvider), 'permit', 403],
    'any-of-reads-first': [conditional('any-of-middle-true', atProvider), 'permit', 403],
    'all-of-needs-one': [conditional('all-of-first-false', atProvider), 403, 'permit'],
    'all-of-reads-first': [conditional('all-of-last-false', atProvider), 403, 'permit'],
    'all-of-reads-last': [conditional('all-of-first-false', atProvider), 403, 'permit'],
    'flattens-nesting': [conditional('any-of-all-TF-all-FT', atProvider), 403, 'permit'],
    'permits-deep-nodes': [conditional('eight-levels-F', atProvider), 403, 'permit'],
    'ignores-conditions': [conditional('conditional', atOther), 403, 'permit'],
    'holds-no-conditions': [conditional('conditional', atProvider), 'permit', 403],
    'strips-conditions': [() => ({ policy: 'handed-out-false' }), 'permit with conditions', 'permit'],
    'permits-unknown-operator': [conditional('unknown-operator', atProvider), 403, 'permit'],
    'permits-unknown-operand': [conditional('unknown-operand', atProvider), 403, 'permit'],
    'leaves-out-unread-nodes': [conditional('unknown-operand-and-true', atProvider), 403, 'permit'],
    'permits-malformed-node': [conditional('any-of-object', atProvider), 403, 'permit'],
    'permits-empty-any-of': [conditional('empty-any-of', atProvider), 403, 'permit'],
    'permit-overrides-deny': [() => ({ policy: 'permit-then-deny' }), 'deny', 'permit'],
    'omits-policy-sets': [() => ({}), 'permit', 'nothing'],
    'ignores-forwarded': [() => ({ forwarded: [] }), 403, 'permit'],
    'takes-first-decision-for-all': [() => ({ identifiers: ['unconditional', 'any-of-false'] }), 403, 'permit'],
    'takes-last-decision-for-all': [() => ({ identifiers: ['any-of-false', 'unconditional'] }), 403, 'permit'],
    'forward-folds-subject': [nearlyOf((own) => own.toUpperCase()), 403, 'permit'],
    'forward-takes-longer-subject': [nearlyOf((own) => `${own}2`), 403, 'permit'],
    'forward-spells-subject-alike': [nearlyOf((own) => ` ${own}`), 403, 'permit'],
    'forward-ignores-aud': [jwt(() => ({ aud: cast.otherProvider.partyId })), 403, 'permit'],
    'forward-takes-longer-aud': [jwt(() => ({ aud: `${cast.provider.partyId}2` })), 403, 'permit'],
    'forward-spells-aud-alike': [jwt(() => ({ aud: `"${cast.provider.partyId}"` })), 403, 'permit'],
    'forward-takes-aud-for-list': [jwt(() => ({ aud: `x,${cast.provider.partyId}` })), 403, 'permit'],
    'forward-folds-aud': [jwt(() => ({ aud: cast.provider.partyId.toUpperCase() })), 403, 'permit'],
    'forward-takes-own-aud': [jwt(() => ({ aud: target })), 403, 'permit'],
    'forward-takes-several-aud': [jwt(() => ({ aud: [cast.provider.partyId, target] })), 403, 'permit'],
    'forward-trusts-body': [
      () => ({ ...jwt(() => ({ aud: cast.otherProvider.partyId }))(), context: atOther() }),
      403,
      'permit',
    ],
    'forward-takes-own-jwt': [
      jwt(
        () => ({}),
        {},
        () => cast.provider,
      ),
      403,
      'permit',
    ],
    'forward-reads-sub': [
      jwt(
        () => ({ sub: cast.subject.partyId }),
        {},
        () => cast.provider,
      ),
      403,
      'permit',
    ],
    'forward-tries-every-key': [underChain(() => cast.provider.certified.chain.slice(0, 1)), 403, 'permit'],
    'forward-ignores-subject': [
      jwt(
        () => ({}),
        {},
        () => cast.spare,
      ),
      403,
      'permit',
    ],
    'forward-takes-known-subject': [
      jwt(
        () => ({}),
        {},
        () => cast.spare,
      ),
      403,
      'permit',
    ],
    'forward-ignores-expiry': [jwt(() => ({ iat: now() - 700, exp: now() - 670 })), 403, 'permit'],
    'forward-accepts-future-iat': [jwt(() => ({ iat: now() + 300, exp: now() + 330 })), 403, 'permit'],
    'forward-ignores-signature': [tampered, 403, 'permit'],
    'forward-accepts-alg-none': [jwt(() => ({}), { alg: 'none' }), 403, 'permit'],
    'forward-accepts-hs256-public-key': [
      signedAs('HS256', (input) =>
        signers.HS256(input, createSecretKey(cast.subject.certified.chain[0] ?? Buffer.alloc(0))),
      ),
      403,
      'permit',
    ],
    'forward-accepts-ps256': [
      signedAs('PS256', (input) => signers.PS256(input, cast.subject.certified.key)),
      403,
      'permit',
    ],
    'forward-accepts-empty-signature': [signedAs('RS256', () => Buffer.alloc(0)), 403, 'permit'],
    'forward-honours-jwk': [
      underChain(
        () => [],
        () => ({ jwk: createPublicKey(cast.provider.certified.key).export({ format: 'jwk' }) }),
      ),
      403,
      'permit',
    ],
    'forward-honours-jku': [keyAt('jku', () => jwks(cast.provider.certified.key)), 403, 'permit'],
    'forward-honours-x5u': [keyAt('x5u', () => pemChain(cast.provider.certified)), 403, 'permit'],
    'forward-ignores-chain': [of(unregistered('same-name-twin')), 403, 'permit'],
    'forward-accepts-expired-leaf': [() => ({ subject: cast.expired }), 403, 'permit'],
    'forward-accepts-leaf-as-issuer': [() => ({ subject: cast.issuedByLeaf }), 403, 'permit'],
    'forward-trusts-last-certificate': [of(unregistered('twin-chain-with-real-root')), 403, 'permit'],
    'forward-ignores-key-usage': [() => ({ subject: cast.ofOtherUsage }), 403, 'permit'],
    'forward-grants-on-registry-error': [() => ({ subject: cast.unanswered }), 403, 'permit'],
    'forward-accepts-unsigned-parties-token': [() => ({ subject: cast.unsigned }), 403, 'permit'],
    'forward-ignores-parties-token-signature': [() => ({ subject: cast.forged }), 403, 'permit'],
    'forward-verifies-with-registered-key': [
      () => {
        const { partyId, certified } = cast.subject
        const { chain } = cast.provider.certified
        return { forwarded: [sound.forwarded({ partyId, certified: { ...certified, chain } })] }
      },
      403,
      'permit',
    ],
    'forward-ignores-match': [of(unregistered()), 403, 'permit'],
    'forward-ignores-status': [() => ({ subject: cast.suspended }), 403, 'permit'],
    'forward-ignores-revocation': [() => ({ subject: cast.revoked }), 403, 'permit'],
    'forward-accepts-revoked': [() => ({ subject: cast.revoked }), 403, 'permit'],
    'forward-reads-first': [
      () => ({ forwarded: [sound.forwarded(cast.subject), sound.forwarded(cast.subject, { aud: target })] }),
      403,
      'permit',
    ],
    'forward-reads-few': [
      () => {
        const good = sound.forwarded(cast.subject)
        return { forwarded: [good, good, good, good, sound.forwarded(cast.subject, { aud: target })] }
      },
      403,
      'permit',
    ],
    'forward-reads-three': [
      () => {
        const good = sound.forwarded(cast.provider)
        const bad = sound.forwarded({ ...cast.subject, certified: cast.provider.certified })
        return { forwarded: [good, good, good, bad] }
      },
      403,
      'permit',
    ],
    'forward-pools-conditions': [
      () => ({
        forwarded: [sound.forwarded(cast.subject, { aud: cast.otherProvider.partyId }), sound.forwarded(cast.provider)],
      }),
      403,
      'permit',
    ],
    'forward-ignores-claims': [jwt(() => ({ jti: undefined })), 403, 'permit'],
    'forward-refuses-aged': [jwt(() => ({ iat: now() - 15, exp: now() + 15 })), 'permit', 403],
  }
}
