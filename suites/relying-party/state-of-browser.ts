import type { Tools } from './logins.js'

/** Whether the requests of one window were begun with one state. */
export const hasOneState = (states: readonly unknown[]): boolean =>
  states.length > 1 && states[0] !== undefined && new Set(states).size === 1

/**
 * Whether a target has one state for all logins of a browser: it then says no more than which browser it is (RFC 6749
 * §10.12). A target may begin no second login where somebody is logged in, or know the browser by another name from
 * then on.
 */
export async function hasStateOfBrowser({ relyingParty, judge }: Tools<never>): Promise<boolean> {
  const again = await judge.records(relyingParty.withLoginAgain(), 'a second login of a human in one window')
  if (hasOneState(relyingParty.statesOf(again))) return true
  const later = await judge.records(relyingParty.withLoginBegunBefore(), 'a login in a window that has begun another')
  return hasOneState(relyingParty.statesOf(later))
}
