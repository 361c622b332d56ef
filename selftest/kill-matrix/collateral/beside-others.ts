import type { Collateral } from './type.js'

/** Who mixes up what comes at once meets checks that run side by side, and those that send messages so. */
export const besideOthers = (topic: string): Collateral => ({
  checks: [`${topic}.*`],
  reason: 'it depends on what comes at the same time, which checks of the topic send each other',
})
