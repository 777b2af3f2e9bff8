import { unreadable } from './chart-file.ts'
import type { Span } from './pmtiles-header.ts'

/** The entry for a tile id: a tile, or a directory of the next level. */
export interface Found extends Span {
  readonly isLeaf: boolean
}

/** Reads varints: seven bits per byte, lowest first. */
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
      if (byte === undefined) throw unreadable('A directory of the archive is truncated')
      value += (byte & 127) * scale
      if (byte < 128) return this.#checked(value)
    }
    return this.#checked(Infinity)
  }

  #checked(value: number): number {
    if (value > Number.MAX_SAFE_INTEGER)
      throw unreadable('A directory of the archive has a number that is too large')
    return value
  }
}

/** An entry has four numbers of at least one byte each. */
const minEntryBytes = 4

/** A sorted list of runs of tiles, in columns instead of objects because a chart may have millions of them. */
export class PmtilesDirectory {
  readonly #ids: Float64Array
  readonly #runs: Float64Array
  readonly #lengths: Float64Array
  readonly #offsets: Float64Array

  /** @throws MarineDataError when the bytes are damaged */
  constructor(bytes: Uint8Array) {
    const varints = new Varints(bytes)
    const count = varints.next()
    if (count > bytes.length / minEntryBytes)
      throw unreadable('A directory of the archive has fewer entries than it states')
    const column = (next: (before: number, at: number) => number): Float64Array => {
      const values = new Float64Array(count)
      for (let at = 0; at < count; at++) values[at] = next(values[at - 1] ?? 0, at)
      return values
    }
    this.#ids = column((before) => before + varints.next())
    this.#runs = column(() => varints.next())
    this.#lengths = column(() => varints.next())
    this.#offsets = column((before, at) => {
      const encoded = varints.next()
      // Zero means directly after the previous entry.
      return encoded === 0 ? before + (this.#lengths[at - 1] ?? 0) : encoded - 1
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

  /** The index of the last entry whose id is not above this one, or −1. */
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
