import { certifyReferences } from './stage/certified.js'

/** How often the fault-free references are certified, in a new order each time, with one and two workers in turn. */
const times = 20
let certified = 0
for (let round = 0; round < times; round += 1) {
  const workers = 1 + (round % 2)
  const { targets, checks } = await certifyReferences(workers, round)
  const verdicts = targets.flatMap(({ roles }) => roles.map(({ role, verdict }) => `${role} ${verdict}`))
  const sound = verdicts.every((verdict) => verdict.endsWith(' certified'))
  if (sound) certified += 1
  process.stdout.write(
    `${round + 1} of ${times}, ${workers} worker(s): ${sound ? `${checks.length} checks, certified` : verdicts.join(', ')}\n`,
  )
}
process.stdout.write(`${certified} of ${times} certified\n`)
process.exitCode = certified === times ? 0 : 1
