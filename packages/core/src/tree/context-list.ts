import type { ContextNode } from '#row.ts'

/** A context as the list keeps it: linked to its neighbours in order of last hearing. */
export interface ListedContext extends ContextNode {
  newer: ListedContext | undefined
  older: ListedContext | undefined
  /** Monotonic; when freshness looks at it next. */
  checkAt: number
}

/** The contexts by text, and in the order in which they were last heard. The own vessel is never the oldest. */
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

  /** In the order of first hearing; safe to use while contexts come and go. */
  values(): MapIterator<ListedContext> {
    return this.#byText.values()
  }

  /** The one unheard for longest, the own vessel apart. */
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
