import { unreadable } from './chart-file.ts'
import type { Span } from './pmtiles-header.ts'

/** What a directory has for a number: a tile, or a directory of the next level. */
export interface Found extends Span {
  readonly isLeaf: boolean
}

/** Whole numbers of any length, each in bytes of seven bits, the lowest first. */
class Varints {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  next(): number {
    let value = 0
    for (let scale = 1; scale <= Number.MAX_SAFE_INTEGER; scale *= 128) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw unreadable('A directory ends too early')
      value += (byte & 127) * scale
      if (byte < 128) return this.#checked(value)
    }
    return this.#checked(Infinity)
  }

  #checked(value: number): number {
    if (value > Number.MAX_SAFE_INTEGER) throw unreadable('A directory has a number that is too large')
    return value
  }
}

/** An entry takes at least one byte for each of its numbers. */
const leastEntryBytes = 4

/** A sorted list of runs of tiles; columns instead of objects, because a chart may have millions of them. */
export class PmtilesDirectory {
  readonly #ids: Float64Array
  readonly #runs: Float64Array
  readonly #lengths: Float64Array
  readonly #offsets: Float64Array

  /** @throws MarineDataError when the bytes are damaged */
  constructor(bytes: Uint8Array) {
    const varints = new Varints(bytes)
    const count = varints.next()
    if (count > bytes.length / leastEntryBytes) throw unreadable('A directory announces more than it has')
    const column = (next: (before: number, at: number) => number): Float64Array => {
      const values = new Float64Array(count)
      for (let at = 0; at < count; at++) values[at] = next(values[at - 1] ?? 0, at)
      return values
    }
    this.#ids = column((before) => before + varints.next())
    this.#runs = column(() => varints.next())
    this.#lengths = column(() => varints.next())
    this.#offsets = column((before, at) => {
      const told = varints.next()
      // Nothing told: right behind the one before.
      return told === 0 ? before + (this.#lengths[at - 1] ?? 0) : told - 1
    })
  }

  find(id: number): Found | undefined {
    const at = this.#lastUpTo(id)
    const [first, run, length, offset] = [this.#ids[at], this.#runs[at], this.#lengths[at], this.#offsets[at]]
    if (first === undefined || run === undefined || length === undefined || offset === undefined)
      return undefined
    const isLeaf = run === 0
    return isLeaf || id - first < run ? { offset, length, isLeaf } : undefined
  }

  /** The last entry whose number is not above this; −1 when there is none. */
  #lastUpTo(id: number): number {
    let [low, high] = [0, this.#ids.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      if ((this.#ids[middle] ?? Infinity) <= id) low = middle + 1
      else high = middle - 1
    }
    return high
  }
}
