import {
  checkOf,
  Delta,
  isExistingDay,
  selfContext,
  type Metadata,
  type PathMetadata,
  type PathValue,
  type Update,
} from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Counters, Refusal } from '#counters.ts'
import type { Author } from './author.ts'
import { deltaRefusal, type DeltaRefusal, type RefusalSubject } from './delta-refusal.ts'
import { fitsAsMetadata, isPositionLike, PathRules } from './path-rules.ts'
import { TimestampCheck } from './timestamp-check.ts'

/** The target of the intake. Updates are written one at a time. */
export interface UpdateWriter {
  open(head: UpdateHead): Refusal | undefined
  put(path: string, value: unknown): Refusal | undefined
  describe(path: string, metadata: Metadata): Refusal | undefined
  commit(): void
}

interface UpdateHead {
  readonly context: string
  readonly source: string
  readonly timestamp: string
  /** True when the sender's timestamp was implausible and was replaced by the time of receipt. */
  readonly isTimestampReplaced?: boolean
}

export interface IntakeOptions {
  readonly writer: UpdateWriter
  readonly clock: Clock
  readonly counters: Counters
  readonly metadataOf: (segments: readonly string[]) => Metadata | undefined
}

const delta = checkOf<Delta>(Delta)

const sourceLength = 128
const longSource = {
  path: '/updates/0/$source',
  message: `is longer than ${sourceLength} characters, including the name of its owner`,
}

/**
 * Validates incoming deltas, adds source and timestamp, and writes them to the tree. Refused parts are counted. Never
 * throws.
 */
export class Intake {
  readonly #options: IntakeOptions
  readonly #rules: PathRules
  readonly #timestamps: TimestampCheck

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#rules = new PathRules(options.metadataOf)
    this.#timestamps = new TimestampCheck(options.clock)
  }

  /**
   * Validates and writes a delta.
   * @param author the sender, whose sources and rights apply
   * @returns the first refusal, or undefined when everything was accepted
   */
  accept(message: unknown, author: Author): DeltaRefusal | undefined {
    if (!delta.accepts(message)) return this.#refuse('invalid-delta', { faults: () => delta.faults(message) })
    this.#options.counters.deltas++
    const context = message.context ?? selfContext
    let first: DeltaRefusal | undefined
    for (const update of message.updates) {
      const refusal = this.#acceptUpdate(context, update, author)
      first ??= refusal
    }
    return first
  }

  #acceptUpdate(context: string, update: Update, author: Author): DeltaRefusal | undefined {
    const { writer } = this.#options
    const source = author.sourceOf(update.$source ?? update.source?.label)
    const refusal = this.#refusalOfSource(update, source) ?? this.#refusalOfHead(context, update, author)
    if (refusal !== undefined || source === undefined) return refusal
    const closed = writer.open(this.#headOf(context, source, update.timestamp))
    if (closed !== undefined) return this.#refuse(closed, { context })
    const refusedValue = update.values && this.#acceptValues(update.values, author)
    const refusedMetadata = update.meta && this.#acceptMetadata(update.meta, author)
    writer.commit()
    return refusedValue ?? refusedMetadata
  }

  #refusalOfSource(update: Update, source: string | undefined): DeltaRefusal | undefined {
    if (source === undefined)
      return this.#refuse('foreign-source', { source: update.$source ?? update.source?.label })
    return source.length > sourceLength
      ? this.#refuse('invalid-delta', { faults: () => [longSource] })
      : undefined
  }

  /** Why the tree would refuse a value at a path; undefined when it would accept it. */
  refusalOfValue(path: string, value: unknown): Refusal | undefined {
    return this.#rules.of(path).refusalOf(value)
  }

  #refusalOfHead(context: string, { timestamp }: Update, author: Author): DeltaRefusal | undefined {
    if (!author.mayWriteTo(context)) return this.#refuse('undeclared-context', { context })
    return timestamp === undefined || isExistingDay(timestamp)
      ? undefined
      : this.#refuse('invalid-date', { timestamp })
  }

  #headOf(context: string, source: string, timestamp: string | undefined): UpdateHead {
    const { clock, counters } = this.#options
    if (timestamp === undefined) return { context, source, timestamp: clock.timestamp() }
    if (!this.#timestamps.isFarOff(timestamp)) return { context, source, timestamp }
    counters.replacedTimestamps++
    return { context, source, timestamp: clock.timestamp(), isTimestampReplaced: true }
  }

  #acceptValues(values: readonly PathValue[], author: Author): DeltaRefusal | undefined {
    let first: DeltaRefusal | undefined
    for (const { path, value } of values) {
      const refusal = path === '' ? this.#acceptRoot(value, author) : this.#acceptValue(path, value, author)
      first ??= refusal
    }
    return first
  }

  #acceptMetadata(entries: readonly PathMetadata[], author: Author): DeltaRefusal | undefined {
    let first: DeltaRefusal | undefined
    for (const { path, value } of entries) {
      const { owner } = this.#rules.of(path)
      const reason =
        refusalOfOwned(owner, author) ??
        author.refusalOf(path) ??
        (fitsAsMetadata(value) ? this.#options.writer.describe(path, value) : 'invalid-value')
      if (reason === undefined) continue
      const refusal = this.#refuse(reason, { path, owner })
      first ??= refusal
    }
    return first
  }

  #acceptValue(path: string, value: unknown, author: Author): DeltaRefusal | undefined {
    const rule = this.#rules.of(path)
    const { owner } = rule
    const reason =
      refusalOfOwned(owner, author) ??
      author.refusalOf(path) ??
      rule.refusalOf(value) ??
      this.#options.writer.put(path, value)
    if (reason === undefined) return undefined
    const isOfMetadata = reason === 'not-a-number' || reason === 'out-of-range' || reason === 'invalid-date'
    return this.#refuse(reason, { path, owner, ...(isOfMetadata && { detail: () => rule.describe(value) }) })
  }

  /** The empty path merges an object into the context's root: `{"name": …, "communication": {"callsignVhf": …}}`. */
  #acceptRoot(value: unknown, author: Author): DeltaRefusal | undefined {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return this.#refuse('invalid-value', { path: '' })
    let first: DeltaRefusal | undefined
    let members = 0
    for (const [path, member] of flatten(value, '', 1)) {
      if (++members > maxMergeMembers) {
        const refusal = this.#refuse('invalid-value', { path: '' })
        return first ?? refusal
      }
      const refusal = this.#acceptValue(path, member, author)
      first ??= refusal
    }
    return first
  }

  #refuse(reason: Refusal, subject: RefusalSubject): DeltaRefusal {
    this.#options.counters.refused[reason]++
    return deltaRefusal(reason, subject)
  }
}

const refusalOfOwned = (owner: ReturnType<PathRules['of']>['owner'], author: Author): Refusal | undefined =>
  owner === undefined || author.mayWriteFor?.(owner) === true ? undefined : 'reserved-path'

const maxMergeDepth = 4
// The same as the maximum number of values in an update.
const maxMergeMembers = 512

function* flatten(value: object, prefix: string, depth: number): Generator<[path: string, member: unknown]> {
  for (const [name, member] of Object.entries(value)) {
    const path = prefix + name
    if (depth < maxMergeDepth && isBranch(member)) yield* flatten(member, `${path}.`, depth + 1)
    else yield [path, member]
  }
}

// A position is one value and is not flattened.
const isBranch = (member: unknown): member is object =>
  typeof member === 'object' && member !== null && !Array.isArray(member) && !isPositionLike(member)
