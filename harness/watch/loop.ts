import { ConfigError } from '../contracts/errors.js'
import type { CheckResult } from '../contracts/results.js'
import type { Desk } from './desk.js'
import type { Hears, RoundEnd } from './round.js'

/** Why a round is wanted. */
export type Wish =
  | { readonly kind: 'start' | 'back' | 'failing' | 'all' | 'rest' }
  | { readonly kind: 'change'; readonly files: readonly string[] }
  | { readonly kind: 'checks'; readonly ids: ReadonlySet<string> }

/** A round that begins. */
export interface Round {
  readonly number: number
  readonly wish: Wish
  readonly ids: ReadonlySet<string>
}

/** What shows rounds as they go. */
export interface View extends Pick<Hears, 'complain'> {
  began(round: Round): void
  ready(ms: number): void
  judged(result: CheckResult, before: CheckResult | undefined): void
  kept(results: readonly CheckResult[]): void
  ended(round: Round, end: RoundEnd, ms: number): void
}

/** Several views as one. */
export const allViews = (views: readonly View[]): View => ({
  began: (round) => views.forEach((view) => void view.began(round)),
  ready: (ms) => views.forEach((view) => void view.ready(ms)),
  judged: (result, before) => views.forEach((view) => void view.judged(result, before)),
  kept: (results) => views.forEach((view) => void view.kept(results)),
  ended: (round, end, ms) => views.forEach((view) => void view.ended(round, end, ms)),
  complain: (message) => views.forEach((view) => void view.complain(message)),
})

/** What a loop works with. */
export interface LoopTools {
  readonly desk: Desk
  readonly view: View
  readonly play: (ids: ReadonlySet<string>, stop: AbortController, hears: Hears) => Promise<RoundEnd>
  /** A sentence about a target that Assay does not launch and that nobody listens for; none where all can be reached. */
  readonly absent: () => Promise<string | undefined>
}

/** One round after the other, as they are wanted. */
export interface Loop {
  /** Gives up the round that goes on, and begins another one. */
  want(wish: Wish): void
  /** A file has changed, and more may: what goes on may judge half of it. */
  changing(file: string): void
  /** A target that was gone answers again. */
  back(): void
  /** Begins no more. */
  end(): void
  /** Carries rounds out until `end`. @throws what is wrong with Assay itself. */
  run(): Promise<void>
}

/** Rounds in a row that changes may cut short. */
const patience = 3

/** A loop that has not begun. */
export function openLoop(tools: LoopTools): Loop {
  const { desk, view } = tools
  let next: Wish | undefined
  let current: { readonly wish: Wish; readonly stop: AbortController } | undefined
  let wake = (): void => undefined
  let over = false
  let cutShort = 0
  let cameBack = false
  const isCalm = (): boolean => cutShort >= patience
  const want = (wish: Wish): void => {
    if (wish.kind === 'change' && current && isCalm()) return
    if (wish.kind !== 'change') cutShort = 0
    next = wish
    current?.stop.abort()
    wake()
  }
  const wanted = async (): Promise<Wish | undefined> => {
    while (!over && !next)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    const wish = next
    next = undefined
    return over ? undefined : wish
  }
  let number = 0
  const carryOut = async (wish: Wish): Promise<void> => {
    const ids = idsOf(wish, desk)
    const round = { number: number + 1, wish, ids }
    if (ids.size === 0) return view.complain('Everything is green; "all" runs it once more.')
    const missing = await tools.absent()
    if (missing !== undefined) return view.complain(missing)
    number += 1
    const stop = new AbortController()
    current = { wish, stop }
    cameBack = false
    const began = performance.now()
    view.began(round)
    try {
      const end = await tools.play(ids, stop, {
        ready: (ms) => view.ready(ms),
        judged: (result) => view.judged(result, desk.lay(result)),
        kept: (results) => {
          for (const result of results) desk.lay(result)
          view.kept(results)
        },
        complain: (message) => view.complain(message),
      })
      view.ended(round, end, performance.now() - began)
      if (!end.interrupted) cutShort = 0
      if (!next && !end.interrupted) next = followUp(round, end, desk, cameBack)
    } finally {
      current = undefined
    }
  }
  return {
    want,
    changing(file) {
      if (!current || isCalm()) return
      cutShort += 1
      if (isCalm())
        view.complain(
          `${file} changes while rounds go on, ${patience} times by now: if the target itself writes there, name other files in watch.paths. This round goes on.`,
        )
      else current.stop.abort()
    },
    back() {
      cameBack = true
      if (!current) want({ kind: 'back' })
    },
    end() {
      over = true
      current?.stop.abort()
      wake()
    },
    async run() {
      for (let wish = await wanted(); wish; wish = await wanted()) await carryOut(wish)
    },
  }
}

/** What was not green comes first; where all was, a change may have broken anything. */
function idsOf(wish: Wish, desk: Desk): ReadonlySet<string> {
  if (wish.kind === 'checks') return wish.ids
  if (wish.kind === 'all' || wish.kind === 'rest') return desk.everything()
  const ids = desk.notGreen()
  return ids.size === 0 && wish.kind !== 'failing' ? desk.everything() : ids
}

/**
 * A target that was started anew in the middle of a round may have been judged as it was before the change; what has
 * turned green may have cost something else.
 */
function followUp({ wish, ids }: Round, end: RoundEnd, desk: Desk, cameBack: boolean): Wish | undefined {
  if (wish.kind === 'change' && cameBack) return { kind: 'back' }
  const isPart = ['start', 'change', 'back', 'failing'].includes(wish.kind) && ids.size < desk.everything().size
  return end.problem === undefined && isPart && desk.red().size === 0 ? { kind: 'rest' } : undefined
}

/** The checks that names mean. @throws ConfigError where they mean none. */
export function namedChecks(desk: Desk, names: readonly string[]): Wish {
  const ids = desk.named(names)
  if (ids.size > 0) return { kind: 'checks', ids }
  throw new ConfigError(
    `${names.join(', ')} names no check, requirement or case of this target, nor a topic such as "audience.*"; \`assay list\` shows them all.`,
  )
}
