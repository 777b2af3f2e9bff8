/** Where a craft stands in the tree. */
export type CraftMap = 'vessels' | 'aircraft' | 'aton' | 'sar'

/** By the first digits of its number. What fits no map is among the vessels, or with the marks when it is a coast station. */
const mapsByPrefix: readonly (readonly [prefix: string, map: CraftMap])[] = [
  ['1', 'aircraft'],
  ['99', 'aton'],
  ['00', 'aton'],
  ['97', 'sar'],
]

export const mapOf = (mmsi: string): CraftMap =>
  mapsByPrefix.find(([prefix]) => mmsi.startsWith(prefix))?.[1] ?? 'vessels'

/** The server finds the place for numbers that cannot be a key. */
export const contextOf = (mmsi: string): string => `${mapOf(mmsi)}.urn:mrn:imo:mmsi:${mmsi}`

/** Beacons of people in distress tell no name, but their number says what they are. */
const beacons: readonly (readonly [prefix: string, name: string])[] = [
  ['970', 'SART'],
  ['972', 'MOB'],
  ['974', 'EPIRB'],
]

export const beaconName = (mmsi: string): string | undefined =>
  beacons.find(([prefix]) => mmsi.startsWith(prefix))?.[1]
