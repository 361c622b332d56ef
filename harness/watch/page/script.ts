import type { PageEvent } from './events.js'

/** What the script uses of the page; the project is otherwise compiled without the types of a browser. */
interface Node {
  hidden: boolean
  checked: boolean
  value: string
  className: string
  src: string
  textContent: string
  readonly dataset: Readonly<Record<string, string | undefined>>
  readonly classList: { toggle(name: string, on: boolean): void }
  readonly children: { readonly length: number }
  readonly lastElementChild: Node | null
  append(...nodes: readonly Node[]): void
  prepend(...nodes: readonly Node[]): void
  remove(): void
  closest(selector: string): Node | null
  querySelector(selector: string): Node | null
  querySelectorAll(selector: string): Iterable<Node>
  addEventListener(type: string, listener: (event: { readonly target: Node; preventDefault(): void }) => void): void
  scrollIntoView(): void
  focus(): void
}

interface Page {
  readonly document: Node & { getElementById(id: string): Node | null; createElement(name: string): Node }
  readonly EventSource: new (
    url: string,
  ) => { onmessage: (event: { readonly data: string }) => void; onerror: () => void }
  readonly innerWidth: number
  fetch(url: string, settings: object): Promise<{ readonly ok: boolean; text(): Promise<string> }>
}

/** The list of requirements and checks. */
function listOn({ document }: Page) {
  const all = (selector: string, within: Node = document) => [...within.querySelectorAll(selector)]
  const [find, openOnly, count] = ['find', 'open-only', 'count'].map((id) => document.getElementById(id)) as [
    Node,
    Node,
    Node,
  ]
  const rules = all('[data-rule]')
  const checks = all('[data-check]')
  /** Of requirements of which nothing is left to be done. */
  const settled = new Set<string>()
  const show = (node: Node, word: string, tone: string): void => {
    const pill = node.querySelector('[data-state]') as Node
    pill.textContent = word
    pill.className = `verdict v-${tone}`
  }
  /** Shows what the reader looks for. */
  const apply = (): void => {
    const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const rule of rules) {
      const isSettled = settled.has(rule.dataset.rule ?? '')
      const text = rule.textContent.toLowerCase()
      rule.hidden = (openOnly.checked && isSettled) || !words.every((word) => text.includes(word))
    }
    for (const part of all('[data-part]')) part.hidden = all('[data-rule]', part).every((rule) => rule.hidden)
    count.textContent = `${rules.filter((rule) => !rule.hidden).length} of ${rules.length}`
  }
  find.addEventListener('input', apply)
  openOnly.addEventListener('input', apply)
  apply()
  return {
    hear(event: Extract<PageEvent, { kind: 'checks' }>): void {
      for (const { key, word, tone } of event.checks)
        for (const node of checks.filter(({ dataset }) => dataset.check === key)) show(node, word, tone)
      for (const { key, word, tone, settled: isSettled } of event.rules) {
        if (isSettled) settled.add(key)
        else settled.delete(key)
        for (const node of rules.filter(({ dataset }) => dataset.rule === key)) show(node, word, tone)
      }
      apply()
    },
    /** Shows which check is opened. */
    mark(key: string): void {
      for (const each of checks) each.classList.toggle('current', each.dataset.check === key)
    },
  }
}

/** The decoded JWT of a call: under the mouse while that is on the call, and for longer where the reader asks for it. */
function jwtOn({ document }: Page) {
  const [panel, text, close] = ['jwt', 'jwt-text', 'jwt-close'].map((id) => document.getElementById(id)) as [
    Node,
    Node,
    Node,
  ]
  /** The button that keeps it open. */
  let kept: Node | undefined
  const show = (jwt: string): void => {
    text.textContent = jwt
    panel.hidden = false
  }
  close.addEventListener('click', () => {
    panel.hidden = true
    kept?.focus()
    kept = undefined
  })
  return (row: Node, jwt: string): void => {
    const button = document.createElement('button')
    button.textContent = 'JWT'
    row.lastElementChild?.append(button)
    row.addEventListener('mouseenter', () => kept ?? show(jwt))
    row.addEventListener('mouseleave', () => {
      panel.hidden = !kept
    })
    button.addEventListener('click', () => {
      kept = button
      show(jwt)
      text.focus()
    })
  }
}

/** What the target asks of the lab, the latest first. */
function callsOn(page: Page) {
  const { document } = page
  const most = 200
  const body = document.getElementById('calls') as Node
  const hold = jwtOn(page)
  return (event: Extract<PageEvent, { kind: 'calls' }>): void => {
    const none = document.getElementById('calls-none') as Node
    none.hidden = true
    for (const { cells, jwt } of event.calls) {
      const row = document.createElement('tr')
      for (const text of cells) {
        const cell = document.createElement('td')
        cell.textContent = text
        row.append(cell)
      }
      if (jwt !== undefined) hold(row, jwt)
      body.prepend(row)
      if (body.children.length > most) body.lastElementChild?.remove()
    }
  }
}

/** Makes messages by hand. @param opened The id of the check that is opened. */
function benchOn({ document, fetch }: Page, opened: () => string | undefined) {
  const [mutation, guise, says, made] = ['bench-mutation', 'bench-guise', 'bench-says', 'made'].map((id) =>
    document.getElementById(id),
  )
  if (!mutation || !guise || !says || !made) return
  let loads = 0
  const work = async (act: string): Promise<void> => {
    says.textContent = 'At work …'
    const wish = JSON.stringify({ act, mutation: mutation.value, guise: guise.value })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('by-hand', { method: 'POST', headers, body: wish })
    says.textContent = answer.ok ? '' : await answer.text()
    made.hidden = !answer.ok
    loads += 1
    if (answer.ok) made.src = `made?n=${loads}`
  }
  document.addEventListener('click', ({ target }) => {
    const { act, bench } = target.closest('button')?.dataset ?? {}
    if (bench !== undefined) {
      mutation.value = opened() ?? ''
      mutation.focus()
    } else if (act !== undefined)
      work(act).catch(() => {
        says.textContent = 'The watch has ended, or cannot be reached.'
      })
  })
  // The key Enter in a field of it.
  document.addEventListener('submit', (event) => event.preventDefault())
}

/**
 * Keeps the page true while rounds go on, and asks for them. Whatever it hears it shows as text; what came of a check
 * stands in a frame in which nothing can act.
 */
function attend(page: Page): void {
  const { document, EventSource, fetch } = page
  const byId = (id: string) => document.getElementById(id) as Node
  const [now, frame] = [byId('now'), byId('frame')]
  const [list, hearCalls] = [listOn(page), callsOn(page)]
  let opened: { readonly key: string; readonly id: string } | undefined
  benchOn(page, () => opened?.id)
  let loads = 0
  const load = (): void => {
    loads += 1
    if (opened) frame.src = `check?key=${encodeURIComponent(opened.key)}&n=${loads}`
  }
  const open = (key: string, id: string): void => {
    opened = { key, id }
    list.mark(key)
    byId('opened-none').hidden = true
    byId('opened-one').hidden = false
    byId('opened-title').textContent = id
    load()
    // On a narrow screen it stands below the list.
    if (page.innerWidth < 1024) byId('opened').scrollIntoView()
  }
  const hear: { readonly [K in PageEvent['kind']]: (event: Extract<PageEvent, { kind: K }>) => void } = {
    says({ text, busy }) {
      now.textContent = text
      now.className = busy ? 'busy' : ''
    },
    checks: list.hear,
    kept({ keys }) {
      if (opened && keys.includes(opened.key)) load()
    },
    calls: hearCalls,
  }
  const source = new EventSource('events')
  source.onmessage = ({ data }) => {
    const event = JSON.parse(data) as PageEvent
    const heard = hear[event.kind] as (event: PageEvent) => void
    heard(event)
  }
  source.onerror = () => {
    now.textContent = 'The watch has ended, or cannot be reached. What stands here is how it was then.'
    now.className = 'over'
  }
  const run = (what: object): void => {
    const headers = { 'content-type': 'application/json' }
    fetch('run', { method: 'POST', headers, body: JSON.stringify(what) }).catch(() => source.onerror())
  }
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('button')
    const { run: what, open: id } = button?.dataset ?? {}
    if (what === 'failing' || what === 'all') run({ what })
    else if (what === 'check' && opened) run({ names: [opened.id] })
    else if (what === 'topic' && opened) run({ names: [`${opened.id.split('.')[0]}.*`] })
    else if (id !== undefined) open(button?.closest('[data-check]')?.dataset.check ?? '', id)
  })
}

/** The script as it stands in the page: these functions by their sources, since nothing can be imported there. */
export const script = `(()=>{${listOn}
${jwtOn}
${callsOn}
${benchOn}
${attend}
attend(globalThis)})()`
