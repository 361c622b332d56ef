import type { Json } from '../../harness/contracts/json.js'

const earl = 'http://www.w3.org/ns/earl#'
const dct = 'http://purl.org/dc/terms/'
const doap = 'http://usefulinc.com/ns/doap#'
const xsd = 'http://www.w3.org/2001/XMLSchema#'
const literal = 'literal'
const anything = 'anything'

/** Classes of EARL 1.0 with the class above them, as its schema at that address states them; and the few of others that are used beside it. */
const classes: Readonly<Record<string, string | undefined>> = {
  [`${earl}Assertion`]: undefined,
  [`${earl}Assertor`]: undefined,
  [`${earl}Software`]: `${doap}Project`,
  [`${earl}TestSubject`]: undefined,
  [`${earl}TestCriterion`]: undefined,
  [`${earl}TestRequirement`]: `${earl}TestCriterion`,
  [`${earl}TestCase`]: `${earl}TestCriterion`,
  [`${earl}TestResult`]: undefined,
  [`${earl}TestMode`]: undefined,
  [`${earl}OutcomeValue`]: undefined,
  [`${earl}Pass`]: `${earl}OutcomeValue`,
  [`${earl}Fail`]: `${earl}OutcomeValue`,
  [`${earl}CannotTell`]: `${earl}OutcomeValue`,
  [`${earl}NotApplicable`]: `${earl}OutcomeValue`,
  [`${earl}NotTested`]: `${earl}OutcomeValue`,
  [`${doap}Project`]: undefined,
  [`${doap}Version`]: undefined,
}

/** What the schema itself names, with its class. */
const individuals: Readonly<Record<string, string>> = {
  [`${earl}passed`]: `${earl}Pass`,
  [`${earl}failed`]: `${earl}Fail`,
  [`${earl}cantTell`]: `${earl}CannotTell`,
  [`${earl}inapplicable`]: `${earl}NotApplicable`,
  [`${earl}untested`]: `${earl}NotTested`,
  [`${earl}automatic`]: `${earl}TestMode`,
  [`${earl}manual`]: `${earl}TestMode`,
  [`${earl}semiAuto`]: `${earl}TestMode`,
  [`${earl}undisclosed`]: `${earl}TestMode`,
  [`${earl}unknownMode`]: `${earl}TestMode`,
}

/** Properties: of which class, and of what. */
const properties: Readonly<Record<string, readonly [domain: string, range: string]>> = {
  [`${earl}assertedBy`]: [`${earl}Assertion`, `${earl}Assertor`],
  [`${earl}subject`]: [`${earl}Assertion`, `${earl}TestSubject`],
  [`${earl}test`]: [`${earl}Assertion`, `${earl}TestCriterion`],
  [`${earl}mode`]: [`${earl}Assertion`, `${earl}TestMode`],
  [`${earl}result`]: [`${earl}Assertion`, `${earl}TestResult`],
  [`${earl}outcome`]: [`${earl}TestResult`, `${earl}OutcomeValue`],
  [`${earl}info`]: [`${earl}TestResult`, literal],
  [`${earl}pointer`]: [`${earl}TestResult`, anything],
  [`${earl}mainAssertor`]: [`${earl}Assertor`, `${earl}Assertor`],
  [`${dct}title`]: [anything, literal],
  [`${dct}description`]: [anything, literal],
  [`${dct}identifier`]: [anything, literal],
  [`${dct}date`]: [anything, literal],
  [`${dct}isPartOf`]: [anything, anything],
  [`${doap}name`]: [`${doap}Project`, literal],
  [`${doap}release`]: [`${doap}Project`, `${doap}Version`],
  [`${doap}revision`]: [`${doap}Version`, literal],
}

/** What an assertion, and a result, has exactly one of. */
const once: Readonly<Record<string, readonly string[]>> = {
  [`${earl}Assertion`]: [`${earl}assertedBy`, `${earl}subject`, `${earl}test`, `${earl}result`],
  [`${earl}TestResult`]: [`${earl}outcome`],
}

type Node = { readonly [name: string]: Json }
const isNode = (value: Json): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const listed = (value: Json | undefined): readonly Json[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

/** Everything in which a JSON-LD document with prefixes of its own contradicts the vocabulary of EARL 1.0. */
export function contradictions(document: Json): readonly string[] {
  if (!isNode(document) || !isNode(document['@context'] ?? null)) return ['no object with a context of its own']
  const prefixes = document['@context'] as Node
  const problems: string[] = []
  const expand = (name: string): string => {
    const [prefix = '', ...rest] = name.split(':')
    return Object.hasOwn(prefixes, prefix) ? `${prefixes[prefix]}${rest.join(':')}` : name
  }
  const nodes = listed(document['@graph']).filter(isNode)
  const byId = new Map(nodes.flatMap((node) => (typeof node['@id'] === 'string' ? [[node['@id'], node] as const] : [])))
  const typesOf = (node: Node): readonly string[] => {
    const id = typeof node['@id'] === 'string' ? node['@id'] : undefined
    const own = individuals[expand(id ?? '')]
    const told = id !== undefined && node['@type'] === undefined ? byId.get(id) : node
    if (own === undefined && told === undefined) problems.push(`${id} is nowhere`)
    return (own === undefined ? listed(told?.['@type']).map((type) => expand(String(type))) : [own]).flatMap(ancestry)
  }
  const visit = (node: Node): void => {
    const types = typesOf(node)
    for (const type of types) if (!(type in classes)) problems.push(`${type} is no class`)
    for (const type of types)
      for (const name of once[type] ?? []) {
        const found = Object.keys(node)
          .filter((key) => expand(key) === name)
          .flatMap((key) => listed(node[key]))
        if (found.length !== 1) problems.push(`${type} has ${found.length} of ${name}`)
      }
    for (const [key, value] of Object.entries(node).filter(([name]) => !name.startsWith('@'))) {
      const [domain, range] = properties[expand(key)] ?? []
      if (domain === undefined || range === undefined) problems.push(`${expand(key)} is no property`)
      else if (domain !== anything && !types.includes(domain)) problems.push(`${key} is none of ${types.join(', ')}`)
      for (const one of listed(value)) object(key, one, range)
    }
  }
  const object = (key: string, value: Json, range: string | undefined): void => {
    const isLiteral = !isNode(value) || '@value' in value
    if (range === literal && !isLiteral) problems.push(`${key} is no literal`)
    if (isNode(value) && '@value' in value && !expand(String(value['@type'])).startsWith(xsd))
      problems.push(`${key} has a type of its own`)
    if (isLiteral || !isNode(value)) return void (range !== literal && problems.push(`${key} is a literal`))
    const types = typesOf(value)
    if (range !== undefined && range !== anything && !types.includes(range)) problems.push(`${key} is no ${range}`)
    if (Object.keys(value).some((name) => name !== '@id')) visit(value)
  }
  for (const node of nodes) visit(node)
  return problems
}

const ancestry = (type: string): readonly string[] => {
  const above = classes[type]
  return above === undefined ? [type] : [type, ...ancestry(above)]
}
