import {
  checkOf,
  Delta,
  selfContext,
  type Metadata,
  type PathMetadata,
  type PathValue,
  type Update,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Counters, Refusal } from '#counters.ts'
import type { Author } from './author.ts'
import { fitsAsMetadata, isPositionLike, refusalOf } from './value-check.ts'

/** What the intake writes to: one update at a time. */
export interface UpdateWriter {
  open(head: {
    readonly context: string
    readonly source: string
    readonly timestamp: string
  }): Refusal | undefined
  put(path: string, value: unknown): Refusal | undefined
  describe(path: string, metadata: Metadata): Refusal | undefined
  commit(): void
}

export interface IntakeOptions {
  readonly writer: UpdateWriter
  readonly clock: Clock
  readonly counters: Counters
}

const delta = checkOf<Delta>(Delta)

/** The door: what comes in is checked, stamped and written, or refused and counted. Nothing here throws. */
export class Intake {
  readonly #options: IntakeOptions

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /**
   * Takes in a delta from outside.
   * @param author under whose name, and within whose rights
   * @returns the first reason for which any of it was refused, or undefined when all of it was taken
   */
  accept(message: unknown, author: Author): Refusal | undefined {
    if (!delta.accepts(message)) return this.#refuse('invalid-delta')
    this.#options.counters.deltas++
    const context = message.context ?? selfContext
    let first: Refusal | undefined
    for (const update of message.updates) {
      const refusal = this.#acceptUpdate(context, update, author)
      first ??= refusal
    }
    return first
  }

  #acceptUpdate(context: string, update: Update, author: Author): Refusal | undefined {
    const { writer, clock } = this.#options
    const source = author.sourceOf(update.$source ?? update.source?.label)
    if (source === undefined) return this.#refuse('foreign-source')
    if (!author.mayWriteTo(context)) return this.#refuse('undeclared-context')
    const closed = writer.open({ context, source, timestamp: update.timestamp ?? clock.timestamp() })
    if (closed !== undefined) return this.#refuse(closed)
    const refusedValue = update.values && this.#acceptValues(update.values, author)
    const refusedMetadata = update.meta && this.#acceptMetadata(update.meta, author)
    writer.commit()
    return refusedValue ?? refusedMetadata
  }

  #acceptValues(values: readonly PathValue[], author: Author): Refusal | undefined {
    let first: Refusal | undefined
    for (const { path, value } of values) {
      const refusal = path === '' ? this.#acceptRoot(value, author) : this.#acceptValue(path, value, author)
      first ??= refusal
    }
    return first
  }

  #acceptMetadata(entries: readonly PathMetadata[], author: Author): Refusal | undefined {
    let first: Refusal | undefined
    for (const { path, value } of entries) {
      const refusal =
        author.refusalOf(path) ??
        (fitsAsMetadata(value) ? this.#options.writer.describe(path, value) : 'invalid-value')
      if (refusal === undefined) continue
      this.#refuse(refusal)
      first ??= refusal
    }
    return first
  }

  #acceptValue(path: string, value: unknown, author: Author): Refusal | undefined {
    const refusal = author.refusalOf(path) ?? refusalOf(path, value) ?? this.#options.writer.put(path, value)
    return refusal === undefined ? undefined : this.#refuse(refusal)
  }

  /** The empty path merges an object into the context's root: `{"name": …, "communication": {"callsignVhf": …}}`. */
  #acceptRoot(value: unknown, author: Author): Refusal | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#refuse('invalid-value')
    let first: Refusal | undefined
    let members = 0
    for (const [path, member] of flatten(value, '', 1)) {
      if (++members > maxMergeMembers) {
        const refusal = this.#refuse('invalid-value')
        return first ?? refusal
      }
      const refusal = this.#acceptValue(path, member, author)
      first ??= refusal
    }
    return first
  }

  #refuse(reason: Refusal): Refusal {
    this.#options.counters.refused[reason]++
    return reason
  }
}

const maxMergeDepth = 4
// As many as an update may have values.
const maxMergeMembers = 512

function* flatten(value: object, prefix: string, depth: number): Generator<[path: string, member: unknown]> {
  for (const [name, member] of Object.entries(value)) {
    const path = prefix + name
    if (depth < maxMergeDepth && isBranch(member)) yield* flatten(member, `${path}.`, depth + 1)
    else yield [path, member]
  }
}

// A position stays whole.
const isBranch = (member: unknown): member is object =>
  typeof member === 'object' && member !== null && !Array.isArray(member) && !isPositionLike(member)
