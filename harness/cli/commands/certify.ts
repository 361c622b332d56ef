import { resolve } from 'node:path'
import { moment, visible } from '../../../reports/text.js'
import { readSigningKey } from '../../attestation/keys.js'
import { usualRate } from '../../check/safe.js'
import { ConfigError } from '../../contracts/errors.js'
import type { TargetConfig } from '../../contracts/target.js'
import { readGuises } from '../../guises/read.js'
import { startOfReport } from '../../run/folders.js'
import { defaultOptions, type RunOptions } from '../../run/options.js'
import { watchSignals } from '../../runner/signals.js'
import { loadPolicy, strictPolicy } from '../../target/file/policy-file.js'
import { complain } from '../complain.js'
import { targetsOf } from '../targets.js'
import type { CertifyFlags } from './certify-flags.js'

/**
 * `assay certify`. Where there is no verdict it also says of which run the report is that lies in `--out`, since a CI
 * job publishes what it finds there.
 * @returns the exit code of the gate (design: 130, 3, 1, 4, 2, 0).
 */
export async function certifyOrComplain(flags: CertifyFlags): Promise<number> {
  const out = outOf(flags)
  const earlier = flags.dryRun ? undefined : startOfReport(out)
  try {
    return await certify(flags)
  } catch (error) {
    const code = complain(error)
    if (earlier !== undefined && startOfReport(out) === earlier)
      process.stderr.write(
        `assay: ${out} still holds the report of the run of ${visible(moment(earlier))}, and nothing of this one.\n`,
      )
    return code
  }
}

/**
 * Certifies what the flags name and writes results and reports.
 * @returns the exit code of the gate (design: 130, 3, 1, 4, 2, 0).
 * @throws ConfigError before anything is judged.
 */
export async function certify(flags: CertifyFlags): Promise<number> {
  const signals = watchSignals()
  try {
    const key = flags.signKey === undefined ? undefined : readSigningKey(flags.signKey)
    const options = await optionsOf(flags)
    // Loaded last, since it takes longer than to say what is wrong with flags or target file.
    const { carryOut } = await import('./certify-run.js')
    return await carryOut(options, flags, signals, key)
  } finally {
    signals.close()
  }
}

/** A few checks never take the place of the last whole report. */
const usualOut = ({ only }: CertifyFlags): string => (only.length === 0 ? 'assay-report' : 'assay-report-only')

const outOf = (flags: CertifyFlags): string => resolve(flags.out ?? usualOut(flags))

async function optionsOf(flags: CertifyFlags): Promise<RunOptions> {
  if (flags.safe && flags.workers !== undefined && flags.workers > 1)
    throw new ConfigError('--safe sends one message at a time: leave --workers out.')
  const targets = paced(await targetsOf(flags), flags)
  const defaults = defaultOptions(outOf(flags), targets)
  const names = targets.map(({ name }) => name)
  const guises = readGuises(flags.guises ?? 'usual')
  const given = flags.policy === undefined ? undefined : await loadPolicy(flags.policy)
  const policy = given && flags.strict ? strictPolicy(given) : given
  return {
    ...defaults,
    profile: flags.profile,
    largeKeys: flags.profile !== 'quick',
    strict: policy?.strict ?? flags.strict,
    ...(policy && { policy }),
    only: flags.only,
    ...(flags.safe && { safe: true }),
    workers: flags.safe ? 1 : (flags.workers ?? defaults.workers),
    seed: flags.seed ?? defaults.seed,
    seedChosen: flags.seed !== undefined,
    keep: flags.keep === true,
    ...(guises && { guises }),
    ...(flags.shard && { shard: flags.shard }),
    ...(flags.baseline !== undefined && { baseline: await baselineOf(flags.baseline, names) }),
    ...(flags.state !== undefined && { state: resolve(flags.state) }),
  }
}

/** No more requests in a second than the flags allow; a target file may ask for fewer. */
function paced(targets: readonly TargetConfig[], { safe, rate = safe ? usualRate : undefined }: CertifyFlags) {
  if (rate === undefined) return targets
  return targets.map((target) => ({ ...target, pace: Math.min(rate, target.pace ?? rate) }))
}

/** What reads results takes long to load. */
const baselineOf = async (file: string, names: readonly string[]) =>
  (await import('../../run/baseline.js')).readBaseline(file, names)
