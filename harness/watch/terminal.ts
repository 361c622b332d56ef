import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { checkLine, checkLines, counted, duration, evidenceIn } from '../../reports/index.js'
import { requirements } from '../../requirements/index.js'
import type { CheckResult } from '../contracts/results.js'
import { saysOf } from '../evidence/compare.js'
import { type Desk, isGreen, isRed } from './desk.js'
import type { View, Wish } from './loop.js'

/** Checks that are shown at large at the end of a round, and named in it. */
const most = { atLarge: 3, named: 12 }

/** What a terminal view works with. */
export interface TerminalTools {
  readonly desk: Desk
  /** Folder of the evidence. */
  readonly kept: string
  readonly out: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>
}

/** Shows rounds in lines. */
export function terminalView({ desk, kept, out }: TerminalTools): View {
  const colour = out.isTTY === true && process.env.NO_COLOR === undefined
  const say = (line: string): void => void out.write(`${line}\n`)
  let fresh: CheckResult[] = []
  let round: ReadonlySet<string> = new Set()
  let turned = { green: 0, red: 0 }
  return {
    began({ number, wish, ids }) {
      fresh = []
      round = ids
      turned = { green: 0, red: 0 }
      say(`Round ${number}: ${why(wish)}; ${counted(ids.size, 'check')}.`)
    },
    ready: (ms) => say(`  the target is ready after ${duration(ms)}`),
    judged(result, before) {
      fresh.push(result)
      if (before && isGreen(before) !== isGreen(result)) turned[isGreen(result) ? 'green' : 'red'] += 1
      const isNews = before?.verdict !== result.verdict
      const isShown = round.size <= most.named || (isNews && (before !== undefined || !isGreen(result)))
      if (isShown) say(checkLine(result, { colour }))
    },
    kept: () => undefined,
    ended({ number }, { problem, interrupted }, ms) {
      const red = fresh.filter(isRed)
      if (problem !== undefined) complain(problem)
      if (!interrupted && problem === undefined && red.length <= most.atLarge)
        for (const check of red) {
          for (const line of [
            checkLine(check, { colour }),
            ...checkLines(check, remediesOf(check), evidenceIn(kept), { colour }),
          ])
            say(line)
        }
      say(`Round ${number}: ${summed(interrupted, problem)} ${duration(ms)}.`)
    },
    complain,
  }
  function complain(message: string): void {
    for (const line of message.split('\n')) say(`assay: ${stripVTControlCharacters(line)}`)
  }
  function summed(interrupted: boolean, problem: string | undefined): string {
    const left = desk.notGreen().size
    const parts = [
      ...(problem !== undefined
        ? ['nothing was judged, since the target is not ready; the next change or key tries again']
        : []),
      ...(interrupted ? [`cut short after ${fresh.length} of ${counted(round.size, 'check')}`] : []),
      ...(turned.green > 0 ? [`${counted(turned.green, 'check')} turned green`] : []),
      ...(turned.red > 0 ? [`${counted(turned.red, 'check')} turned red`] : []),
      left === 0 ? 'everything is green' : `${counted(left, 'check')} ${left === 1 ? 'is' : 'are'} not green`,
    ]
    return `${parts.join(', ')};`
  }
}

const remediesOf = (check: CheckResult): readonly string[] =>
  requirements.filter(({ id }) => saysOf(check).includes(id)).map(({ remedy }) => remedy)

/** Why a round is carried out, in words. */
export function why(wish: Wish): string {
  switch (wish.kind) {
    case 'start':
      return 'the first one'
    case 'back':
      return 'the target is back'
    case 'failing':
      return 'what is not green'
    case 'all':
      return 'everything'
    case 'rest':
      return 'nothing is red any more, so everything'
    case 'checks':
      return 'by name'
    case 'change': {
      const [first = '', ...others] = wish.files
      return `${stripVTControlCharacters(basename(first))}${others.length > 0 ? ` and ${counted(others.length, 'other file')}` : ''} changed`
    }
  }
}
