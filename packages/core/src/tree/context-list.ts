import type { ContextNode } from '#tree/row.ts'

/** A context in a linked list, ordered by last update. */
export interface ListedContext extends ContextNode {
  newer: ListedContext | undefined
  older: ListedContext | undefined
  /** Monotonic time of the next freshness check; -1 while unscheduled. */
  checkAt: number
}

/** Contexts by text, and in order of last update. Own ship is not part of that order. */
export class ContextList {
  readonly #byText = new Map<string, ListedContext>()
  #oldest: ListedContext | undefined
  #newest: ListedContext | undefined

  get size(): number {
    return this.#byText.size
  }

  get(text: string): ListedContext | undefined {
    return this.#byText.get(text)
  }

  /** In order of first update. Contexts may be added and removed during iteration. */
  values(): MapIterator<ListedContext> {
    return this.#byText.values()
  }

  /** The context with the oldest update, other than own ship. */
  oldest(): ListedContext | undefined {
    return this.#oldest
  }

  add(context: ListedContext): void {
    this.#byText.set(context.text, context)
    if (!context.isSelf) this.#append(context)
  }

  touch(context: ListedContext): void {
    if (context.isSelf || context === this.#newest) return
    this.#unlink(context)
    this.#append(context)
  }

  delete(context: ListedContext): void {
    this.#byText.delete(context.text)
    this.#unlink(context)
  }

  #append(context: ListedContext): void {
    context.older = this.#newest
    context.newer = undefined
    if (this.#newest === undefined) this.#oldest = context
    else this.#newest.newer = context
    this.#newest = context
  }

  #unlink(context: ListedContext): void {
    if (context.older === undefined) this.#oldest = context.newer
    else context.older.newer = context.newer
    if (context.newer === undefined) this.#newest = context.older
    else context.newer.older = context.older
    context.newer = undefined
    context.older = undefined
  }
}
