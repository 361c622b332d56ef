import { writeEvidence } from '../evidence/store.js'
import type { CheckDescription } from '../evidence/types.js'
import { judgeCheck } from '../judge/verdict.js'
import type { Party } from '../mutations/types.js'
import type { RunFile } from '../run/run-file.js'
import { askForRestart } from '../run/steward.js'
import { answersAgain } from './breaker.js'
import { checkClient } from './client.js'
import type { Coverage } from './coverage.js'
import { identifiers } from './identifiers.js'
import { checkJudge } from './judge.js'
import { checkLab, type LabState } from './lab.js'
import { createRecorder, type Recorder } from './recorder.js'
import { keepsWorkers } from './runner-mark.js'
import { checkSender } from './sender.js'
import { failedLately, untilGranted } from './settle.js'
import type { Client, Judge, Lab, TargetUnderTest } from './types.js'
import type { World } from './world.js'

/** What a check works with. */
export interface RunningCheck {
  readonly client: Client
  readonly judge: Judge
  readonly lab: Lab
  readonly target: TargetUnderTest
}

/** The part of Playwright's `TestInfo` that is needed here. */
export interface RunnerInfo {
  readonly errors: readonly { readonly message?: string }[]
  readonly status?: string | undefined
  readonly timeout: number
  skip(condition: boolean, reason: string): void
  fail(condition: boolean, reason: string): void
}

/** One check in one run. */
export interface CheckRun {
  readonly run: RunFile
  readonly world: World
  readonly coverage: Coverage
  readonly description: CheckDescription
  readonly info: RunnerInfo
}

/** Hands a check its tools, then turns what it recorded into evidence and a verdict, and that into a runner's status. */
export async function runCheck(check: CheckRun, body: (tools: RunningCheck) => Promise<void>): Promise<void> {
  const recorder = createRecorder()
  try {
    await underLease(check, recorder, body)
  } catch (error) {
    // The lab is gone, or the disk is full: our fault, and said as such.
    recorder.fact({ kind: 'harness-error', reason: firstLine(error instanceof Error ? error.message : String(error)) })
  }
  report(check, recorder)
}

async function underLease(
  check: CheckRun,
  recorder: Recorder,
  body: (tools: RunningCheck) => Promise<void>,
): Promise<void> {
  const { world, coverage, info } = check
  const startedAt = new Date()
  const lease = await world.lab.lease(coverage.exclusive ? 'exclusive' : 'shared', info.timeout)
  try {
    const { tools, client, sender, undo } = toolsOf(check, recorder)
    if (lease.breaker !== null && !(await answersAgain(check.run.folder, world, client, sender)))
      recorder.fact({
        kind: 'inconclusive',
        reason: `The target answers nobody since an earlier check: ${lease.breaker}`,
      })
    else {
      await body(tools)
      if (await undo()) await untilGranted(client, sender)
    }
    noteUnexpected(info, recorder)
    await keepEvidence(check, recorder, client.parties, startedAt)
  } finally {
    await lease.release()
  }
}

function toolsOf({ run, world, coverage, description, info }: CheckRun, recorder: Recorder) {
  const state: LabState = { changes: [] }
  const ids = identifiers(run.seed, `${world.target.name} ${world.target.role} ${description.id}`)
  const skip = (reason: string): never => {
    info.skip(true, reason)
    throw new Error('unreachable')
  }
  const client = checkClient(world, ids, state, (reason) => {
    recorder.fact({ kind: 'not-testable', reason })
    return skip(reason)
  })
  const sender = checkSender(world, client, recorder)
  const lab = checkLab(world, state, coverage.exclusive === true)
  const target = run.targets.find(({ name }) => name === world.target.name)
  const tools: RunningCheck = {
    client,
    judge: checkJudge(client, sender, recorder, {
      skip,
      recovered: async () => (await failedLately(world.lab)) && (await untilGranted(client, sender)),
      get outage() {
        return state.outage ?? false
      },
    }),
    lab,
    target: {
      ...world.target,
      registryCacheSeconds: target?.registryCacheSeconds ?? 0,
      ...(target?.restartable && {
        restart: async () => {
          await askForRestart(run.steward, world.target.name)
          await untilGranted(client, sender)
        },
      }),
    },
  }
  return { tools, client, sender, undo: lab.undo }
}

/** An error that no judge threw is a mistake of the check or the harness, and so is a check that ran out of time. */
function noteUnexpected(info: RunnerInfo, recorder: Recorder): void {
  if (info.status === 'timedOut')
    recorder.fact({ kind: 'harness-error', reason: `The check did not end within ${info.timeout / 1000} s.` })
  else if (info.errors.length > 0 && !recorder.ended)
    recorder.fact({ kind: 'harness-error', reason: firstLine(info.errors[0]?.message ?? 'unknown error') })
}

const firstLine = (message: string): string => message.split('\n')[0] as string

async function keepEvidence(
  { run, world, description }: CheckRun,
  recorder: Recorder,
  parties: readonly Party[],
  startedAt: Date,
): Promise<void> {
  const subjects = parties.flatMap(({ partyId, scope }) => [partyId, scope])
  const ledger = subjects.length === 0 ? [] : await world.lab.ledger({ subjects })
  writeEvidence(run.out, {
    version: 1,
    ...description,
    target: world.target.name,
    role: world.target.role,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    facts: recorder.facts,
    messages: recorder.messages,
    ledger,
  })
}

/** Makes the runner's status a projection of the verdict. A failed check is declared an expected failure only where our reporter turns that back. */
function report({ run, description, info }: CheckRun, recorder: Recorder): void {
  const { verdict, reason } = judgeCheck(recorder.facts, description.level, run.strict)
  if (verdict !== 'fail' && verdict !== 'inconclusive' && verdict !== 'harness-error') return
  if (keepsWorkers()) info.fail(true, 'kept for the reporter')
  if (info.errors.length === 0) throw new Error(`${verdict}: ${reason}`)
}
