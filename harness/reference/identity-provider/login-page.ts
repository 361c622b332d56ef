import { html, type Markup } from '../../html.js'
import type { Answer } from '../engine/received.js'
import { page } from '../pages/page.js'
import type { LoginVariant } from './variants.js'

/** What is known of a login when its page is shown. */
export interface LoginPage {
  /** Address that its form is sent to. */
  readonly action: string
  readonly clientId: string
  /** What the human typed before. */
  readonly username: string
  readonly failed: boolean
  readonly variants: ReadonlySet<LoginVariant>
}

const usual = { username: 'User name', password: 'Password', submit: 'Log in' }
const other = { username: 'E-mail address', password: 'Secret word', submit: 'Continue' }

/** The page on which a human says who they are. */
export function loginPage(login: LoginPage): Answer {
  const byScript = login.variants.has('renders-login-by-script')
  const form = fieldsOf(login)
  return page({
    title: 'Log in',
    content: html`<p>${login.clientId} asks who you are.</p>
${login.failed ? html`<p role="alert">The user name or the password is wrong.</p>` : ''}
<form method="post" action="${login.action}"${byScript ? html` hidden` : ''}>${byScript ? '' : form}</form>`,
    ...(byScript && {
      script: `const form = document.forms[0]
form.innerHTML = ${JSON.stringify(String(form)).replaceAll('<', '\\u003c')}
setTimeout(() => { form.hidden = false }, 50)`,
    }),
  })
}

/** The page on which a human lets a client know. */
export const consentPage = ({ action, clientId }: Pick<LoginPage, 'action' | 'clientId'>): Answer =>
  page({
    title: 'Allow this?',
    content: html`<p>${clientId} wants to know who you are.</p>
<form method="post" action="${action}"><button type="submit">Allow</button></form>`,
  })

function fieldsOf({ variants, username }: LoginPage): Markup {
  const labels = variants.has('labels-login-otherwise') ? other : usual
  const inSteps = variants.has('logs-in-in-two-steps')
  if (inSteps && username === '') return html`${nameField(labels.username, '')}<button type="submit">Next</button>`
  const name = inSteps
    ? html`<input type="hidden" name="username" value="${username}">`
    : nameField(labels.username, username)
  return html`${name}
<label for="password">${labels.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password">
<button type="submit">${labels.submit}</button>`
}

const nameField = (label: string, username: string): Markup =>
  html`<label for="username">${label}</label>
<input id="username" name="username" autocomplete="username" value="${username}" required>`
