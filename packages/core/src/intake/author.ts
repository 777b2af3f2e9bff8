import type { Refusal } from '#counters.ts'
import { isReservedName, PathPattern, sourceOwner, sourceSpaces, type PathOwner } from '@marinedata/model'

/** The sender of a delta: its sources and the paths it may write. */
export interface Author {
  /**
   * The source to write as, given the source named in the update; undefined when the author may not use that source.
   */
  sourceOf(named: string | undefined): string | undefined
  mayWriteTo(context: string): boolean
  /** Why the author may not write this path; undefined when it may. */
  refusalOf(path: string): Refusal | undefined
  /** Whether the author may write paths reserved for this owner; absent means never. Checked by the intake. */
  readonly mayWriteFor?: (owner: PathOwner) => boolean
}

/** The server, writing as one of its parts or for a device that reports to it. */
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

  mayWriteFor(): boolean {
    return true
  }
}

/** A person on the stream: writes as the connection's own source, or as any source that is not reserved or taken. */
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

/** A device with a token: writes as `device.<name>` or below it, to the paths that the owner allowed. */
export class DeviceAuthor implements Author {
  readonly #source: string
  readonly #paths: readonly PathPattern[]

  constructor(source: string, paths: readonly string[]) {
    this.#source = source
    this.#paths = paths.flatMap((path) => PathPattern.parse(path) ?? [])
  }

  /** A device may omit its namespace: `gateway.115` becomes `device.gateway.115`. */
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
