/** Who may import whom: the direction rule of ARCHITECTURE.md. */
const only = (name, from, ...allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(requirements|ca|harness|suites|reports|selftest|bench)/', pathNot: [from, ...allowed] },
})

/** Folders and files of `harness/reference`, the lowest first; each may import those of lower floors, and nothing beside or above it. */
const referenceFloors = [
  ['engine', 'pki', 'encoding', 'kit.ts'],
  ['registry', 'pages'],
  ['participant'],
  ['token-endpoint'],
  ['serve.ts'],
  ['delegation', 'participant-registry', 'identity-provider', 'relying-party', 'service-consumer'],
  ['authorisation-registry', 'entitled-party', 'identity-broker', 'service-provider'],
  ['every-rule.ts', 'every-variant.ts'],
  ['main.ts'],
]
const reference = '^harness/reference/'
const roomOf = (name) => `${reference}${name.replace('.', '\\.')}${name.includes('.') ? '$' : '/'}`
const goesDown = (name, floor) => ({
  name: `reference-goes-down: ${name}`,
  severity: 'error',
  from: { path: roomOf(name) },
  to: { path: reference, pathNot: [name, ...referenceFloors.slice(0, floor).flat()].map(roomOf) },
})

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    only('requirements-is-a-leaf', '^requirements/'),
    only('ca-is-a-leaf', '^ca/'),
    only('reports-read-results-only', '^reports/', '^requirements/', '^harness/(evidence/|html\\.ts|json\\.ts)'),
    only('harness-knows-no-suite', '^harness/(?!cli/)', '^requirements/', '^ca/'),
    only(
      'suites-see-a-base-url',
      '^suites/',
      '^requirements/',
      '^ca/',
      '^harness/(check|run|evidence|faults|mutations|wire|judge)/',
      '^harness/lab/protocol\\.ts',
      '^harness/(json|errors)\\.ts',
    ),
    {
      name: 'references-share-no-verdict-code',
      severity: 'error',
      from: { path: '^harness/reference/' },
      to: { path: '^(ca|harness/(?!reference/|faults/|html\\.ts|json\\.ts|errors\\.ts))' },
    },
    ...referenceFloors.flatMap((names, floor) => names.map((name) => goesDown(name, floor))),
    {
      name: 'reference-has-no-room-without-a-floor',
      severity: 'error',
      from: { path: reference, pathNot: referenceFloors.flat().map(roomOf) },
      to: {},
    },
    {
      name: 'nobody-imports-a-reference',
      severity: 'error',
      from: { pathNot: '^(harness/reference|selftest)/' },
      to: { path: '^harness/reference/' },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
}
