/** Set by our reporter in the runner's environment: only then may a failing check keep its worker. */
const mark = 'ASSAY_REPORTER'

/** Called by the reporter's constructor. */
export const promiseTruth = (): void => {
  process.env[mark] = '1'
}

/** Whether a reporter stands first in the list that turns expected failures back into failures. */
export const keepsWorkers = (): boolean => process.env[mark] === '1'
