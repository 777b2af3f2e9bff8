/** The context of a craft in the tree. */
export type CraftMap = 'vessels' | 'aircraft' | 'aton' | 'sar'

/** Craft that move. */
export const movers: readonly CraftMap[] = ['vessels', 'aircraft', 'sar']

/** By the first digits of the MMSI. Others are vessels, except coast stations, which are shore stations. */
export const mapOf = (mmsi: string): CraftMap => {
  if (mmsi.startsWith('1')) return 'aircraft'
  if (mmsi.startsWith('99') || mmsi.startsWith('00')) return 'aton'
  return mmsi.startsWith('97') ? 'sar' : 'vessels'
}

/** Tenders of a mother ship. */
export const isTender = (mmsi: string): boolean => mmsi.startsWith('98')

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

const greatestMmsi = 999_999_999

/** The nine digits of an MMSI; undefined for an impossible number. */
export const mmsiFrom = (number: number): string | undefined =>
  number >= 0 && number <= greatestMmsi ? String(number).padStart(9, '0') : undefined

/** What one AIS message says about another craft. */
export interface AisReport {
  readonly context: string
  readonly values: Readonly<Record<string, unknown>>
}

/** What every message about a craft has in common, however it was received. */
export interface ReportKind {
  /** The kinds of craft that can send it: a ship's MMSI on a buoy's message is a contradiction. */
  readonly of: readonly CraftMap[]
  /** The AIS class of the transponder, for messages about vessels. */
  readonly class?: 'A' | 'B'
}

/** Adds what the MMSI and the kind of message say to the values of a message. */
export const createReport = (mmsi: string, kind: ReportKind, values: Record<string, unknown>): AisReport => {
  values['mmsi'] = mmsi
  const map = mapOf(mmsi)
  if (map === 'sar') {
    const name = beaconName(mmsi)
    if (name !== undefined) values['name'] = name
  }
  if (kind.class !== undefined && map === 'vessels') values['sensors.ais.class'] = kind.class
  return { context: contextOf(mmsi), values }
}
