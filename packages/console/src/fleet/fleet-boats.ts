import type { FleetBoat, FleetCondition, FleetMark } from '@marinedata/model'

export const isAlarming = ({ condition }: { readonly condition: FleetCondition | undefined }): boolean =>
  condition === 'emergency' || condition === 'alarm'

/** The boat's name, or else its MMSI or identifier. */
export const titleOf = ({ name, vessel }: Pick<FleetBoat, 'name' | 'vessel'>): string =>
  name === '' ? vessel.replace(/^urn:mrn:imo:mmsi:/, 'MMSI ') : name

/** The properties of a boat that the map draws. */
export type ShownBoat = Pick<FleetBoat, 'vessel' | 'name' | 'position' | 'course'> & {
  /** Undefined while the shore has not said it. */
  readonly condition: FleetCondition | undefined
}

/** A boat that the map has, and the list has not: it has too many. */
export const shownMark = ({ vessel, name = '', condition, ...place }: FleetMark): ShownBoat => {
  const { latitude, longitude, course } = place
  return {
    vessel,
    name,
    condition,
    position: { latitude, longitude },
    ...(course !== undefined && { course }),
  }
}
