import type { Refusal } from '#counters.ts'

/** Who writes: under which names, and where. */
export interface Author {
  /** The source to write under, given what the update calls itself; undefined when it may not speak for that one. */
  sourceOf(named: string | undefined): string | undefined
  mayWriteTo(context: string): boolean
  /** Why this path is not the author's to write; undefined when it is. */
  refusalOf(path: string): Refusal | undefined
}

/** An author with no bounds but those of the tree; its name stands for updates that do not name a source. */
export class FreeAuthor implements Author {
  readonly #name: string

  constructor(name: string) {
    this.#name = name
  }

  sourceOf(named: string | undefined): string {
    return named ?? this.#name
  }

  mayWriteTo(): boolean {
    return true
  }

  refusalOf(): undefined {
    return undefined
  }
}
