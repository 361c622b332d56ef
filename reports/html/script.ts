/** What the script uses of the page; the project is otherwise compiled without the types of a browser. */
interface Node {
  hidden: boolean
  open: boolean
  id: string
  value: string
  checked: boolean
  textContent: string
  readonly dataset: Readonly<Record<string, string | undefined>>
  readonly parentElement: Node | null
  readonly classList: { add(name: string): void }
  closest(selector: string): Node | null
  querySelector(selector: string): Node | null
  querySelectorAll(selector: string): Iterable<Node>
  addEventListener(type: string, listener: (event: { preventDefault(): void }) => void): void
  scrollIntoView(): void
  reset(): void
}

interface Page {
  readonly document: Node & { readonly documentElement: Node; getElementById(id: string): Node | null }
  readonly location: { hash: string; href: string }
  readonly history: { replaceState(state: null, unused: '', url: string): void }
  addEventListener(type: string, listener: () => void): void
  setTimeout(work: () => void): void
}

/**
 * Filters requirements and checks, keeps the filter in the fragment so that it can be linked, and shows the target of
 * a link even where the filter hides it. Runs in the page, by its source: all that it needs stands inside.
 */
export function enhance(): void {
  const { document, location, history, addEventListener, setTimeout } = globalThis as unknown as Page
  const all = (selector: string, within: Node = document) => [...within.querySelectorAll(selector)]
  const form = document.querySelector('#filter') as Node
  const output = form.querySelector('output') as Node
  const [verdicts, fields] = [all('[name=verdict]', form), all('select,[type=search]', form)]
  const value = (name: string) => fields[['role', 'level', 'text'].indexOf(name)] as Node

  const groups = all('[data-group]').map((node) => {
    const count = node.querySelector(':scope>summary>[data-count]')
    return { node, count, full: count?.textContent ?? '', open: node.open, shown: 0 }
  })
  const items = all('[data-v]').map((node) => ({
    node,
    groups: groups.filter(({ node: group }) => isWithin(node, group)),
    isCheck: node.closest('#checks') !== null,
    text: undefined as string | undefined,
  }))
  function isWithin(node: Node, group: Node): boolean {
    for (let up = node.parentElement; up !== null; up = up.parentElement) if (up === group) return true
    return false
  }
  const textOf = (item: (typeof items)[number]): string => {
    const parts = [item.node.querySelector(':scope>summary'), item.node.querySelector('[data-about]')]
    const of = parts[0] === null ? [item.node] : parts
    item.text ??= of
      .map((part) => part?.textContent ?? '')
      .join(' ')
      .toLowerCase()
    return item.text
  }

  let filtering = false
  function apply(): void {
    const wanted = new Set(verdicts.filter((box) => box.checked).map((box) => box.value))
    const [role, level, text] = ['role', 'level', 'text'].map((name) => value(name).value.trim().toLowerCase())
    const words = (text ?? '').split(/\s+/).filter((word) => word !== '')
    const was = filtering
    filtering = wanted.size > 0 || role !== '' || level !== '' || words.length > 0
    for (const group of groups) group.shown = 0
    const shown = { requirements: 0, checks: 0 }
    for (const item of items) {
      const { v = '', u, l } = item.node.dataset
      const fits =
        (wanted.size === 0 || wanted.has(v)) &&
        (role === '' || u === role) &&
        (level === '' || l === level) &&
        words.every((word) => textOf(item).includes(word))
      item.node.hidden = !fits
      if (!fits) continue
      shown[item.isCheck ? 'checks' : 'requirements'] += 1
      for (const group of item.groups) group.shown += 1
    }
    for (const { node, count, full, open, shown: number } of groups) {
      node.hidden = filtering && number === 0
      if (count !== null) count.textContent = filtering ? `${number} of ${full}` : full
      // What was opened by hand stays open; a filter opens what it leaves little of.
      if (filtering) node.open = number > 0 && number <= 100
      else if (was) node.open = open
    }
    const total = items.filter(({ isCheck }) => isCheck).length
    output.textContent = `${shown.requirements} of ${items.length - total} requirements, ${shown.checks} of ${total} checks`
  }

  function write(): void {
    const query = new URLSearchParams()
    const chosen = verdicts.filter((box) => box.checked).map((box) => box.value)
    if (chosen.length > 0) query.set('verdict', chosen.join(','))
    for (const name of ['role', 'level', 'text']) if (value(name).value !== '') query.set(name, value(name).value)
    const fragment = query.toString().replaceAll('%2C', ',')
    history.replaceState(null, '', `${location.href.split('#')[0]}#${fragment}`)
  }

  /** A fragment is a filter where it has an equals sign, else the name of a place. */
  function read(): void {
    const fragment = location.hash.slice(1)
    if (fragment.includes('=')) {
      const query = new URLSearchParams(fragment)
      const chosen = (query.get('verdict') ?? '').split(',')
      for (const box of verdicts) box.checked = chosen.includes(box.value)
      for (const name of ['role', 'level', 'text']) value(name).value = query.get(name) ?? ''
      apply()
      document.getElementById('clauses')?.scrollIntoView()
      return
    }
    const place = document.getElementById(fragment)
    if (place === null) return
    if (place.closest('[hidden]') !== null) {
      form.reset()
      apply()
    }
    for (let up: Node | null = place; up !== null; up = up.parentElement) up.open = true
    place.scrollIntoView()
  }

  const changed = (): void => {
    apply()
    write()
  }
  form.addEventListener('input', changed)
  form.addEventListener('reset', () => setTimeout(changed))
  form.addEventListener('submit', (event) => event.preventDefault())
  addEventListener('hashchange', read)
  document.documentElement.classList.add('filtering')
  form.hidden = false
  apply()
  read()
}

/** The script as it stands in the page. */
export const script = `(${enhance})()`
