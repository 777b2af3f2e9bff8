import type { DeltaTree } from './delta-tree.ts'
import { cellsOf } from './row.ts'

/** A number of own ship. */
export interface VesselNumber {
  /** With the member of an object, as in `navigation.position.latitude`. */
  readonly path: string
  readonly source: string
  readonly value: number
  /** The unit of the path's metadata; degrees for latitude and longitude. */
  readonly unit: string | undefined
}

const coordinates: ReadonlySet<string> = new Set(['latitude', 'longitude'])

/** All numbers of own ship that are not stale, from every source. */
export function* vesselNumbers(tree: Pick<DeltaTree, 'self'>): Generator<VesselNumber, void> {
  for (const row of tree.self.rowByPath.values()) {
    const { text: path, metadata, isNotification } = row.path
    if (isNotification) continue
    const unit = metadata?.units
    for (const { value, source, isStale } of cellsOf(row)) {
      if (isStale) continue
      if (typeof value === 'number') yield { path, source, value, unit }
      else yield* membersOf(value, { path, source, unit })
    }
  }
}

/** The numbers in an object, such as a position. */
function* membersOf(value: unknown, origin: Omit<VesselNumber, 'value'>): Generator<VesselNumber, void> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const unit = coordinates.has(name) ? 'deg' : origin.unit
    if (typeof member === 'number') yield { ...origin, path: `${origin.path}.${name}`, value: member, unit }
  }
}
