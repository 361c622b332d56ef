import type { LoginStep } from '../contracts/login.js'
import { act } from './act.js'
import type { Window } from './chromium/window.js'
import { elementOf } from './place.js'

/** What the lab's own pages want: the login page, and the one that carries the answer back in a form. */
export const labSteps: readonly LoginStep[] = [
  { fill: { label: 'User name', value: 'username' }, optional: true },
  { click: { role: 'button', name: 'Log in' }, optional: true },
  { click: { role: 'button', name: 'Go on' }, optional: true },
]

/** Whether a step fills in the user name, by which alone a human proves to the lab who they are. */
export const isUserName = (step: LoginStep): boolean => 'fill' in step

/** Whether the window shows a login page of the lab. */
export const isLabPage = ({ page, labLogin }: Window): boolean =>
  labLogin.some((prefix) => page.url().startsWith(prefix))

/** Does what a page of the lab wants, as far as a click; `false` where it has not come yet. */
export async function answerLabPage(window: Window, username: string): Promise<boolean> {
  for (const step of labSteps) {
    const element = await elementOf(window.page, step)
    if (!element) continue
    if (!(await act(window, step, element, { username, password: '' }))) return false
    window.proven ||= isUserName(step)
    if ('click' in step) return true
  }
  return false
}
