import type { Cell, Change } from '#row.ts'
import { frameOf, metadataJson, updateJson, valueJson, type Fragment, type Frame } from './frame.ts'

/** Encodes one change: each value once, each selection of values once. */
export class ChangeEncoder {
  readonly #change: Change
  readonly #valueJson: (string | undefined)[] = []
  readonly #fragmentByMask = new Map<number, Fragment>()
  readonly #frameByMask = new Map<number, Frame>()
  #lastMask = 0
  #lastFragment: Fragment | undefined

  constructor(change: Change) {
    this.#change = change
  }

  /** The update with the cells whose bits are set. */
  values(mask: number): Fragment {
    if (mask === this.#lastMask && this.#lastFragment !== undefined) return this.#lastFragment
    const fragment = this.#fragmentByMask.get(mask) ?? this.#encode(mask)
    this.#fragmentByMask.set(mask, fragment)
    this.#lastMask = mask
    this.#lastFragment = fragment
    return fragment
  }

  /** What is known of the paths of these cells, or undefined when nothing is. */
  metadata(mask: number): Fragment | undefined {
    // Bit 31 keeps descriptions apart from values under the same cells.
    const key = mask | (1 << 31)
    const known = this.#fragmentByMask.get(key)
    if (known !== undefined) return known
    const json = metadataJson(this.#selected(mask), this.#change.timestamp)
    if (json === undefined) return undefined
    const fragment = { context: this.#change.context, json, values: 0 }
    this.#fragmentByMask.set(key, fragment)
    return fragment
  }

  /** The update alone in a frame of its own, for what cannot wait. */
  urgent(mask: number): Frame {
    const frame = this.#frameByMask.get(mask) ?? frameOf([this.values(mask)])
    this.#frameByMask.set(mask, frame)
    return frame
  }

  #encode(mask: number): Fragment {
    const { context, source, timestamp, cells } = this.#change
    let values = ''
    let count = 0
    for (let index = 0; index < cells.length; index++) {
      if ((mask & (1 << index)) === 0) continue
      values += count++ === 0 ? this.#value(index) : `,${this.#value(index)}`
    }
    return { context, json: updateJson(source, timestamp, values), values: count }
  }

  #value(index: number): string {
    const known = this.#valueJson[index]
    if (known !== undefined) return known
    const cell = this.#change.cells[index]
    const json = cell === undefined ? '' : valueJson(cell)
    this.#valueJson[index] = json
    return json
  }

  #selected(mask: number): Cell[] {
    return this.#change.cells.filter((_, index) => (mask & (1 << index)) !== 0)
  }
}
