import { MarineDataError, type StreamPosition, type LogStart } from '@marinedata/model'
import type { Clock } from '#clock.ts'
import type { Change } from '#tree/row.ts'
import type { ContextSource } from './context-source.ts'
import { Fragment } from './frame.ts'
import type { Session } from './group.ts'
import type { Subscription } from './matching/subscription.ts'
import type { SubscriptionSet } from './matching/subscription-set.ts'

export interface SubscribeOptions {
  /** Whether the present values are sent first. */
  readonly sendsCachedValues: boolean
  readonly sendsMetadata: boolean
  /** Whether every change is sent, in order, while the log goes back far enough. */
  readonly readsLog?: boolean
  /** The changes after this one are sent first, instead of the present values. Reads the log. */
  readonly from?: StreamPosition
}

const limits = {
  /** Changes are discarded when they are older… */
  ms: 180_000,
  /** …or when all of them are larger. */
  bytes: 16_000_000,
  /** What an entry occupies besides its JSON… */
  entryBytes: 250,
  /** …and each row that it created, because it keeps the row of a vessel that has gone. */
  rowBytes: 400,
  /** Values in one frame. */
  batchValues: 500,
}

interface Entry {
  readonly change: Change
  readonly fragment: Fragment
  /** Monotonic milliseconds. */
  readonly at: number
  readonly bytes: number
}

/** A part of the log: what a reader is sent, and the change up to which that is everything. */
interface LogBatch {
  readonly fragments: readonly Fragment[]
  readonly reached: number
}

/**
 * The changes of the last minutes, so that a reader that was interrupted continues without a gap. Its fragments are
 * those that readers of the log are sent anyway. It is off until there is a reader, and some time after the last one.
 */
export class ChangeLog {
  readonly #clock: Clock
  readonly #source: ContextSource
  /** Those before the first are discarded. */
  #entries: (Entry | undefined)[] = []
  #first = 0
  #bytes = 0
  #readers = 0
  #leftAt = 0
  #isOn = false
  /** All later changes are in the log. */
  #completeAfter = 0

  constructor(options: { readonly clock: Clock; readonly source: ContextSource }) {
    this.#clock = options.clock
    this.#source = options.source
  }

  get isOn(): boolean {
    return this.#isOn
  }

  /** The number of changes in the log, and their bytes. */
  get held(): { readonly changes: number; readonly bytes: number } {
    return { changes: this.#entries.length - this.#first, bytes: this.#bytes }
  }

  /** All changes after this one are in the log. */
  get completeAfter(): number {
    return this.#isOn ? this.#completeAfter : this.#source.sequence
  }

  addReader(): void {
    this.#readers++
    if (this.#isOn) return
    this.#isOn = true
    this.#completeAfter = this.#source.sequence
  }

  removeReader(): void {
    this.#readers--
    this.#leftAt = this.#clock.now()
  }

  /** Where a reader starts, and the change after which it is sent values. */
  startAfter(from: StreamPosition | undefined): LogStart & { readonly since: number } {
    const { epoch, sequence } = this.#source
    if (from === undefined) return { since: 0, position: { epoch, sequence } }
    const to = { epoch, sequence: this.completeAfter }
    if (epoch === 0 || from.epoch !== epoch || from.sequence > sequence) {
      const message = 'The position is not one of this start of the server'
      return { since: 0, position: to, gap: { from, to, message } }
    }
    if (from.sequence >= to.sequence) return { since: from.sequence, position: from }
    const message = 'The position is too old: only the latest values in between follow'
    return { since: from.sequence, position: to, gap: { from, to, message } }
  }

  add(change: Change, fragment: Fragment): void {
    const at = this.#clock.now()
    if (this.#readers === 0 && at - this.#leftAt > limits.ms) return this.#clear()
    const bytes = bytesOf(change, fragment)
    this.#entries.push({ change, fragment, at, bytes })
    this.#bytes += bytes
    for (;;) {
      const oldest = this.#entries[this.#first]
      if (oldest === undefined || (at - oldest.at <= limits.ms && this.#bytes <= limits.bytes)) return
      this.#discard(oldest)
    }
  }

  /** The next changes after a sequence that match the subscriptions; undefined when some of them were discarded. */
  batch(subscriptions: SubscriptionSet, after: number, upTo: number): LogBatch | undefined {
    if (after < this.completeAfter) return undefined
    const fragments: Fragment[] = []
    let values = 0
    for (let index = this.#indexAfter(after); index < this.#entries.length; index++) {
      const entry = this.#entries[index]
      if (entry === undefined || entry.change.sequence > upTo) break
      const fragment = selectedOf(entry, subscriptions)
      if (fragment === undefined) continue
      fragments.push(fragment)
      values += fragment.values
      if (values >= limits.batchValues) return { fragments, reached: fragment.sequence }
    }
    return { fragments, reached: upTo }
  }

  #indexAfter(sequence: number): number {
    let [low, high] = [this.#first, this.#entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#entries[middle]?.change.sequence ?? 0) <= sequence) low = middle + 1
      else high = middle
    }
    return low
  }

  #discard({ change, bytes }: Entry): void {
    this.#completeAfter = change.sequence
    this.#bytes -= bytes
    this.#entries[this.#first++] = undefined
    // Trims the array only now and then, so that discarding stays cheap.
    if (this.#first < 1_024 || this.#first * 2 < this.#entries.length) return
    this.#entries = this.#entries.slice(this.#first)
    this.#first = 0
  }

  #clear(): void {
    this.#isOn = false
    this.#entries = []
    this.#first = 0
    this.#bytes = 0
  }
}

const bytesOf = ({ createdMask }: Change, { json }: Fragment): number =>
  json.length + limits.entryBytes + bitsIn(createdMask) * limits.rowBytes

const bitsIn = (mask: number): number => {
  let bits = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits++
  return bits
}

/** The part of a change that the subscriptions match. */
const selectedOf = ({ change, fragment }: Entry, subscriptions: SubscriptionSet): Fragment | undefined => {
  const { cells, preferredMask, context, sequence } = change
  const isSelected = cells.map(({ row }, index) => {
    const subscription = subscriptions.serving(row)
    if (subscription === undefined) return false
    return subscription.wantsAllSources || (preferredMask & (1 << index)) !== 0
  })
  if (isSelected.every(Boolean)) return fragment
  if (!isSelected.includes(true)) return undefined
  // `ChangeEncoder` wrote it, with one value per cell.
  const update = JSON.parse(fragment.json) as { values: unknown[] }
  const values = update.values.filter((_, index) => isSelected[index])
  return new Fragment(context, JSON.stringify({ ...update, values }), { values: values.length, sequence })
}

const isPlain = ({ pacing, box }: Subscription): boolean =>
  pacing.kind === 'every-change' && pacing.repeatMs === 0 && box === undefined

/**
 * Whether the subscriptions read the log. A reader of the log has one subscribe message, because everything that it is
 * sent is in one order.
 * @throws MarineDataError `invalid-message` when they cannot
 */
export const requireLogRules = (
  session: Session,
  subscriptions: readonly Subscription[],
  { readsLog = false, from, sendsMetadata }: SubscribeOptions,
): boolean => {
  const isReader = readsLog || from !== undefined
  if (session.readsLog || (isReader && session.subscriptions.size > 0))
    throw new MarineDataError(
      'invalid-message',
      'A session that reads the log has one subscribe message and no other subscriptions. Use "subscribe=none"',
    )
  if (isReader && (sendsMetadata || !subscriptions.every(isPlain)))
    throw new MarineDataError(
      'invalid-message',
      'A subscription to the log takes neither period, minPeriod, bbox nor sendMeta',
    )
  return isReader
}
