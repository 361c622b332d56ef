import { ConfigError } from '../../harness/contracts/errors.js'
import type { Fragments } from './fragments.js'

/** The largest that the section of a release may become, bytes: prose belongs to the bodies of commits. */
const most = 30_000

/** One release in the form of Keep a Changelog. @param verdicts What `verdictLines` says. */
export function section(version: string, date: string, said: Fragments, verdicts: readonly string[]): string {
  const part = (title: string, sentences: readonly string[]): readonly string[] =>
    sentences.length > 0 ? [`### ${title}`, '', ...sentences.map((sentence) => `- ${sentence}`), ''] : []
  const changes = verdicts.length > 0 ? verdicts : ['', 'None changed.']
  return [
    `## [${version}] - ${date}`,
    '',
    ...part('Added', said.added),
    ...part('Changed', said.changed),
    ...part('Fixed', said.fixed),
    '### Verdicts',
    ...changes,
    '',
  ].join('\n')
}

/**
 * Puts the section of a release before those of the others.
 * @throws ConfigError where the changelog has one already, or it would be longer than it may be.
 */
export function withSection(changelog: string, version: string, text: string): string {
  if (changelog.includes(`## [${version}]`)) throw new ConfigError(`CHANGELOG.md has a section ${version} already.`)
  const first = changelog.search(/^## \[/m)
  const at = first === -1 ? changelog.length : first
  const whole = `${changelog.slice(0, at)}${text}\n${changelog.slice(at)}`
  const size = Buffer.byteLength(text)
  if (size > most)
    throw new ConfigError(
      `The section of ${version} would have ${size} bytes, and ${most} are the most: say less in the fragments, since prose belongs to the bodies of commits.`,
    )
  return whole
}
