/** An element as read. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

interface Open extends Element {
  readonly children: Element[]
  text: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const token = /<\?xml [^?<>]*\?>|<\/([\w.-]+)>|<([\w.-]+)((?: [\w.-]+="[^"<>]*")*)(\/?)>|([^<>]+)/y

/** Reads XML strictly: no comments, sections or unknown entities; throws an Error where it is not well-formed. */
export function readXml(xml: string): readonly Element[] {
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  token.lastIndex = 0
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex
    const found = token.exec(xml)
    const here = open.at(-1)
    if (found === null || here === undefined) throw new Error(`not well-formed at: ${xml.slice(at, at + 80)}`)
    const [, ends, starts, attributes = '', empty, text] = found
    if (ends !== undefined && open.pop()?.name !== ends) throw new Error(`</${ends}> closes another element`)
    if (text !== undefined) here.text += unescapeXml(text)
    if (starts === undefined) continue
    const element: Open = { name: starts, attributes: readAttributes(attributes), children: [], text: '' }
    here.children.push(element)
    if (empty !== '/') open.push(element)
  }
  if (open.length !== 1) throw new Error('an element stays open')
  return root.children.map(withoutNoise)
}

function withoutNoise(element: Element): Element {
  const kept = element.children.filter(({ name }) => !['properties', 'system-err'].includes(name))
  return { ...element, children: kept.map(withoutNoise) }
}

function readAttributes(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/ ([\w.-]+)="([^"]*)"/g)].map(([, name, value]) => [name, unescapeXml(value ?? '')]),
  )
}

function unescapeXml(text: string): string {
  return text.replace(/&([^;&]*)(;?)/g, (whole, name: string, end: string) => {
    const character = end === ';' ? entities[name] : undefined
    if (character === undefined) throw new Error(`unknown entity: ${whole.slice(0, 20)}`)
    return character
  })
}
