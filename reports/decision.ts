import type { CheckResult, Results } from '../harness/contracts/results.js'
import { saysOf } from '../harness/evidence/compare.js'
import { groupBy } from './group.js'
import { count, counted } from './text.js'
import { profileOf, type Unit } from './units.js'
import { silent, tallied } from './words.js'

/** What was decided about one role, in sentences for a reader who was not there. */
export function decision(unit: Unit, results: Results): readonly string[] {
  const strict = results.run.strict === true
  const gaps = decidingGaps(unit, results)
  const profile = profileOf(unit, results)
  return [
    broken(unit, strict),
    waived(unit),
    findings(unit),
    gaps.length > 0 ? gapSentence(gaps, strict) : 'Every mandatory check that concerns it was carried out.',
    untested(unit),
    profile === undefined ? '' : `Verdict for the ${profile} profile${strict ? ', strict rules deciding' : ''}.`,
  ].filter((sentence) => sentence !== '')
}

function broken(unit: Unit, strict: boolean): string {
  const judged = new Set<string>()
  for (const check of unit.checks)
    if (!silent.has(check.verdict) && check.verdict !== 'not-applicable') for (const id of saysOf(check)) judged.add(id)
  const rows = (level: string) => unit.requirements.filter((row) => row.level === level && judged.has(row.id))
  const fails = (level: string) =>
    rows(level).filter(({ verdict }) => verdict === 'fail' || verdict === 'waived').length
  if (rows('must').length === 0) return 'No mandatory requirement was judged.'
  const breaks = fails('must') === 0 ? 'none' : count(fails('must'))
  const harder = strict
    ? ` and, of ${counted(rows('strict').length, 'strict one')}, ${fails('strict') === 0 ? 'none' : count(fails('strict'))}`
    : ''
  return `Of ${counted(rows('must').length, 'mandatory requirement')} that the run judged, it breaks ${breaks}${harder}.`
}

function waived(unit: Unit): string {
  const waivers = unit.checks.filter((check) => check.verdict === 'waived').length
  return waivers === 0
    ? ''
    : `${counted(waivers, 'failing check')} ${waivers === 1 ? 'is' : 'are'} waived: a waiver lets the gate pass, it certifies nothing.`
}

function findings(unit: Unit): string {
  const found = unit.checks.filter((check) => check.verdict === 'finding').length
  return found === 0
    ? ''
    : `${counted(found, 'finding')} ${found === 1 ? 'informs' : 'inform'} and ${found === 1 ? 'does' : 'do'} not decide.`
}

function untested(unit: Unit): string {
  const rows = unit.requirements.filter(
    (row) => row.level === 'must' && row.checks.length === 0 && row.verdict !== 'not-applicable',
  ).length
  if (rows === 0) return ''
  return `${counted(rows, 'mandatory requirement')} of this role ${rows === 1 ? 'has' : 'have'} no check in this version; the table says why.`
}

/** Checks that say nothing and keep the role from being certified: mandatory, with `--strict` also strict, not of a deeper profile. */
export function decidingGaps(unit: Unit, results: Results): readonly CheckResult[] {
  const depth = ['quick', 'standard', 'deep']
  const profile = profileOf(unit, results)
  return unit.checks.filter((check) => {
    const decides = (check.level ?? 'must') === 'must' || (results.run.strict === true && check.level === 'strict')
    const deeper =
      profile !== undefined && check.profile !== undefined && depth.indexOf(check.profile) > depth.indexOf(profile)
    return decides && silent.has(check.verdict) && !deeper
  })
}

function gapSentence(gaps: readonly CheckResult[], strict: boolean): string {
  const byVerdict = groupBy(gaps, (check) => check.verdict)
  const kinds = [...byVerdict].map(([verdict, checks]) => tallied(verdict, checks.length))
  const reasons = [...new Set(gaps.flatMap((check) => check.reason ?? []))]
  const why =
    reasons.length === 0
      ? ''
      : ` Why: ${reasons.slice(0, 2).join(' ')}${reasons.length > 2 ? ` And ${counted(reasons.length - 2, 'further reason')}.` : ''}`
  return `${counted(gaps.length, strict ? 'deciding check' : 'mandatory check')} ${gaps.length === 1 ? 'says' : 'say'} nothing: ${kinds.join(', ')}.${why}`
}

/** What a reader must know first about a run that was cut short, or holds a part only; empty for a whole one. */
export function incompleteness(results: Results): string {
  const { shard, shards } = results.run
  const part =
    shard === undefined
      ? ''
      : `This is shard ${shard}: no role is certified before \`assay report\` has merged all shards.`
  if (results.complete) return part
  const { total, present = [] } = shards ?? {}
  const here = total === undefined ? '' : `${present.length} of ${total} shards are here.`
  const incomplete =
    'This run is incomplete: it was cut short or holds only a part, so no role is certified and what is missing says nothing.'
  return [incomplete, here, part].filter((sentence) => sentence !== '').join(' ')
}
