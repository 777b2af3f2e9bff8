import type { Refusal } from '#counters.ts'
import { isReservedName, PathPattern, sourceOwner, sourceSpaces, type PathOwner } from '@marinedata/model'

/** Who writes: under which names, and where. */
export interface Author {
  /** The source to write under, given what the update calls itself; undefined when it may not speak for that one. */
  sourceOf(named: string | undefined): string | undefined
  mayWriteTo(context: string): boolean
  /** Why this path is not the author's to write; undefined when it is. */
  refusalOf(path: string): Refusal | undefined
  /** Whether it may write the paths of this owner; it may not when absent. The intake asks. */
  readonly speaksFor?: (owner: PathOwner) => boolean
}

/** The server itself, in the name of one of its parts or of a device that reports to it. */
export class ServerAuthor implements Author {
  sourceOf(named = 'server'): string {
    return named
  }

  mayWriteTo(): boolean {
    return true
  }

  refusalOf(): undefined {
    return undefined
  }

  speaksFor(): boolean {
    return true
  }
}

/** A person on the stream: writes under a source of their own, or under any name that is nobody's. */
export class PersonAuthor implements Author {
  readonly #source: string
  readonly #isTaken: (source: string) => boolean

  /** @param isTaken whether a source belongs to a plugin or to a device */
  constructor(source: string, isTaken: (source: string) => boolean) {
    this.#source = source
    this.#isTaken = isTaken
  }

  sourceOf(named = this.#source): string | undefined {
    if (isAtOrBelow(named, this.#source)) return named
    return isReservedName(sourceOwner(named)) || this.#isTaken(named) ? undefined : named
  }

  mayWriteTo(): boolean {
    return true
  }

  refusalOf(): undefined {
    return undefined
  }
}

/** A device with a token: it writes as `device.<name>`, or below that, where the owner said that it may. */
export class DeviceAuthor implements Author {
  readonly #source: string
  readonly #paths: readonly PathPattern[]

  constructor(source: string, paths: readonly string[]) {
    this.#source = source
    this.#paths = paths.flatMap((path) => PathPattern.parse(path) ?? [])
  }

  /** A device may leave its name space out: `gateway.115` is `device.gateway.115`. */
  sourceOf(named = this.#source): string | undefined {
    if (isAtOrBelow(named, this.#source)) return named
    const full = `${sourceSpaces.device}.${named}`
    return isAtOrBelow(full, this.#source) ? full : undefined
  }

  mayWriteTo(): boolean {
    return true
  }

  refusalOf(text: string): Refusal | undefined {
    const path = { text, segments: text.split('.') }
    return this.#paths.some((pattern) => pattern.matches(path)) ? undefined : 'undeclared-path'
  }
}

const isAtOrBelow = (source: string, head: string): boolean =>
  source.startsWith(head) && (source.length === head.length || source[head.length] === '.')
