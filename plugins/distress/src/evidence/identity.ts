import { mapOf } from '@marinedata/ais'

/** Kinds of distress beacons (ITU-R M.585). */
export type BeaconKind = 'SART' | 'MOB' | 'EPIRB'

const kindByPrefix: ReadonlyMap<string, BeaconKind> = new Map([
  ['970', 'SART'],
  ['972', 'MOB'],
  ['974', 'EPIRB'],
])

/** The kind of beacon that a number belongs to; undefined for any other number. */
export const beaconKindOf = (mmsi: string): BeaconKind | undefined => kindByPrefix.get(mmsi.slice(0, 3))

/** Numbers that no ship has. 979 is for autonomous devices such as net markers; the others are not assigned. */
export const isFreeFormNumber = (mmsi: string): boolean => mmsi.startsWith('97')

/** The nine digits of the MMSI in a context; undefined when it has none. */
export const mmsiOf = (context: string): string | undefined =>
  /^[a-z]+\.urn:mrn:imo:mmsi:([0-9]{9})$/.exec(context)?.[1]

export const contextOf = (mmsi: string): string => `${mapOf(mmsi)}.urn:mrn:imo:mmsi:${mmsi}`
