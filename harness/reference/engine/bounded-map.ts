/** A map that forgets its oldest entries beyond a number of them. */
export class BoundedMap<V> extends Map<string, V> {
  readonly #limit: number

  constructor(limit: number) {
    super()
    this.#limit = limit
  }

  override set(name: string, value: V): this {
    super.delete(name)
    super.set(name, value)
    const [oldest] = this.keys()
    if (this.size > this.#limit && oldest !== undefined) this.delete(oldest)
    return this
  }
}
