import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { ConfigError } from '../../harness/contracts/errors.js'
import type { TargetConfig } from '../../harness/contracts/target.js'
import { targetFileJsonSchema } from '../../harness/contracts/target-file/json-schema.js'
import { assumptionsOf } from '../../harness/target/assumptions.js'
import { loadTargets } from '../../harness/target/file/target-file.js'
import { loginOf } from '../../harness/target/login.js'
import { presets } from '../../harness/target/presets.js'
import { filesIn, ownFolder } from '../stage/own-folder.js'
import { wrongTargetFiles } from './target-file.cases.js'

const folder = ownFolder()
const { at, write } = filesIn(folder)
const armoured = (label: string): string => `-----BEGIN ${label}-----\nMIIBAAAA\n-----END ${label}-----\n`

before(() => {
  write('garbled.pem', armoured('CERTIFICATE'))
  write('half.pem', armoured('CERTIFICATE').slice(0, 40))
  write('empty.pem', '')
  write('garbled.key', armoured('PRIVATE KEY'))
  write('locked.key', armoured('ENCRYPTED PRIVATE KEY'))
  write('preset.yaml', 'token:\n  path: token\n')
  write('twisted.yaml', 'token: { parameterNames: { clientAssertion: client_id } }\n')
})

/** Sentences of the error, without the folder that they name. */
const complaints = async (file: string, env: Record<string, string> = {}): Promise<readonly string[]> => {
  const error: unknown = await loadTargets(file, env).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof ConfigError, `accepted, or ${String(error)}`)
  return error.message.replaceAll(`${folder}/`, '').split('\n')
}

for (const { title, text, says } of wrongTargetFiles) {
  test(`complains about a target file ${title}`, async () => {
    assert.deepEqual(await complaints(write('assay.yaml', text)), says)
  })
}

const small = {
  target: { name: 'Acme', roles: ['AuthorisationRegistry' as const] },
  launch: { command: 'node server.js' },
}

test('reads one target alike from YAML, JSON and TypeScript', async () => {
  const forms = [
    write('a.yaml', 'target:\n  name: Acme\n  roles: [AuthorisationRegistry]\nlaunch:\n  command: node server.js\n'),
    write('a.json', JSON.stringify(small)),
    write(
      'a.ts',
      `import { defineTarget } from 'trust-assay'
      const command: string = 'node server.js'
      export default defineTarget({ target: { name: 'Acme', roles: ['AuthorisationRegistry'] }, launch: { command } })`,
    ),
    write('a.mjs', `export default ${JSON.stringify(small)}`),
  ]
  const [first, ...others] = await Promise.all(forms.map((file) => loadTargets(file, {})))
  for (const other of others) assert.deepEqual(other, first)
  const [config] = first ?? []
  assert.equal(config?.folder, folder)
  assert.deepEqual(config.launch, {
    command: 'node server.js',
    env: {},
    readyTimeoutSeconds: 20,
    warmSeconds: 5,
  })
  assert.deepEqual(config.interface, presets.default.settings)
  assert.deepEqual(config.lab, {
    host: '127.0.0.1',
    tls: true,
    ports: { https: 0, http: 0 },
    publicUrls: { https: null, http: null },
  })
})

test('takes every key of the contract', async () => {
  const text = `
target:
  name: Acme
  version: "2.3.1"
  baseUrl: https://127.0.0.1:4711/
  partyId: did:example:acme
  roles: [IdentityProvider, ServiceConsumer]
  replicas: [https://127.0.0.1:4712/]
  tls: { insecure: false }
launch: { command: "node server.js --kit \${ASSAY_KIT}", env: { LOG_LEVEL: warn, PORT: 80 }, readyTimeoutSeconds: "\${READY}" }
restart: { command: ./restart.sh }
provision: { url: "http://127.0.0.1:1/load", method: PUT }
interface:
  preset: default
  token: { path: /t, parameters: { scope: trust, grant_type: null } }
  delegation: { path: /d }
  service: { path: /s }
certificates: { keyUsage: [nonRepudiation, digitalSignature] }
service: { method: POST, path: /service, body: '{}', contentType: application/json, granted: { bodyContains: yes-it-is } }
trigger: { command: ./call.sh }
documents: [{ kind: claim, path: /claims/1 }, { kind: credential, path: ./vc.json }]
write: [{ method: POST, path: /parties, ids: { frameworkId: 'urn:acme:framework', termsOfUse: { agreementId: T1 } } }]
login:
  start: /login
  success: { text: Signed in }
  username: \${LOGIN_USER}
  password: \${LOGIN_PASSWORD}
  allowOrigins: []
  steps: [{ fill: { label: User name, value: username } }, { click: { role: button, name: Log in } }]
clock: { registryCacheSeconds: 5 }
lab: { host: 127.0.0.1, tls: false, ports: { https: 4801, http: 4802 }, publicUrls: { https: "https://lab.example/", http: null } }
x-notes: { anything: at all }
$schema: ./target-file.schema.json
`
  write('vc.json', '{}')
  const env = { READY: '7', LOGIN_USER: 'alice', LOGIN_PASSWORD: '123456' }
  const [config] = await loadTargets(write('all.yaml', text), env)
  assert.equal(config?.baseUrl, 'https://127.0.0.1:4711')
  assert.deepEqual(config.replicas, ['https://127.0.0.1:4712'])
  assert.deepEqual(config.launch, {
    command: 'node server.js --kit $' + '{ASSAY_KIT}',
    env: { LOG_LEVEL: 'warn', PORT: '80' },
    readyTimeoutSeconds: 7,
    warmSeconds: 7,
  })
  assert.deepEqual([config.login?.username, config.login?.password], ['alice', '123456'])
  assert.deepEqual(
    config.documents.map(({ path }) => path),
    ['/claims/1', at('vc.json')],
  )
  assert.deepEqual(config.interface.token.parameters, {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    scope: 'trust',
  })
  assert.deepEqual(config.lab.publicUrls, { https: 'https://lab.example', http: null })
  const told = assumptionsOf(config).filter(({ source }) => source === 'target file')
  assert.deepEqual(told, [
    { id: 'interface.token.path', value: '/t', source: 'target file' },
    { id: 'interface.token.parameters.scope', value: 'trust', source: 'target file' },
    { id: 'interface.delegation.path', value: '/d', source: 'target file' },
    { id: 'interface.service.path', value: '/s', source: 'target file' },
    { id: 'interface.token.parameters.grant_type', value: null, source: 'target file' },
    { id: 'certificates.keyUsage', value: ['nonRepudiation', 'digitalSignature'], source: 'target file' },
    { id: 'clock.registryCacheSeconds', value: 5, source: 'target file' },
    {
      id: 'write.0.ids',
      value: { frameworkId: 'urn:acme:framework', termsOfUse: { agreementId: 'T1' } },
      source: 'target file',
    },
  ])
  const schema = new Ajv2020({ allowUnionTypes: true }).compile(targetFileJsonSchema())
  const document = parse(text.replace('"$' + '{READY}"', '7')) as unknown
  assert.equal(schema(document), true, JSON.stringify(schema.errors))
})

test('resolves a login for each role that has to do with humans, and keeps passwords out of the digest', async () => {
  const human = { username: 'alice', password: 'of the kit', claims: {} }
  const load = async (login: object, roles = ['IdentityProvider', 'ServiceProvider']) => {
    const [config] = await loadTargets(
      write('a.json', JSON.stringify({ ...small, target: { ...small.target, roles }, login })),
      {},
    )
    return config as TargetConfig
  }
  const steps = [
    { fill: { label: 'User name', value: 'username' } },
    { fill: { role: 'textbox', name: 'Password', value: 'password' }, optional: true },
    { click: { text: 'Go' }, optional: false },
    { click: { selector: '#go' } },
    { expect: { text: 'Welcome' } },
  ]
  const own = await load({ username: 'eve', password: 'secret', allowOrigins: ['https://cdn.example/x'], steps })
  assert.deepEqual(loginOf(own, 'IdentityProvider', [human]), {
    username: 'eve',
    password: 'secret',
    allowOrigins: ['https://cdn.example'],
    steps: [steps[0], steps[1], { click: { text: 'Go' } }, steps[3], steps[4]],
  })
  const bram = { username: 'bram', password: 'of bram', claims: { email: 'bram@humans.example' } }
  const ofKit = await load({ username: 'bram', patience: 9, steps: [{ fill: { label: 'E-mail', value: 'email' } }] })
  const { password, email, patience } = loginOf(ofKit, 'IdentityProvider', [human, bram]) ?? {}
  assert.deepEqual([password, email, patience], ['of bram', 'bram@humans.example', 9])
  assert.equal(loginOf(own, 'ServiceProvider', [human]), undefined)
  assert.equal(loginOf(own, 'AuthorisationRegistry', [human]), undefined)
  const other = await load({ start: '/login', success: { text: 'Signed in' } })
  assert.deepEqual(loginOf(other, 'ServiceProvider', [human]), {
    start: '/login',
    successText: 'Signed in',
    username: 'alice',
    password: 'of the kit',
    allowOrigins: [],
    steps: [],
  })
  const without = await load({ username: 'eve', allowOrigins: ['https://cdn.example/x'], steps }).catch(String)
  assert.match(String(without), /login\.password is missing/)
  const changed = await load({ username: 'eve', password: 'changed', allowOrigins: ['https://cdn.example/x'], steps })
  assert.equal(changed.digest, own.digest)
  assert.notEqual(other.digest, own.digest)
})

test('reads several targets from documents and from a list, with x- keys as anchors', async () => {
  const documents = write(
    'documents.yaml',
    `${JSON.stringify(small)}\n---\ntarget: { name: B, roles: [ServiceConsumer] }\n---\n`,
  )
  assert.deepEqual(
    (await loadTargets(documents, {})).map(({ name }) => name),
    ['Acme', 'B'],
  )
  const list = `$schema: ./target-file.schema.json
x-base: &base
  launch: { command: node server.js }
targets:
  - { <<: *base, target: { name: A, roles: [ServiceProvider], x-owner: me } }
  - { <<: *base, target: { name: B, roles: [EntitledParty] } }
`
  assert.deepEqual(
    (await loadTargets(write('list.yaml', list), {})).map(({ name, launch }) => [name, launch?.command]),
    [
      ['A', 'node server.js'],
      ['B', 'node server.js'],
    ],
  )
})

test('takes settings from a preset file and lets the target file win', async () => {
  write('other-preset.yaml', 'token: { path: /a, encoding: json }\nregistry: { partyIdParameter: id }\n')
  const document = { ...small, interface: { preset: './other-preset.yaml', token: { path: '/b' } } }
  const [config] = await loadTargets(write('preset.json', JSON.stringify(document)), {})
  const { token, registry } = config?.interface ?? {}
  assert.deepEqual(
    [token?.path, token?.encoding, registry?.partyIdParameter, registry?.partiesPath],
    ['/b', 'json', 'id', '/parties'],
  )
})

test('names the line of a key in a TypeScript file where it stands once', async () => {
  const file = write(
    'wrong.ts',
    "export default {\n  target: { name: 'Acme', roles: ['ServiceProvider'],\n    baseUrl: 'nope' },\n}\n",
  )
  assert.deepEqual(await complaints(file), [
    'wrong.ts:3:5: target.baseUrl is "nope", but must be an http or https address without user, query and fragment; for example "baseUrl": "https://127.0.0.1:4711".',
  ])
  assert.deepEqual(await complaints(write('throws.ts', "throw new Error('no database')")), [
    'throws.ts: cannot be loaded: no database.',
  ])
})

test('says why a file cannot be read', async () => {
  assert.deepEqual(await complaints(at('nowhere.yaml')), ['nowhere.yaml does not exist.'])
  writeFileSync(at('binary.yaml'), Buffer.from([0xff, 0xfe, 0x00]))
  assert.deepEqual(await complaints(at('binary.yaml')), ['binary.yaml is not text in UTF-8.'])
  assert.deepEqual(await complaints(write('assay.toml', '')), [
    'assay.toml: this kind of file is not known, use one that ends in .yaml, .json or .ts.',
  ])
  assert.match(
    (await complaints(write('wrong.json', '{ "target": {}, }'))).join(),
    /^wrong\.json: not readable as JSON: /,
  )
})

test('keeps the JSON Schema for editors as it is generated', () => {
  const kept: unknown = JSON.parse(readFileSync('harness/contracts/target-file.schema.json', 'utf8'))
  assert.deepEqual(kept, JSON.parse(JSON.stringify(targetFileJsonSchema())), 'run node tools/emit-schemas.mjs')
})
