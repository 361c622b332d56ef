import type { LoginStep } from '../contracts/login.js'
import type { Exchange } from '../wire/types.js'
import type { Swap } from './swap.js'

/** A Chromium of our own, without a window. */
export interface Browser {
  /** For example `156.0.8078.79`. */
  version(): Promise<string>
  /** A fresh context: no cookies, cache or storage of any other. */
  visit(options: VisitOptions): Promise<Visit>
  close(): Promise<void>
}

/** What a visit may reach and must not tell. */
export interface VisitOptions {
  /** All that its pages may ask: scheme, host and port. Everything else is blocked and listed. */
  readonly origins: readonly string[]
  /** Cookies of an earlier visit. */
  readonly cookies?: readonly BrowserCookie[]
  /** Never to be seen in a screenshot, an exchange or a sentence; passwords above all. */
  readonly secrets: readonly string[]
  /** How the addresses of the lab's own login pages begin. */
  readonly labLogin?: readonly string[]
  /**
   * A text to change in one request of the visit, the first left out unless it says otherwise. A form with it goes
   * without cookies, as a stranger's would.
   */
  readonly swap?: Swap
  readonly patience?: Partial<Patience>
}

/** How long a visit waits, milliseconds. */
export interface Patience {
  /** For one answer of a server that a page is waited for (10 s). */
  readonly loadMs: number
  /** For the element of a step while something still goes on (5 s). */
  readonly stepMs: number
  /** For the same where nothing goes on any more: no request is open and the page stays as it is (1.5 s). */
  readonly idleMs: number
  /** For all of one call (45 s). */
  readonly allMs: number
}

/** A cookie as the browser keeps it. */
export interface BrowserCookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  /** Unix time in seconds; -1 until the browser ends. */
  readonly expires: number
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Strict' | 'Lax' | 'None'
}

/** What `username`, `password` and `email` stand for in the steps; the lab's own login pages get the user name. */
export interface LoginValues {
  readonly username: string
  readonly password: string
  /** Nothing is filled in where nobody has said. */
  readonly email?: string
}

/** One browser window, seen by a human who logs in. */
export interface Visit {
  /**
   * Opens an address and waits for what comes.
   * @throws StepProblem where no page comes.
   */
  goto(url: string): Promise<void>
  /**
   * Carries out the steps of a login until `until` accepts an address of the window since `goto`, redirects included.
   * The lab's login page needs no step.
   * @returns That address, with its parameters.
   * @throws StepProblem where a step does not match the page, or nothing more happens.
   */
  follow(steps: readonly LoginStep[], values: LoginValues, until: (url: string) => boolean): Promise<string>
  /** Whether the page shows a text, letter case included, within `ms` milliseconds. */
  shows(text: string, ms: number): Promise<boolean>
  /** Where the window is. */
  url(): string
  cookies(): Promise<readonly BrowserCookie[]>
  /** Takes cookies as if an answer had set them. */
  keep(cookies: readonly BrowserCookie[]): Promise<void>
  /** What went over the wire, oldest first, without the secrets; bodies of pages, scripted calls and forms only. */
  readonly exchanges: readonly Exchange[]
  /** Requests that carried the text of `swap`, the first left out unless it says otherwise. */
  readonly carriers: number
  /** Whether a step has filled in what proves who the human is: the password, or at a provider of the lab the user name. */
  readonly proven: boolean
  /** Addresses that were asked for and may not be, redirects included; at most a hundred. */
  readonly blocked: readonly string[]
  readonly screenshots: readonly Screenshot[]
  close(): Promise<void>
}

/** What the window showed, password fields painted over. */
export interface Screenshot {
  /** For example `after step 2: click button "Log in"`. */
  readonly label: string
  readonly png: Buffer
}

/** What a page offers to a human; texts without control characters, cut. */
export interface PageSummary {
  readonly title: string
  readonly headings: readonly string[]
  readonly labels: readonly string[]
  readonly buttons: readonly string[]
  readonly links: readonly string[]
}
