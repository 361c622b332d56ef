/** Who may import whom: the direction rule of ARCHITECTURE.md. */
const only = (name, from, ...allowed) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: '^(requirements|ca|harness|suites|reports|selftest|bench)/', pathNot: [from, ...allowed] },
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
    only('reports-read-results-only', '^reports/', '^requirements/', '^harness/(evidence/|json\\.ts)'),
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
      to: { path: '^(ca|harness/(?!reference/|faults/|json\\.ts|errors\\.ts))' },
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
