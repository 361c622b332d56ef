/** The seven roles of the interface text, spelled as there (L9). */
export const roles = [
  'EntitledParty',
  'ServiceConsumer',
  'ServiceProvider',
  'AuthorisationRegistry',
  'ParticipantRegistry',
  'IdentityProvider',
  'IdentityBroker',
] as const
export type Role = (typeof roles)[number]

/** How heavily a requirement weighs: `must` decides, `strict` decides under `--strict`, `should` only informs. */
export const levels = ['must', 'strict', 'should'] as const
export type Level = (typeof levels)[number]

/** Whether the interface text states the rule, leaves two readings, or does not show it. */
export type Status = 'stated' | 'ambiguous' | 'not-shown'

/** How deep a run goes; each profile includes the ones before it. */
export const profiles = ['quick', 'standard', 'deep'] as const
export type Profile = (typeof profiles)[number]

/** Who a requirement binds, and on which side of the conversation. */
export interface Binding {
  readonly role: Role
  /** `receiver`: checks what others send it. `sender`: is answerable for what it sends. */
  readonly as: 'receiver' | 'sender'
}

/** One rule of the interface, stated once. */
export interface Requirement {
  /** `<AREA>-<WORD>`, append-only, never positional. */
  readonly id: string
  readonly level: Level
  readonly status: Status
  /** Lines of the interface text (`L259`, `L32–37`; the main one first) and clauses of other documents (`RFC 7515 §4.1.6`). */
  readonly clauses: readonly string[]
  /** The rule in our own words, one sentence in the present tense. */
  readonly text: string
  readonly binds: readonly Binding[]
  /** What an implementer does about a violation, one or two sentences. */
  readonly remedy: string
  /** Set when there is no check: why not. */
  readonly untested?: { readonly reason: string }
}

/** One catalogued case: a stimulus, and what a conforming implementation makes of it. */
export interface CatalogueCase {
  /** `<GROUP>-<number>`, append-only. */
  readonly id: string
  /** The one requirement that it tries. */
  readonly requirement: string
  readonly level: Level
  /**
   * Where it comes from. `M`: stated in the text; `M*`: implied; `R`: a document that the text names; `A`: beyond the
   * text; `P/M`, `P/A`: a conforming one.
   */
  readonly tier: string
  /** What is sent, or what happens, in Markdown. */
  readonly case: string
  /** The lines of the interface text that it rests on (`L259`), or why there are none. */
  readonly basis: string
  /** What a conforming implementation does: `refuse`, `accept`, `record` or some words more. */
  readonly expected: string
  /** What the mistake costs where somebody makes it: `critical` to `info`, or `–`. */
  readonly severity: string
  /** Public bug reports, advisories and clauses in which it was met. */
  readonly reference: string
  /** How one could judge it wrongly. */
  readonly trap: string
  /** How an open point was decided, where it was one. */
  readonly ruling?: string
  /** Set when no check tries it: why not. */
  readonly untested?: { readonly reason: string }
}
