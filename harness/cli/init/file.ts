import { stringify } from 'yaml'
import type { Role } from '../../../requirements/types.js'
import { documentOf, type FoundOut } from './document.js'

/** Where editors find the schema of a target file, from the folder of a project that has Assay installed. */
const schema = './node_modules/trust-assay/dist/harness/contracts/target-file.schema.json'

const login: readonly string[] = [
  'login:                                   # how a human logs in; opens the checks of logins',
  '  start: /login                          # where a login begins at a ServiceProvider',
  '  success: { text: Signed in }',
]
const steps: readonly string[] = [
  'login:                                   # how a human logs in; without it no login works',
  '  steps:',
  '    - fill: { label: User name, value: username }',
  '    - fill: { label: Password, value: password }',
  '    - click: { role: button, name: Log in }',
]

/** What a target file of a role may say beside what was found, each as lines to uncomment. */
const further: Readonly<Record<Role, readonly (readonly string[])[]>> = {
  ServiceProvider: [login],
  AuthorisationRegistry: [],
  EntitledParty: [],
  ParticipantRegistry: [
    ['documents: [{ kind: claim, path: /claims/1 }]    # documents that it serves, judged by their rules'],
  ],
  ServiceConsumer: [
    [
      'trigger: { command: ./call-provider.sh }  # makes it call the provider that ASSAY_PROVIDER_URL names; without it nothing is judged',
    ],
  ],
  IdentityProvider: [steps],
  IdentityBroker: [steps],
}

/** The target file, with comments on what was found, what is assumed and what is missing. */
export function writtenFile(found: FoundOut, { state }: { readonly state: string }): string {
  const { target, role, lines, command } = found
  const blocked = Object.entries(target.blocked?.[role] ?? {})
  const noService = blocked.some(([capability]) => capability === 'service')
  const assumed = target.assumptions.filter(({ source }) => source === 'default')
  return [
    `# yaml-language-server: $schema=${schema}`,
    '# Written by `assay init`. Every key: docs/implementer.md of Assay.',
    `#   npx assay certify --config THIS_FILE${command === undefined ? ` --state ${state}` : ''}`,
    '',
    stringify(documentOf(found, { service: noService }), { lineWidth: 0 }).trimEnd(),
    '',
    ...(lines.length === 0
      ? ['# Found: a conforming client is granted as it is.']
      : [`# Found: a conforming client is granted only with ${lines.map(([path]) => path).join(', ')}.`]),
    ...(target.clockOffsetMs === undefined ? [] : [`# Its clock differs from ours by ${target.clockOffsetMs} ms.`]),
    ...blocked.map(([, sentence]) => `# Missing, so that what rests on it is not judged: ${sentence}`),
    ...(noService ? ['# service: { path: /service, granted: { bodyContains: measurements } }'] : []),
    ...further[role].flatMap((part) => ['', ...part.map((line) => `# ${line}`)]),
    ...(command === undefined
      ? ['', '# restart: { command: ./restart.sh }        # else what is only seen behind a restart is not applicable']
      : []),
    '',
    '# Assumed, and in each report (another value is a setting of that name):',
    ...assumed.map(({ id, value }) => `#   ${id}: ${JSON.stringify(value)}`),
    '',
  ].join('\n')
}
