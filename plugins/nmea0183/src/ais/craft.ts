/** The context of a craft in the tree. */
export type CraftMap = 'vessels' | 'aircraft' | 'aton' | 'sar'

/** By the first digits of the MMSI. Others are vessels, except coast stations, which are shore stations. */
const mapsByPrefix: readonly (readonly [prefix: string, map: CraftMap])[] = [
  ['1', 'aircraft'],
  ['99', 'aton'],
  ['00', 'aton'],
  ['97', 'sar'],
]

export const mapOf = (mmsi: string): CraftMap =>
  mapsByPrefix.find(([prefix]) => mmsi.startsWith(prefix))?.[1] ?? 'vessels'

/** The server handles numbers that cannot be a key. */
export const contextOf = (mmsi: string): string => `${mapOf(mmsi)}.urn:mrn:imo:mmsi:${mmsi}`

/** Distress beacons send no name, but their MMSI says what they are. */
const beacons: readonly (readonly [prefix: string, name: string])[] = [
  ['970', 'SART'],
  ['972', 'MOB'],
  ['974', 'EPIRB'],
]

export const beaconName = (mmsi: string): string | undefined =>
  beacons.find(([prefix]) => mmsi.startsWith(prefix))?.[1]
