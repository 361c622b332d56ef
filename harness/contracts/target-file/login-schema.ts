import type { z } from 'zod'
import { flag, group, httpUrl, list, path, text, whole } from './fields.js'

const selector = text('CSS selector of the element.', '#username').optional()
const role = text('ARIA role.', 'button').optional()
const name = text('Accessible name; goes with role.', 'Log in').optional()

/** Whether exactly one way of finding an element is given, and a role with its name. */
const oneWay = (
  given: readonly (string | undefined)[],
  named: { role?: string | undefined; name?: string | undefined },
) => given.filter((way) => way !== undefined).length === 1 && (named.role === undefined) === (named.name === undefined)

const fill = group(
  'Fills a field.',
  {
    label: text('Label of the field.', 'User name').optional(),
    selector,
    role,
    name,
    value: text('`username`, `email`, `password`, or the text itself.', 'username'),
  },
  { label: 'User name', value: 'username' },
).refine(
  (at) => oneWay([at.label, at.selector, at.role], at),
  'must name its field in one way: by label, by selector, or by role and name',
)

const click = group(
  'Clicks an element.',
  {
    role,
    name,
    label: text('Label of the element.', 'Remember me').optional(),
    selector,
    text: text('Text of the element.', 'Continue').optional(),
  },
  { role: 'button', name: 'Log in' },
).refine(
  (at) => oneWay([at.label, at.selector, at.role, at.text], at),
  'must name its element in one way: by role and name, by label, by selector or by text',
)

const step = group(
  'One action of a login.',
  {
    fill: fill.optional(),
    click: click.optional(),
    expect: group('Waits until the page shows a text.', { text: text('Text on the page.', 'Welcome') }).optional(),
    optional: flag('Skipped where its element does not appear.', true).optional(),
  },
  { click: { role: 'button', name: 'Log in' } },
).refine(
  ({ fill, click, expect }) => [fill, click, expect].filter((one) => one !== undefined).length === 1,
  'must have exactly one of fill, click and expect',
)

/** `login` of a target file. */
export const loginSchema = group(
  'How a human logs in.',
  {
    start: path('Where a login begins at a ServiceProvider.', '/login').optional(),
    success: group(
      'What shows that it worked.',
      { text: text('Text on the page.', 'Signed in') },
      { text: 'Signed in' },
    ).optional(),
    username: text("The kit's first human by default.", 'alice').optional(),
    password: text(
      "Best taken from the environment; the kit's where username is one of its humans.",
      '$' + '{LOGIN_PASSWORD}',
    ).optional(),
    email: text(
      'What `email` stands for in the steps; the mailbox of the kit by default.',
      'alice@example.org',
    ).optional(),
    registered: flag(
      'It takes none but relying parties that were registered with it beforehand: those that `relyingParties` of the kit lists are. The text forbids it, so that must fails; all else is judged with them.',
      true,
    ).optional(),
    patience: whole('Seconds for which the element of a step is waited for in a browser.', 5, 1, 60).optional(),
    allowOrigins: list(
      'Further origins that its pages may load from.',
      httpUrl('Origin.', 'https://cdn.example'),
    ).optional(),
    steps: list('What to fill and click, in order.', step).optional(),
    otherSteps: list(
      'The same at an IdentityBroker, where another IdentityProvider is chosen than by `steps`.',
      step,
    ).optional(),
  },
  { username: 'alice' },
)

/** One step as the target file gives it. */
export type GivenStep = z.output<typeof step>
