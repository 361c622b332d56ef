/** Wrong target files, each with every sentence that the user reads. File names in them are those of `target-file.test.ts`. */
export const wrongTargetFiles: readonly {
  readonly title: string
  readonly text: string
  readonly says: readonly string[]
}[] = [
  {
    title: 'without a target',
    text: 'launch: { command: a }\n',
    says: ['assay.yaml:1:1: target is missing; for example target: { name: Acme, roles: [ AuthorisationRegistry ] }.'],
  },
  {
    title: 'without a name',
    text: 'target:\n  roles: [ServiceProvider]\nlaunch: { command: a }\n',
    says: ['assay.yaml:1:1: target.name is missing; for example name: Acme Authorisation Registry.'],
  },
  {
    title: 'with an empty name',
    text: 'target:\n  name:\n  roles: [ServiceProvider]\nlaunch: { command: a }\n',
    says: ['assay.yaml:2:8: target.name is empty; for example name: Acme Authorisation Registry.'],
  },
  {
    title: 'with a version that is a number',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, version: 2.3 }\n',
    says: ['assay.yaml:1:84: target.version is 2.3, but must be text; for example version: "2.3".'],
  },
  {
    title: 'with no role',
    text: 'target: { name: A, roles: [] }\nlaunch: { command: a }\n',
    says: [
      'assay.yaml:1:27: target.roles is an empty list, but must have at least one entry; for example roles: [ AuthorisationRegistry ].',
    ],
  },
  {
    title: 'with a role that is not in a list',
    text: 'target: { name: A, roles: ServiceProvider }\nlaunch: { command: a }\n',
    says: [
      'assay.yaml:1:27: target.roles is "ServiceProvider", but must be a list; for example roles: [ AuthorisationRegistry ].',
    ],
  },
  {
    title: 'with a misspelt role',
    text: 'target:\n  name: A\n  roles:\n    - AuthorizationRegistry\nlaunch: { command: a }\n',
    says: ['assay.yaml:4:7: target.roles[0] is "AuthorizationRegistry", but did you mean AuthorisationRegistry?'],
  },
  {
    title: 'with an unheard-of role',
    text: 'target: { name: A, roles: [Notary] }\nlaunch: { command: a }\n',
    says: [
      'assay.yaml:1:28: target.roles[0] is "Notary", but must be one of EntitledParty, ServiceConsumer, ServiceProvider, AuthorisationRegistry, ParticipantRegistry, IdentityProvider, IdentityBroker; for example roles: [ EntitledParty ].',
    ],
  },
  {
    title: 'with a role twice',
    text: 'target: { name: A, roles: [ServiceProvider, ServiceProvider] }\nlaunch: { command: a }\n',
    says: ['assay.yaml:1:45: target.roles[1] is "ServiceProvider", which stands in the list already.'],
  },
  {
    title: 'with a misspelt key',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, baseURL: http://127.0.0.1:2 }\n',
    says: ['assay.yaml:1:75: target.baseURL is not a known key; did you mean baseUrl?'],
  },
  {
    title: 'with an unknown key',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nproxy: http://127.0.0.1:3128\n',
    says: [
      'assay.yaml:2:1: proxy is not a known key; known here: target, launch, restart, provision, interface, certificates, participants, trust, service, trigger, documents, write, login, clock, pace, lab, watch, waivers.',
    ],
  },
  {
    title: 'without base URL and launch',
    text: 'target: { name: A, roles: [ServiceProvider, ServiceConsumer] }\n',
    says: [
      'assay.yaml:1:1: target.baseUrl is missing, and there is no launch.command either: say where the target listens or how it is started; for example baseUrl: https://127.0.0.1:4711.',
    ],
  },
  {
    title: 'with a base URL of another scheme',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: "ftp://127.0.0.1" }\n',
    says: [
      'assay.yaml:1:55: target.baseUrl is "ftp://127.0.0.1", but must be an http or https address without user, query and fragment; for example baseUrl: https://127.0.0.1:4711.',
    ],
  },
  {
    title: 'with a base URL without scheme',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: 127.0.0.1:4711 }\n',
    says: [
      'assay.yaml:1:55: target.baseUrl is "127.0.0.1:4711", but must be an http or https address without user, query and fragment; for example baseUrl: https://127.0.0.1:4711.',
    ],
  },
  {
    title: 'with a password in the base URL',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: "http://a:b@127.0.0.1" }\n',
    says: [
      'assay.yaml:1:55: target.baseUrl is "http://a:b@127.0.0.1", but must be an http or https address without user, query and fragment; for example baseUrl: https://127.0.0.1:4711.',
    ],
  },
  {
    title: 'with a replica that is no URL',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, replicas: [second] }\n',
    says: [
      'assay.yaml:1:86: target.replicas[0] is "second", but must be an http or https address without user, query and fragment; for example replicas: [ https://127.0.0.1:4712 ].',
    ],
  },
  {
    title: 'with an empty command',
    text: 'target: { name: A, roles: [ServiceProvider] }\nlaunch: { command: "" }\n',
    says: ['assay.yaml:2:20: launch.command is empty; for example command: node server.js.'],
  },
  {
    title: 'with a command where a group belongs',
    text: 'target: { name: A, roles: [ServiceProvider] }\nlaunch: node server.js\n',
    says: [
      'assay.yaml:2:9: launch is "node server.js", but must be a group of keys; for example launch: { command: node server.js }.',
    ],
  },
  {
    title: 'with a list as environment',
    text: 'target: { name: A, roles: [ServiceProvider] }\nlaunch: { command: a, env: [A=1] }\n',
    says: ['assay.yaml:2:28: launch.env is a list, but must be a group of keys; for example env: { LOG_LEVEL: warn }.'],
  },
  {
    title: 'with a time-out of zero',
    text: 'target: { name: A, roles: [ServiceProvider] }\nlaunch: { command: a, readyTimeoutSeconds: 0 }\n',
    says: [
      'assay.yaml:2:44: launch.readyTimeoutSeconds is 0, but must be at least 1; for example readyTimeoutSeconds: 20.',
    ],
  },
  {
    title: 'with a variable that is not set',
    text: 'target: { name: A, roles: [IdentityProvider], baseUrl: http://127.0.0.1:1 }\nlogin:\n  password: ${ASSAY_SELFTEST_UNSET}\n',
    says: [
      'assay.yaml:3:13: login.password names the environment variable ASSAY_SELFTEST_UNSET, which is not set: set it or write the value itself.',
    ],
  },
  {
    title: 'with a password that is not text',
    text: 'target: { name: A, roles: [IdentityProvider], baseUrl: http://127.0.0.1:1 }\nlogin: { password: 123456 }\n',
    says: [
      'assay.yaml:2:20: login.password is a value that is not shown, but must be text; for example password: "${LOGIN_PASSWORD}".',
    ],
  },
  {
    title: 'with a hook that is command and URL',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nprovision: { command: a, url: http://127.0.0.1:1/ }\n',
    says: [
      'assay.yaml:2:1: provision must have either command or url, and not both; for example provision: { command: ./load-kit.sh }.',
    ],
  },
  {
    title: 'with a method beside a command',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ntrigger: { command: a, method: POST }\n',
    says: [
      'assay.yaml:2:1: trigger has a method, which means something only beside url; for example trigger: { command: ./call-provider.sh }.',
    ],
  },
  {
    title: 'with a trigger at an address that nobody chooses',
    text: 'target: { name: A, roles: [ServiceConsumer] }\ntrigger:\n  url: $' + '{ASSAY_BASE_URL}/trigger\n',
    says: [
      'assay.yaml:3:8: trigger.url begins with $' +
        '{ASSAY_BASE_URL}, but there is neither target.baseUrl nor launch.command: say where the target listens.',
    ],
  },
  {
    title: 'with a provision at an address that nobody chooses',
    text: 'target: { name: A, roles: [ServiceConsumer] }\nprovision:\n  url: $' + '{ASSAY_BASE_URL}/load\n',
    says: [
      'assay.yaml:3:8: provision.url begins with $' +
        '{ASSAY_BASE_URL}, but there is neither target.baseUrl nor launch.command: say where the target listens.',
    ],
  },
  {
    title: 'with a trigger that has no body',
    text: 'target: { name: A, roles: [ServiceConsumer] }\ntrigger: { url: http://127.0.0.1:1/trigger, method: GET }\n',
    says: [
      'assay.yaml:2:1: trigger has method GET, but what it tells the consumer travels in the body; for example trigger: { command: ./call-provider.sh }.',
    ],
  },
  {
    title: 'with a misspelt preset',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { preset: defalt }\n',
    says: ['assay.yaml:2:22: interface.preset is "defalt", but did you mean default?'],
  },
  {
    title: 'with a path that does not begin with a slash',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface:\n  token: { path: token }\n',
    says: [
      'assay.yaml:3:18: interface.token.path is "token", but must begin with /; for example path: /oauth2.0/token.',
    ],
  },
  {
    title: 'with an unknown encoding',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { token: { encoding: xml } }\n',
    says: [
      'assay.yaml:2:33: interface.token.encoding is "xml", but must be one of form, json; for example encoding: form.',
    ],
  },
  {
    title: 'with a look-up path without the party',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { registry: { partyPath: /party } }\n',
    says: [
      'assay.yaml:2:37: interface.registry.partyPath is "/party", but must begin with / and hold {party_id}; for example partyPath: "/parties/{party_id}".',
    ],
  },
  {
    title: 'with a wrong preset file',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { preset: ./preset.yaml }\n',
    says: ['preset.yaml:2:9: token.path is "token", but must begin with /; for example path: /oauth2.0/token.'],
  },
  {
    title: 'with a setting that no preset has',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { preset: connect, registry: { eori: id } }\n',
    says: [
      'assay.yaml:2:43: interface.registry.eori is not a known key; known here: tokenPath, partiesPath, partyIdParameter, partyPath, tokenField, recordFields, trustedList, byQuery, byPath.',
    ],
  },
  {
    title: 'with a setting of a preset that is of another kind',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { preset: connect, delegation: { answer: signed } }\n',
    says: [
      'assay.yaml:2:53: interface.delegation.answer is "signed", but must be one of evidence, token; for example answer: evidence.',
    ],
  },
  {
    title: 'with a gap in a place of a record',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { registry: { recordFields: { status: party_info..status } } }\n',
    says: [
      'assay.yaml:2:50: interface.registry.recordFields.status is "party_info..status", but must be names with dots between them; for example status: party_info.adherence.status.',
    ],
  },
  {
    title: 'with a place of a record that leads through what is no object',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { preset: connect, registry: { recordFields: { status: party_info.certificates.status } } }\n',
    says: [
      'assay.yaml:2:67: interface.registry.recordFields.status is "party_info.certificates.status", which leads through certificates (party_info.certificates), which is no object.',
    ],
  },
  {
    title: 'with a place of a record that contradicts a preset',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { preset: connect, registry: { recordFields: { claims: party_info.party_id } } }\n',
    says: [
      'assay.yaml:2:67: interface.registry.recordFields.claims is "party_info.party_id", which is the place of partyId already.',
    ],
  },
  {
    title: 'with a form of too few identifiers',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { partyId: { form: "EU.EORI.NL{digits:6}" } }\n',
    says: [
      'assay.yaml:2:31: interface.partyId.form is "EU.EORI.NL{digits:6}", but makes 1000000 different identifiers, too few for a run: {digits:8}, {hex:7}, {base32:6}, {alnum:6} or {upper:6} make enough; for example form: "EU.EORI.NL{digits:9}".',
    ],
  },
  {
    title: 'with a place in certificates that cannot hold identifiers of their form',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { partyId: { form: "a_{digits:9}", subject: { serialNumber: "{party_id}" } } }\n',
    says: [
      'assay.yaml:2:72: interface.partyId.subject.serialNumber is "{party_id}", but cannot hold identifiers such as a_000000000: it takes 64 letters, digits, spaces and \'()+,-./:=? at most.',
    ],
  },
  {
    title: 'with a claim that the text speaks of',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { token: { claims: { exp: 60 } } }\n',
    says: [
      'assay.yaml:2:38: interface.token.claims.exp is 60, which contradicts the text, which says what exp is (L252–261).',
    ],
  },
  {
    title: 'with further members of evidence that the text speaks of',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { delegation: { members: { target: { actions: [read] } } } }\n',
    says: [
      'assay.yaml:2:58: interface.delegation.members.target.actions is ["read"], which contradicts the text, which shows what actions is (L223).',
    ],
  },
  {
    title: 'with further members at the place of the context',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { delegation: { members: { target: { context: { serviceProvider: A } } } } }\n',
    says: [
      'assay.yaml:2:77: interface.delegation.members.target.context.serviceProvider is "A", which stands at the place of delegation.context.',
    ],
  },
  {
    title: 'without any form of the look-up',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { registry: { byQuery: null, byPath: null } }\n',
    says: [
      'assay.yaml:2:49: interface.registry.byPath is null, which leaves no form of the look-up, since byQuery is null too: name the one that there is.',
    ],
  },
  {
    title: 'with a place of one form that contradicts another',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { registry: { byQuery: { recordFields: { status: party_id } } } }\n',
    says: [
      'assay.yaml:2:61: interface.registry.byQuery.recordFields.status is "party_id", which is the place of partyId already.',
    ],
  },
  {
    title: 'with an entry of a list by an id that stands elsewhere',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { registry: { recordFields: { status: "data.{party_id}.status" } } }\n',
    says: [
      'assay.yaml:2:50: interface.registry.recordFields.status is "data.{party_id}.status", which leads into a list by {party_id}, which partyId (party_id) does not.',
    ],
  },
  {
    title: 'with a record in a claim of the JWT',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { registry: { recordFields: { partyId: sub } } }\n',
    says: [
      'assay.yaml:2:51: interface.registry.recordFields.partyId is "sub", which leads to sub, a claim of the JWT itself.',
    ],
  },
  {
    title: 'with a further parameter of the name of another',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { token: { parameters: { client_id: acme } } }\n',
    says: [
      'assay.yaml:2:48: interface.token.parameters.client_id is "acme", which contradicts token.parameterNames: that parameter is clientId.',
    ],
  },
  {
    title: 'with a preset file that contradicts itself',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { preset: ./twisted.yaml }\n',
    says: [
      'assay.yaml:2:22: interface.preset is "./twisted.yaml", where token.parameterNames.clientAssertion is "client_id", which is the name of clientId already.',
    ],
  },
  {
    title: 'with a preset file that is not there',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { preset: ./other.yaml }\n',
    says: ['assay.yaml:2:22: interface.preset is "./other.yaml", which does not exist.'],
  },
  {
    title: 'with a misspelt key usage',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ncertificates: { keyUsage: [nonrepudiation] }\n',
    says: ['assay.yaml:2:28: certificates.keyUsage[0] is "nonrepudiation", but did you mean nonRepudiation?'],
  },
  {
    title: 'with a port that is too large',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nlab: { ports: { https: 70000 } }\n',
    says: ['assay.yaml:2:24: lab.ports.https is 70000, but must be at most 65535; for example https: 0.'],
  },
  {
    title: 'with one port for both listeners',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nlab: { ports: { https: 4801, http: 4801 } }\n',
    says: [
      'assay.yaml:2:8: lab.ports must name two different ports, or 0; for example ports: { https: 4801, http: 4802 }.',
    ],
  },
  {
    title: 'with a negative time',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nclock: { registryCacheSeconds: -1 }\n',
    says: [
      'assay.yaml:2:32: clock.registryCacheSeconds is -1, but must be at least 0; for example registryCacheSeconds: 0.',
    ],
  },
  {
    title: 'with roots that are not there',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, tls: { ca: ./nowhere.pem } }\n',
    says: ['assay.yaml:1:86: target.tls.ca is "./nowhere.pem", which does not exist.'],
  },
  {
    title: 'with a folder as roots',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, tls: { ca: . } }\n',
    says: ['assay.yaml:1:86: target.tls.ca is ".", which is a folder, not a file.'],
  },
  {
    title: 'with garbled roots',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, tls: { ca: ./garbled.pem } }\n',
    says: [
      'assay.yaml:1:86: target.tls.ca is "./garbled.pem", which holds a certificate (number 1) that is cut short or garbled.',
    ],
  },
  {
    title: 'with roots cut short',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, tls: { ca: ./half.pem } }\n',
    says: ['assay.yaml:1:86: target.tls.ca is "./half.pem", which holds a certificate whose end is missing.'],
  },
  {
    title: 'with empty roots',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, tls: { ca: ./empty.pem } }\n',
    says: [
      'assay.yaml:1:86: target.tls.ca is "./empty.pem", which holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).',
    ],
  },
  {
    title: 'with a key as roots',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ntrust: { roots: [./garbled.key] }\n',
    says: [
      'assay.yaml:2:18: trust.roots[0] is "./garbled.key", which holds a private key, but needs a certificate (-----BEGIN CERTIFICATE-----).',
    ],
  },
  {
    title: 'with an incomplete participant',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, partyId: t }\nparticipants:\n  - partyId: did:example:a\n',
    says: [
      'assay.yaml:3:5: participants[0].key is missing; for example key: ./consumer.key.',
      'assay.yaml:3:5: participants[0].chain is missing; for example chain: ./consumer.pem.',
    ],
  },
  {
    title: 'with participants and no identity of the target',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nparticipants:\n  - { partyId: a, key: ./garbled.key, chain: ./garbled.pem }\n',
    says: [
      'assay.yaml:1:1: target.partyId is missing: with participants the target keeps the identity that it has in its scheme; for example partyId: did:example:acme.',
      'assay.yaml:3:24: participants[0].key is "./garbled.key", which holds a private key that is cut short or garbled.',
      'assay.yaml:3:46: participants[0].chain is "./garbled.pem", which holds a certificate (number 1) that is cut short or garbled.',
    ],
  },
  {
    title: 'with unusable keys of participants',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1, partyId: t }\nparticipants:\n  - { partyId: a, key: ./garbled.key, chain: ./garbled.pem }\n  - { partyId: b, key: ./locked.key, chain: ./empty.pem }\n',
    says: [
      'assay.yaml:3:24: participants[0].key is "./garbled.key", which holds a private key that is cut short or garbled.',
      'assay.yaml:3:46: participants[0].chain is "./garbled.pem", which holds a certificate (number 1) that is cut short or garbled.',
      'assay.yaml:4:24: participants[1].key is "./locked.key", which holds a private key under a password, which Assay cannot ask for: give it without one.',
      'assay.yaml:4:45: participants[1].chain is "./empty.pem", which holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).',
    ],
  },
  {
    title: 'with an unknown kind of document',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\ndocuments: [{ kind: clam, path: /a }]\n',
    says: ['assay.yaml:2:21: documents[0].kind is "clam", but did you mean claim?'],
  },
  {
    title: 'with an unknown step',
    text: 'target: { name: A, roles: [IdentityProvider], baseUrl: http://127.0.0.1:1 }\nlogin: { steps: [{ press: Enter }] }\n',
    says: [
      'assay.yaml:2:18: login.steps[0] must have exactly one of fill, click and expect; for example steps: [ { click: { role: button, name: Log in } } ].',
      'assay.yaml:2:20: login.steps[0].press is not a known key; known here: fill, click, expect, optional.',
    ],
  },
  {
    title: 'with a step that finds its element in no way, or in two',
    text: 'target: { name: A, roles: [IdentityBroker], baseUrl: http://127.0.0.1:1 }\nlogin:\n  steps:\n    - fill: { value: username }\n    - click: { text: Go, selector: "#go" }\n    - click: { role: button }\n',
    says: [
      'assay.yaml:4:7: login.steps[0].fill must name its field in one way: by label, by selector, or by role and name; for example fill: { label: User name, value: username }.',
      'assay.yaml:5:7: login.steps[1].click must name its element in one way: by role and name, by label, by selector or by text; for example click: { role: button, name: Log in }.',
      'assay.yaml:6:7: login.steps[2].click must name its element in one way: by role and name, by label, by selector or by text; for example click: { role: button, name: Log in }.',
    ],
  },
  {
    title: 'with a value of a step that is not text',
    text: 'target: { name: A, roles: [IdentityProvider], baseUrl: http://127.0.0.1:1 }\nlogin: { steps: [{ fill: { label: Code, value: 123456 } }] }\n',
    says: [
      'assay.yaml:2:48: login.steps[0].fill.value is a value that is not shown, but must be text; for example value: username.',
    ],
  },
  {
    title: 'with origins of their own for counterparties at an address that has none',
    text: 'target: { name: A, roles: [ServiceConsumer] }\nlab: { host: 0.0.0.0, origins: own }\n',
    says: [
      'assay.yaml:2:32: lab.origins is own, which takes lab.host 127.0.0.1 and no lab.publicUrls.https: each counterparty gets a loopback address of its own.',
    ],
  },
  {
    title: 'with public addresses of the lab that lead to free ports',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nlab: { ports: { http: 0 }, publicUrls: { https: https://lab.example, http: http://lab.example } }\n',
    says: [
      'assay.yaml:2:49: lab.publicUrls.https leads to one port, and lab.ports.https is a free one, another in each run: set that, too.',
      'assay.yaml:2:76: lab.publicUrls.http leads to one port, and lab.ports.http is a free one, another in each run: set that, too.',
    ],
  },
  {
    title: 'with a login that starts nowhere',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nlogin: { username: alice }\n',
    says: [
      'assay.yaml:2:1: login.start is missing: it says where a login begins at a ServiceProvider; for example start: /login.',
    ],
  },
  {
    title: 'with a user of its own whose password nobody knows',
    text: 'target: { name: A, roles: [IdentityProvider], baseUrl: http://127.0.0.1:1 }\nlogin: { username: eve, steps: [{ fill: { label: Password, value: password } }] }\n',
    says: [
      'assay.yaml:2:1: login.password is missing: login.username names a user of your own; for example password: "${LOGIN_PASSWORD}".',
    ],
  },
  {
    title: 'with a user of its own whose mailbox nobody knows',
    text: 'target: { name: A, roles: [IdentityProvider], baseUrl: http://127.0.0.1:1 }\nlogin: { username: eve, steps: [{ fill: { label: E-mail, value: email } }] }\n',
    says: [
      'assay.yaml:2:1: login.email is missing: login.username names a user of your own; for example email: alice@example.org.',
    ],
  },
  {
    title: 'with another issuer than the two',
    text: 'target: { name: A, roles: [IdentityProvider], baseUrl: http://127.0.0.1:1 }\ninterface: { login: { issuer: uri } }\n',
    says: ['assay.yaml:2:31: interface.login.issuer is "uri", but did you mean url?'],
  },
  {
    title: 'with waivers that are not there',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nwaivers: ./waivers.yaml\n',
    says: ['assay.yaml:2:10: waivers is "./waivers.yaml", which does not exist.'],
  },
  {
    title: 'with two targets of one name',
    text: 'target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\n---\ntarget: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\n',
    says: ['assay.yaml:3:17: target.name is "A", which another target has already, letter case and punctuation apart.'],
  },
  {
    title: 'with keys beside a list of targets',
    text: 'targets:\n  - target: { name: A, roles: [ServiceProvider], baseUrl: http://127.0.0.1:1 }\nlaunch: { command: a }\n',
    says: ['assay.yaml:3:1: launch has no place beside targets: move it into an entry of the list.'],
  },
  {
    title: 'with an empty list of targets',
    text: 'targets: []\n',
    says: ['assay.yaml:1:10: targets is not a list of one or more targets.'],
  },
  {
    title: 'with a mistake in a list of targets',
    text: 'targets:\n  - target: { name: A, roles: [ServiceConsumer] }\n  - target: { name: B, roles: [] }\n',
    says: [
      'assay.yaml:3:5: targets[1].target.baseUrl is missing, and there is no launch.command either: say where the target listens or how it is started; for example baseUrl: https://127.0.0.1:4711.',
      'assay.yaml:3:31: targets[1].target.roles is an empty list, but must have at least one entry; for example roles: [ AuthorisationRegistry ].',
    ],
  },
  {
    title: 'that is a list',
    text: '- target\n',
    says: ['assay.yaml:1:1: the document is a list, but must be a group of keys.'],
  },
  {
    title: 'that is empty',
    text: '',
    says: ['assay.yaml is empty, but needs at least target.name and target.roles.'],
  },
  {
    title: 'that is not YAML',
    text: 'target:\n  name: A\n\troles: []\n',
    says: ['assay.yaml:3:1: not readable as YAML: Tabs are not allowed as indentation.'],
  },
  {
    title: 'with a plain variable within braces',
    text: 'target: { name: ${NAME}, roles: [] }\n',
    says: [
      'assay.yaml:1:18: not readable as YAML: Unexpected flow-map-start at node end. Put ${…} into quotes within { } and [ ].',
    ],
  },
  {
    title: 'with a key twice',
    text: 'target:\n  name: A\n  name: B\n',
    says: ['assay.yaml:3:3: not readable as YAML: Map keys must be unique.'],
  },
]
