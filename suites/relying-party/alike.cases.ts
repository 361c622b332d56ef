import type { Coverage } from '../support/row.js'
import { anySubjects, ownHuman, subjects } from './flows.cases.js'

/** Two subs that are nearly alike, and what a relying party does that takes them for one. */
export interface AlikeCheck extends Coverage {
  /** Completes "humans whose subs …". */
  readonly title: string
  /** Of a text that nobody else has. */
  readonly subs: (own: string) => readonly [string, string]
}

/** Several such pairs. */
export interface PairsCheck extends Coverage, Pick<AlikeCheck, 'title'> {
  /** Each of a text that nobody else has; by how the two differ. */
  readonly pairs: Readonly<Record<string, AlikeCheck['subs']>>
}

/** `sub` is a case-sensitive text of up to 255 characters (OpenID Connect Core §2). */
const alike = (
  about: Coverage,
  ids: Readonly<Record<'letterCase' | 'beginning' | 'punctuation' | 'number', string>>,
): readonly AlikeCheck[] => [
  {
    ...about,
    id: ids.letterCase,
    title: 'differ in letter case alone',
    subs: (own) => [`U-${own}`, `u-${own}`],
    detects: ['ignores-case-of-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: ids.beginning,
    title: 'are long and differ at their end alone',
    profile: 'standard',
    subs: (own) => [`${own}-`.padEnd(254, 'x').concat('1'), `${own}-`.padEnd(254, 'x').concat('2')],
    detects: ['cuts-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: ids.punctuation,
    title: 'differ in a punctuation mark alone',
    profile: 'standard',
    subs: (own) => [`u.${own}`, `u-${own}`],
    detects: ['ignores-punctuation-of-subject', ...(about.detects ?? [])],
  },
  {
    ...about,
    id: ids.number,
    title: 'spell one number in two ways',
    profile: 'standard',
    subs: (own) => {
      const digits = String(Number.parseInt(own.replaceAll('-', '').slice(0, 8), 16) + 1)
      return [digits, `0${digits}`]
    },
    detects: ['reads-subject-as-number', ...(about.detects ?? [])],
  },
]

export const ownHumanOfLike = alike(
  { ...ownHuman, detects: [] },
  {
    letterCase: 'relying-party.own-human-in-letter-case',
    beginning: 'relying-party.own-human-of-one-beginning',
    punctuation: 'relying-party.own-human-in-punctuation',
    number: 'relying-party.own-human-of-one-number',
  },
)

export const subjectsAlike: readonly AlikeCheck[] = [
  ...alike(subjects, {
    letterCase: 'broker.subjects-in-letter-case',
    beginning: 'broker.subjects-of-one-beginning',
    punctuation: 'broker.subjects-in-punctuation',
    number: 'broker.subjects-of-one-number',
  }),
  {
    // What a column of a database finds equal that pads texts; on a page nobody sees the difference.
    ...subjects,
    id: 'broker.subjects-with-space-behind',
    title: 'differ in a space at their end alone',
    level: 'strict',
    profile: 'standard',
    subs: (own) => [`u-${own}`, `u-${own} `],
    detects: ['trims-subject', ...anySubjects],
  },
  {
    ...subjects,
    id: 'broker.subjects-with-space-before',
    title: 'differ in a space at their beginning alone',
    level: 'strict',
    profile: 'standard',
    subs: (own) => [`u-${own}`, ` u-${own}`],
    detects: ['trims-beginning-of-subject', 'trims-subject', ...anySubjects],
  },
]

const apart = (about: Pick<PairsCheck, 'id' | 'title' | 'pairs' | 'detects'>): PairsCheck => ({
  ...subjects,
  profile: 'standard',
  ...about,
  detects: [...(about.detects ?? []), ...anySubjects],
})

/** Subs that differ in what a reader leaves out that takes them for something else than a text. */
export const subjectsApart: readonly PairsCheck[] = [
  apart({
    id: 'broker.subjects-of-two-namespaces',
    title: 'differ in what stands before a mark alone',
    pairs: Object.fromEntries(
      ['|', ':', '/', '\\'].map((mark) => [
        `before ${mark}`,
        (own: string) => [`a${mark}${own}`, `b${mark}${own}`] as const,
      ]),
    ),
    detects: ['drops-namespace-of-subject'],
  }),
  apart({
    id: 'broker.subjects-of-two-ends',
    title: 'differ in what stands behind a mark alone',
    pairs: Object.fromEntries(
      [',', '#', '@', '?'].map((mark) => [
        `behind ${mark}`,
        (own: string) => [`${own}${mark}a`, `${own}${mark}b`] as const,
      ]),
    ),
    detects: ['drops-end-of-subject'],
  }),
  apart({
    id: 'broker.subjects-encoded',
    title: 'are two spellings of one text to a reader that decodes them',
    pairs: {
      'in percent-encoding': (own) => [`%41${own}`, `A${own}`],
      'in an entity of HTML': (own) => [`&amp;${own}`, `&${own}`],
      'in an entity of HTML by number': (own) => [`&#65;${own}`, `A${own}`],
    },
    detects: ['decodes-subject'],
  }),
]
