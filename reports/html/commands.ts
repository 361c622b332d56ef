import type { CheckResult, RunResult } from '../../harness/contracts/results.js'
import type { Unit } from '../units.js'
import { h, type Markup } from './markup.js'

/** The commands that run this check alone once more: compared with this report, and with the names and the order of this run. */
export function commands({ target, role }: Unit, check: CheckResult, run: RunResult): Markup {
  const of = target.name === `reference ${role}` ? `--reference ${role}` : '--config TARGET-FILE'
  const settings = [
    run.profile === undefined ? '' : ` --profile ${run.profile}`,
    run.strict === true ? ' --strict' : '',
    run.safe === true ? ' --safe' : '',
    run.seed === undefined ? '' : ` --seed ${run.seed}`,
  ]
  const again = h`<code>assay replay ${word(check.id)} --results REPORT-FOLDER ${of}</code>`
  return check.verdict === 'pass'
    ? again
    : h`${again}<br><code>assay certify ${of} --only ${word(check.id)}${settings.join('')}</code>`
}

/** A word of a shell's command line. */
const word = (text: string): string => (/^[\w.-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
