import { type Element, tag } from './element.js'

/** The members of a structure, read one after the other; each method throws a `TypeError` where something else stands. */
export class Fields {
  readonly #members: readonly Element[]
  #at = 0

  /** @param identifier What the structure itself has to be. */
  constructor(structure: Element, identifier: number = tag.sequence) {
    if (structure.tag !== identifier) throw unexpected(structure)
    this.#members = structure.children
  }

  /** The next member, of one of these kinds; of any kind when none is given. */
  take(...identifiers: readonly number[]): Element {
    const member = this.#members[this.#at]
    if (!member || (identifiers.length > 0 && !identifiers.includes(member.tag))) throw unexpected(member)
    this.#at += 1
    return member
  }

  /** The next member, if it is of one of these kinds. */
  optional(...identifiers: readonly number[]): Element | undefined {
    const member = this.#members[this.#at]
    return member && identifiers.includes(member.tag) ? this.take() : undefined
  }

  /** The last member, which may be missing; nothing else may stand in its place. */
  last(...identifiers: readonly number[]): Element | undefined {
    return this.#at < this.#members.length ? this.take(...identifiers) : undefined
  }
}

const unexpected = (member: Element | undefined): TypeError =>
  new TypeError(member ? `unexpected element of DER: ${member.tag}` : 'a structure of DER lacks a member')

/** The members of a list. Throws a `TypeError` where it is no list. */
export function listOf(list: Element, identifier: number = tag.sequence): readonly Element[] {
  if (list.tag !== identifier) throw unexpected(list)
  return list.children
}

/** What an explicit tag is around. Throws a `TypeError` where it is around nothing, or around another kind of thing. */
export const within = (explicit: Element, identifier: number): Element =>
  new Fields(explicit, explicit.tag).take(identifier)
