/**
 * Rooms from the ground up: each may import those of the floors below it, and nothing beside or above it, neither values nor types.
 * ARCHITECTURE.md has its table from here (`npm run docs`).
 */
const floors = [
  ['requirements', 'ca'],
  ['harness/contracts', 'harness/html.ts'],
  ['harness/faults', 'harness/wire'],
  ['harness/evidence', 'harness/reference'],
  ['harness/documents', 'harness/mutations'],
  ['harness/guises', 'harness/target'],
  ['harness/lab', 'harness/judge', 'harness/browser'],
  ['harness/check'],
  ['harness/run'],
  ['harness/runner'],
  ['suites'],
  ['reports', 'harness/attestation'],
  ['harness/watch'],
  ['harness/cli'],
  ['selftest'],
  ['bench'],
]

/** Rooms, files among them, that may import these alone. */
const walls = {
  'harness/contracts': ['requirements'],
  'harness/reference': [
    'requirements',
    'harness/contracts/json.ts',
    'harness/contracts/errors.ts',
    'harness/faults',
    'harness/html.ts',
  ],
  suites: [
    'requirements',
    'ca',
    'harness/contracts',
    'harness/faults',
    'harness/wire',
    'harness/evidence',
    'harness/mutations',
    'harness/guises',
    'harness/judge',
    'harness/check',
    'harness/run',
  ],
  reports: ['requirements', 'harness/contracts', 'harness/evidence', 'harness/html.ts'],
}

const ours = '^(requirements|ca|harness|suites|reports|selftest|bench)/'
const placeOf = (room) => `^${room.replace('.', '\\.')}${room.endsWith('.ts') ? '$' : '/'}`

const staysBelow = (room, floor) => ({
  name: `imports-go-down: ${room}`,
  severity: 'error',
  from: { path: placeOf(room) },
  to: { path: ours, pathNot: [room, ...(walls[room] ?? floors.slice(0, floor).flat())].map(placeOf) },
})

/** Folders and files of `harness/reference`, the lowest first; each may import those of lower floors, and nothing beside or above it. */
const referenceFloors = [
  ['engine', 'pki', 'encoding', 'kit.ts'],
  ['registry', 'pages'],
  ['participant'],
  ['token-endpoint'],
  ['kit-in-memory.ts'],
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
    ...floors.flatMap((rooms, floor) => rooms.map((room) => staysBelow(room, floor))),
    {
      name: 'no-code-outside-the-rooms',
      severity: 'error',
      from: { path: ours, pathNot: floors.flat().map(placeOf) },
      to: {},
    },
    {
      name: 'nobody-imports-a-reference',
      severity: 'error',
      from: { pathNot: '^(harness/reference|selftest)/' },
      to: { path: '^harness/reference/' },
    },
    ...referenceFloors.flatMap((names, floor) => names.map((name) => goesDown(name, floor))),
    {
      name: 'reference-has-no-room-without-a-floor',
      severity: 'error',
      from: { path: reference, pathNot: referenceFloors.flat().map(roomOf) },
      to: {},
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
}

// The list itself, for the table and the self-test: a property that the tool does not see, since it refuses what it does not know.
Object.defineProperties(module.exports, { floors: { value: floors }, walls: { value: walls } })
