import type { Refusal } from '#counters.ts'
import { isSteeringPath, PathPattern } from '@marinedata/model'

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

/** A device: it writes in its own name, or below it, and where it was told that it may. */
export class DeviceAuthor implements Author {
  readonly #name: string
  readonly #paths: readonly PathPattern[]

  constructor(name: string, paths: readonly string[]) {
    this.#name = name
    this.#paths = paths.flatMap((path) => PathPattern.parse(path) ?? [])
  }

  sourceOf(named = this.#name): string | undefined {
    return named === this.#name || named.startsWith(`${this.#name}.`) ? named : undefined
  }

  mayWriteTo(): boolean {
    return true
  }

  refusalOf(text: string): Refusal | undefined {
    if (isSteeringPath(text)) return 'reserved-path'
    const path = { text, segments: text.split('.') }
    return this.#paths.some((pattern) => pattern.matches(path)) ? undefined : 'undeclared-path'
  }
}
