import type { LoginStep } from '../target/login.js'
import { act } from './act.js'
import { elementOf } from './place.js'
import type { Window } from './window.js'

/** What the lab's own login page wants. */
export const labSteps: readonly LoginStep[] = [
  { fill: { label: 'User name', value: 'username' } },
  { click: { role: 'button', name: 'Log in' } },
]

/** Whether the window shows a login page of the lab. */
export const isLabPage = ({ page, labLogin }: Window): boolean =>
  labLogin.some((prefix) => page.url().startsWith(prefix))

/** Logs in at the lab; `false` where its page has not come yet. */
export async function answerLabPage(window: Window, username: string): Promise<boolean> {
  for (const step of labSteps) {
    const element = await elementOf(window.page, step)
    if (!element || !(await act(window, step, element, { username, password: '' }))) return false
  }
  return true
}
