import { exitCodes } from '../complain.js'
import { type Finding, machineItems } from './machine.js'

/** Flags of `assay doctor`. */
export interface DoctorFlags {
  readonly json: boolean
}

/** Says what on this machine is missing, with what to do. @returns 0 where all that every run needs is there, else 3. */
export async function doctor({ json }: DoctorFlags): Promise<number> {
  const findings: Finding[] = []
  for (const item of machineItems) {
    const finding = { name: item.name, ...(await item.look().catch(broken)) }
    findings.push(finding)
    if (!json) process.stdout.write(`${lineOf(finding)}\n`)
  }
  const healthy = findings.every(({ state }) => state !== 'problem')
  if (json) process.stdout.write(`${JSON.stringify({ healthy, findings })}\n`)
  return healthy ? 0 : exitCodes.configuration
}

const broken = (error: unknown): Omit<Finding, 'name'> => ({
  state: 'problem',
  says: error instanceof Error ? (error.message.split('\n')[0] as string) : String(error),
})

const lineOf = ({ name, state, says, advice }: Finding): string =>
  `${state.padEnd(8)} ${name}: ${says}${advice === undefined ? '' : `\n         ${advice}`}`
