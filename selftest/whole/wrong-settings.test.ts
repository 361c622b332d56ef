import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { referenceDocument } from '../../harness/target/reference-target.js'
import type { Role } from '../../requirements/types.js'
import { openssl } from '../ca/ca-openssl.js'
import { sandbox, targetFile } from '../stage/assay-command.js'
import { needs } from '../stage/needs.js'

// Ten target files of references, each with one wrong setting: what the command says first names that setting.

const box = sandbox()
after(() => box.remove())

interface Wrong {
  readonly role: Role
  /** What is wrong in the target file. */
  readonly with: object
  /** What is asked of it. */
  readonly only: string
  /** Said before all fails. */
  readonly says: RegExp
}

const interfaceOf = (settings: object) => ({ interface: settings })

const wrongs: Readonly<Record<string, Wrong>> = {
  'path of the token endpoint': {
    role: 'ServiceProvider',
    with: interfaceOf({ token: { path: '/token' } }),
    only: 'audience.two',
    says: /is not its token endpoint.*`interface\.token\.path: /,
  },
  'key usage': {
    role: 'ServiceProvider',
    with: { certificates: { keyUsage: ['digitalSignature'] } },
    only: 'audience.two',
    says: /refused a conforming client.*`certificates\.keyUsage: /,
  },
  'name of the status in a record': {
    role: 'ServiceProvider',
    with: interfaceOf({ registry: { recordFields: { status: 'state' } } }),
    only: 'audience.two',
    says: /got its record, then refused.*interface\.registry/,
  },
  'path of the service': {
    role: 'ServiceProvider',
    with: { service: { path: '/login' } },
    only: 'service.permit',
    says: /serves no consumer whom the AuthorisationRegistry permits it.*`service`/,
  },
  'name of the evidence': {
    role: 'ServiceProvider',
    with: interfaceOf({ delegation: { evidenceField: 'evidence' } }),
    only: 'service.permit',
    says: /serves no consumer whom the AuthorisationRegistry permits it.*interface\.delegation/,
  },
  'text that shows who is logged in': {
    role: 'ServiceProvider',
    with: { login: { start: '/login', success: { text: 'a' } } },
    only: 'relying-party.issuer',
    says: /the text "a" is shown although.*login\.success\.text/,
  },
  'authorization endpoint': {
    role: 'IdentityProvider',
    with: interfaceOf({ login: { authorizePath: '/authorize' } }),
    only: 'login.first-contact',
    says: /is not its authorization endpoint.*interface\.login\.authorizePath/,
  },
  'name of the request for evidence': {
    role: 'AuthorisationRegistry',
    with: interfaceOf({ delegation: { requestField: 'request' } }),
    only: 'delegation.context-value',
    says: /permits nothing under the kit's policy.*interface\.delegation/,
  },
  'path of look-ups': {
    role: 'ParticipantRegistry',
    with: interfaceOf({ registry: { partiesPath: '/party' } }),
    only: 'lookup.*',
    says: /It answers 404 to GET \/party, as if nothing lived there\. That path is `interface\.registry\.partiesPath`/,
  },
  'roots of what it signs': {
    role: 'ServiceProvider',
    with: { trust: { roots: ['./other-root.pem'] } },
    only: 'client.chain,client.chain-root,asking.chain,login-client.chain,asking.chain-root,login-client.chain-root',
    says: /no trusted root.*`trust\.roots`/,
  },
}

const root = join(box.folder, 'other-root.pem')

for (const [name, wrong] of Object.entries(wrongs))
  test(`a wrong ${name} is said first, with its setting`, { skip: needs('openssl') }, async () => {
    const subject = ['-subj', '/CN=Another root', '-out', root, '-keyout', join(box.folder, 'key.pem')]
    await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30', ...subject)
    const file = targetFile(box, 'wrong.json', { ...referenceDocument(wrong.role), ...wrong.with })
    const { code, stdout, stderr } = await box.start(['certify', '--config', file, '--only', wrong.only]).ended
    assert.notEqual(code, 0)
    const said = (code === 3 ? stderr : stdout).replace(/\s+/g, ' ')
    assert.match(said.split(/✕ Fail|! Inconclusive|– Not testable/)[0] ?? '', wrong.says)
  })
