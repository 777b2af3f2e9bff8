import type { Change, Row } from '#tree/row.ts'
import { Fragment, frameOf, metadataJson, updateJson, valueJson, type Frame } from './frame.ts'

/** Serializes one change. Each value and each selection of values is serialized once. */
export class ChangeEncoder {
  readonly change: Change
  readonly #epoch: number
  readonly #valueJson: (string | undefined)[] = []
  readonly #fragmentByMask = new Map<number, Fragment>()
  readonly #frameByMask = new Map<number, Frame>()
  #lastMask = 0
  #lastFragment: Fragment | undefined

  constructor(change: Change, epoch: number) {
    this.change = change
    this.#epoch = epoch
  }

  /** The whole update. */
  get all(): Fragment {
    return this.values((1 << this.change.cells.length) - 1)
  }

  /** The update with the cells selected by the mask. */
  values(mask: number): Fragment {
    if (mask === this.#lastMask && this.#lastFragment !== undefined) return this.#lastFragment
    const fragment = this.#fragmentByMask.get(mask) ?? this.#encode(mask)
    this.#fragmentByMask.set(mask, fragment)
    this.#lastMask = mask
    this.#lastFragment = fragment
    return fragment
  }

  /** Metadata of the paths of the selected cells, if they have any. */
  metadata(mask: number): Fragment | undefined {
    // Bit 31 distinguishes metadata from values of the same cells in the cache.
    const key = mask | (1 << 31)
    const known = this.#fragmentByMask.get(key)
    if (known !== undefined) return known
    const json = metadataJson(this.#rowsOf(mask), this.change.timestamp)
    if (json === undefined) return undefined
    const fragment = new Fragment(this.change.context, json, {
      id: this.#idOf(key),
      sequence: this.change.sequence,
    })
    this.#fragmentByMask.set(key, fragment)
    return fragment
  }

  /** The update in a separate frame, for values that are sent immediately. */
  urgent(mask: number): Frame {
    const frame = this.#frameByMask.get(mask) ?? frameOf([this.values(mask)], { epoch: this.#epoch })
    this.#frameByMask.set(mask, frame)
    return frame
  }

  #encode(mask: number): Fragment {
    const { context, source, timestamp, sequence, cells } = this.change
    const values: string[] = []
    for (let index = 0; index < cells.length; index++)
      if ((mask & (1 << index)) !== 0) values.push(this.#value(index))
    const json = updateJson(source, timestamp, values)
    return new Fragment(context, json, { values: values.length, id: this.#idOf(mask), sequence })
  }

  #idOf(mask: number): number {
    return (Math.imul(this.change.sequence, 0x9e3779b1) ^ mask) | 0
  }

  #value(index: number): string {
    const known = this.#valueJson[index]
    if (known !== undefined) return known
    const cell = this.change.cells[index]
    const json = cell === undefined ? '' : valueJson(cell)
    this.#valueJson[index] = json
    return json
  }

  #rowsOf(mask: number): Row[] {
    return this.change.cells.filter((_, index) => (mask & (1 << index)) !== 0).map(({ row }) => row)
  }
}
