import { z } from 'zod'
import { roles } from '../../../requirements/types.js'
import { keyUsages } from '../key-usages.js'
import { flag, group, httpUrl, httpUrlOrOwn, list, ownBaseUrl, path, scalar, text, whole, word } from './fields.js'
import { interfaceShape } from './interface-schema.js'
import { loginSchema } from './login-schema.js'
import { participantState } from './participants.js'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const method = (example: (typeof methods)[number]) => word('HTTP method.', methods, example)
const command = text('Run by the shell, in the folder of this file.', './load-kit.sh')
const calledInstead = 'Called instead of a command.'

/** A command or an HTTP call. */
const hook = (description: string, example: string, url: z.ZodType<string>, timeoutSeconds: z.ZodType<number>) =>
  group(
    description,
    {
      command: command.optional(),
      url: url.optional(),
      method: method('POST').optional(),
      timeoutSeconds: timeoutSeconds.optional(),
    },
    { command: example },
  )
    .refine(
      ({ command, url }) => (command === undefined) !== (url === undefined),
      'must have either command or url, and not both',
    )
    .refine(
      ({ url, method }) => url !== undefined || method === undefined,
      'has a method, which means something only beside url',
    )

const agreement = (description: string, title: string) => {
  const [agreementType, agreementId] = [title.replaceAll(' ', ''), title.toLowerCase().replaceAll(' ', '-')]
  return group(
    description,
    {
      agreementType: text('Its type.', agreementType).optional(),
      agreementId: text('Its id.', agreementId).optional(),
      title: text('Its title.', title).optional(),
    },
    { agreementId },
  ).optional()
}

const target = group(
  'What is under certification.',
  {
    name: text('Name in every report.', 'Acme Authorisation Registry'),
    version: text('Version in every report.', '2.3').optional(),
    baseUrl: httpUrl(
      'Where it listens. With launch, a free port is chosen when absent.',
      'https://127.0.0.1:4711',
    ).optional(),
    partyId: text('Its Party Identifier; the one issued in the kit by default.', 'did:example:acme').optional(),
    roles: list('The roles to certify.', z.enum(roles), ['AuthorisationRegistry']).min(1),
    replicas: list('Further nodes of the same target.', httpUrl('Base URL.', 'https://127.0.0.1:4712')).optional(),
    tls: group(
      'How its certificate is verified.',
      {
        ca: text('PEM file with the roots that its certificate stands on.', './ca.pem').optional(),
        insecure: flag('Takes any certificate.', false).optional(),
      },
      { ca: './ca.pem' },
    ).optional(),
  },
  { name: 'Acme', roles: ['AuthorisationRegistry'] },
)

/** One target of a target file, by the names of the contract; unknown keys are refused. */
export const targetSchema = group('A target: what it is, how it is started and how it is reached.', {
  target,
  launch: group(
    'Assay starts and ends the target itself.',
    {
      command: text('Run by the shell, in the folder of this file.', 'node server.js'),
      env: z
        .record(z.string(), scalar)
        .meta({ description: 'Environment beside ASSAY_KIT and ASSAY_BASE_URL.', examples: [{ LOG_LEVEL: 'warn' }] })
        .optional(),
      readyTimeoutSeconds: whole('How long it may take until its base URL answers.', 20, 1, 600).optional(),
    },
    { command: 'node server.js' },
  ).optional(),
  restart: group(
    'Ends and starts the target; with launch Assay does so itself.',
    {
      command,
      timeoutSeconds: whole('How long the command may take.', 60, 1, 3_600).optional(),
      readyTimeoutSeconds: whole('How long it may take until its base URL answers again.', 60, 1, 600).optional(),
    },
    { command: './restart.sh' },
  ).optional(),
  provision: hook(
    'Called before the run, with ASSAY_KIT, and again where a target that was restarted knows its kit no longer.',
    './load-kit.sh',
    httpUrlOrOwn(calledInstead, `${ownBaseUrl}/admin/load`),
    whole('How long it may take.', 60, 1, 3_600),
  ).optional(),
  interface: group(
    'Names and paths that differ from the defaults.',
    {
      preset: text('Name of a preset (default, connect, connect-list, oauth2), or a file.', 'connect').optional(),
      ...interfaceShape,
    },
    { preset: 'connect' },
  ).optional(),
  certificates: group(
    "The certificates of the lab's participants.",
    {
      keyUsage: list('Key usage bits.', z.enum(keyUsages), ['nonRepudiation']).min(1),
    },
    { keyUsage: ['nonRepudiation'] },
  ).optional(),
  participants: list(
    "Your own participants, where the lab's registry cannot be used.",
    group(
      'A participant.',
      {
        partyId: text('Party Identifier.', 'did:example:consumer'),
        key: text('PEM file with the private key.', './consumer.key'),
        chain: text('PEM file: leaf, intermediates, root.', './consumer.pem'),
        is: participantState.optional(),
      },
      { partyId: 'did:example:consumer', key: './consumer.key', chain: './consumer.pem' },
    ),
  ).optional(),
  trust: group(
    "What the target's own JWTs are verified against.",
    {
      roots: list('PEM files.', text('PEM file.', './scheme-root.pem')).min(1),
    },
    { roots: ['./scheme-root.pem'] },
  ).optional(),
  service: group(
    'The service of a ServiceProvider.',
    {
      method: method('GET').optional(),
      path: path('Below the base URL.', '/service').optional(),
      body: text('Body of a call, where it needs one.', '{"query":"{ measurements }"}').optional(),
      contentType: text('Its Content-Type; application/json by default.', 'application/json').optional(),
      other: group(
        'Where it serves something else, called in the same way: `service.other.resource` of the kit.',
        { path: path('Below the base URL.', '/other-service') },
        { path: '/other-service' },
      ).optional(),
      granted: group(
        'What shows beside 2xx that it was granted.',
        {
          bodyContains: text('Text in the body.', 'measurements').optional(),
        },
        { bodyContains: 'measurements' },
      ).optional(),
    },
    { path: '/service' },
  )
    .refine(
      ({ method = 'GET', body }) => body === undefined || method !== 'GET',
      'has a body, which means something only where method is not GET',
    )
    .refine(
      ({ body, contentType }) => body !== undefined || contentType === undefined,
      'has a contentType, which means something only beside body',
    )
    .optional(),
  trigger: hook(
    'Makes a ServiceConsumer call the ServiceProvider that ASSAY_PROVIDER_URL names.',
    './call-provider.sh',
    httpUrlOrOwn(calledInstead, `${ownBaseUrl}/trigger`),
    whole('How long one call may take.', 15, 1, 90),
  )
    .refine(({ method }) => method !== 'GET', 'has method GET, but what it tells the consumer travels in the body')
    .optional(),
  documents: list(
    'Documents that are validated.',
    group(
      'A document.',
      {
        kind: word('What it is.', ['claim', 'credential', 'jwt'], 'claim'),
        path: text('Below the base URL when it begins with /, else a file.', '/claims/1'),
      },
      { kind: 'claim', path: '/claims/1' },
    ),
  ).optional(),
  write: list(
    'Endpoints that take claims.',
    group(
      'An endpoint.',
      {
        method: method('POST'),
        path: path('Below the base URL.', '/parties'),
        ids: group(
          'What the claims name, where it takes only what it knows.',
          {
            frameworkId: text('A framework.', 'urn:example:framework').optional(),
            dataspaceId: text('A dataspace.', 'urn:example:dataspace').optional(),
            authRegistryId: text('Party Identifier of an AuthorisationRegistry.', 'did:example:registry').optional(),
            roleId: text('A role.', 'ServiceConsumer').optional(),
            accessionAgreement: agreement('The agreement by which a party accedes.', 'Accession Agreement'),
            termsOfUse: agreement('The terms of use.', 'Terms of Use'),
          },
          { frameworkId: 'urn:acme:framework' },
        ).optional(),
      },
      { method: 'POST', path: '/parties' },
    ),
  ).optional(),
  login: loginSchema.optional(),
  clock: group(
    'Times that the target takes.',
    {
      registryCacheSeconds: whole('How long it remembers an answer of the registry.', 0, 0, 86_400).optional(),
      evidenceCacheSeconds: whole('How long a ServiceProvider goes by evidence that it has.', 0, 0, 86_400).optional(),
      codeLifetimeSeconds: whole('How long an authorization code lives at most.', 600, 1, 3600).optional(),
      patienceSeconds: whole('The longest Retry-After that is waited for.', 60, 0, 600).optional(),
    },
    { registryCacheSeconds: 0 },
  ).optional(),
  pace: z
    .number()
    .min(0.1)
    .max(1000)
    .meta({ description: 'Requests in a second at most, of all checks together.', examples: [2] })
    .optional(),
  lab: group(
    'Where the lab listens for this target.',
    {
      host: text('Address to listen on.', '127.0.0.1').optional(),
      tls: flag('HTTPS for the counterparties.', true).optional(),
      ports: group(
        '0 is a free port.',
        {
          https: whole('Counterparties.', 0, 0, 65_535).optional(),
          http: whole('CRL, OCSP and canaries.', 0, 0, 65_535).optional(),
        },
        { https: 4801, http: 4802 },
      )
        .refine(({ https, http }) => !https || https !== http, 'must name two different ports, or 0')
        .optional(),
      origins: word(
        'Whether each counterparty lives at the root of a loopback address of its own, or all below paths of one address.',
        ['own', 'paths'],
        'paths',
      ).optional(),
      publicUrls: group(
        'Addresses as the target reaches them, behind NAT or a proxy.',
        {
          https: httpUrl('Counterparties.', 'https://lab.example').nullable().optional(),
          http: httpUrl('CRL, OCSP and canaries.', 'http://lab.example').nullable().optional(),
        },
        { https: 'https://lab.example' },
      ).optional(),
    },
    { host: '127.0.0.1' },
  ).optional(),
  watch: group(
    'What `assay watch` looks at.',
    {
      paths: list('Files and folders; a change in one of them starts a round.', text('File or folder.', './src')).min(
        1,
      ),
    },
    { paths: ['./src'] },
  ).optional(),
  waivers: text('File with waivers.', './assay.waivers.yaml').optional(),
})

/** What a target file may say, as its author writes it. */
export type TargetFile = z.input<typeof targetSchema>
/** What a target file says, after validation. */
export type ParsedTarget = z.output<typeof targetSchema>
