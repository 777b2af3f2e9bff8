import type { BoundingBox } from '@marinedata/model'

/** Where the boats of the trial are. */
export const sailingArea: BoundingBox = { south: 35, west: -20, north: 65, east: 40 }
export const wholeEarth: BoundingBox = { south: -90, west: -180, north: 90, east: 180 }
