import { h, type Markup } from './markup.js'

/** Sections of the page, from the decision to the assumptions. */
const sections = {
  fix: 'What to fix',
  untested: 'What was not tested',
  gate: 'Gate',
  policy: 'Policy',
  clauses: 'Clause by clause',
  checks: 'Checks and evidence',
  faults: 'Wrong behaviours looked for',
  measured: 'Measured',
  assumptions: 'Assumptions',
} as const

/** Name of a section, as its anchor says it. */
export type SectionName = keyof typeof sections

/** Links to all sections. */
export function navigation(hasPolicy: boolean): Markup {
  const there = Object.entries(sections).filter(([name]) => name !== 'policy' || hasPolicy)
  return h`<nav class="jump" aria-label="Sections">${there.map(([name, title]) => h`<a href="#${name}">${title}</a>`)}</nav>
`
}

/** A section under its title. */
export function section(name: SectionName, says: string, content: Markup | readonly Markup[]): Markup {
  return h`<section id="${name}" aria-labelledby="h-${name}"><h2 id="h-${name}">${sections[name]}</h2>
${says !== '' && h`<p class="muted">${says}</p>`}${content}</section>
`
}
