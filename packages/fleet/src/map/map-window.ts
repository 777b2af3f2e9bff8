import {
  isInside,
  type BoundingBox,
  type FleetCell,
  type FleetMapLine,
  type FleetMark,
} from '@marinedata/model'
import type { VesselToken } from '#subjects.ts'
import type { Place } from './place.ts'
import { middleOf, widthOf, type Quadkey } from './quadkey.ts'

/** The part of the map in a window. */
export interface Shown {
  /** The place of a boat; undefined when it is not there. */
  placeOf(token: VesselToken): Place | undefined
  /** The boats of each of the window's cells. Undefined for a window that is too wide. */
  cells(): readonly ReadonlyMap<VesselToken, Place>[] | undefined
  /** How many boats there are in each square of a depth. */
  countsAt(depth: number): ReadonlyMap<Quadkey, number>
  boatOf(token: VesselToken): MapBoat | undefined
}

/** The properties of a boat on its mark, besides its place. */
export type MapBoat = Pick<FleetMark, 'vessel' | 'name' | 'condition'>

/** More boats than this are shown as numbers. */
const mostMarks = 500
/** So that a number of boats near the limit does not change the picture all the time. */
const fewMarks = 400
/** A window has about sixteen squares across. */
const squaresAcross = 4
const depths = { least: 2, most: 14 } as const

/** How deep the squares are whose boats become one number. */
const depthOf = (box: BoundingBox): number => {
  const own = Math.floor(Math.log2(360 / Math.max(widthOf(box), 1e-3))) + squaresAcross
  return Math.min(depths.most, Math.max(depths.least, own))
}

/** A part of the map at which someone looks. It knows what was sent, and makes lines of what has changed. */
export class MapWindow {
  readonly #box: BoundingBox
  readonly #shown: Shown
  readonly #depth: number
  readonly #sent = new Set<VesselToken>()
  readonly #changed = new Set<VesselToken>()
  #mode: 'new' | 'boats' | 'cells' = 'new'
  #lastCells = ''

  constructor(box: BoundingBox, shown: Shown) {
    this.#box = box
    this.#shown = shown
    this.#depth = depthOf(box)
  }

  /** A boat of its cells has moved, or is gone. */
  changed(token: VesselToken, place: Place | undefined): void {
    if (this.#mode !== 'boats') return
    if (this.#sent.has(token) || (place !== undefined && isInside(this.#box, place))) this.#changed.add(token)
  }

  /** The changes since the last line; undefined without changes. */
  next(): FleetMapLine | undefined {
    if (this.#mode === 'boats' && this.#sent.size <= mostMarks) return this.#changes()
    // Looking for the boats of a new window costs much less than counting all boats of its cells.
    if (this.#mode === 'new') return this.#allBoats() ?? this.#counted(this.#cells())
    const cells = this.#cells()
    const count = cells.reduce((sum, cell) => sum + cell.count, 0)
    return (count <= fewMarks ? this.#allBoats() : undefined) ?? this.#counted(cells)
  }

  #cells(): FleetCell[] {
    const margin = 360 / 2 ** this.#depth
    const { south, west, north, east } = this.#box
    const wider = {
      south: Math.max(-90, south - margin),
      north: Math.min(90, north + margin),
      ...(widthOf(this.#box) + 2 * margin >= 360
        ? { west: -180, east: 180 }
        : { west: wrapped(west - margin), east: wrapped(east + margin) }),
    }
    return [...this.#shown.countsAt(this.#depth)]
      .map(([key, count]) => ({ ...middleOf(key), count }))
      .filter((cell) => isInside(wider, cell))
  }

  #counted(cells: FleetCell[]): FleetMapLine | undefined {
    const text = JSON.stringify(cells)
    const isKnown = this.#mode === 'cells' && text === this.#lastCells
    this.#mode = 'cells'
    this.#lastCells = text
    this.#sent.clear()
    this.#changed.clear()
    return isKnown ? undefined : { isWhole: true, boats: [], gone: [], cells }
  }

  /** Undefined when there are too many, or when the window is too wide. */
  #allBoats(): FleetMapLine | undefined {
    const cells = this.#shown.cells()
    if (cells === undefined) return undefined
    const markByToken = new Map<VesselToken, FleetMark>()
    for (const cell of cells)
      for (const [token, place] of cell) {
        // A boat that moves from one cell to the next can be in both for a moment.
        if (!isInside(this.#box, place) || markByToken.has(token)) continue
        const boat = this.#shown.boatOf(token)
        if (boat !== undefined) markByToken.set(token, { ...boat, ...place })
        if (markByToken.size > mostMarks) return undefined
      }
    this.#mode = 'boats'
    this.#changed.clear()
    this.#sent.clear()
    for (const token of markByToken.keys()) this.#sent.add(token)
    return { isWhole: true, boats: [...markByToken.values()], gone: [] }
  }

  #changes(): FleetMapLine | undefined {
    if (this.#changed.size === 0) return undefined
    const boats: FleetMark[] = []
    const gone: string[] = []
    for (const token of this.#changed) {
      const marks = this.#marks(token)
      const boat = this.#shown.boatOf(token)
      if (marks.length > 0) boats.push(...marks)
      else if (this.#sent.delete(token) && boat !== undefined) gone.push(boat.vessel)
    }
    this.#changed.clear()
    return { isWhole: false, boats, gone }
  }

  /** Empty when the boat is outside, or has left the fleet. */
  #marks(token: VesselToken): FleetMark[] {
    const [place, boat] = [this.#shown.placeOf(token), this.#shown.boatOf(token)]
    if (place === undefined || boat === undefined || !isInside(this.#box, place)) return []
    this.#sent.add(token)
    return [{ ...boat, ...place }]
  }
}

const wrapped = (longitude: number): number => ((longitude + 540) % 360) - 180
