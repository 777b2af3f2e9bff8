import { distanceBetween } from '@marinedata/model'
import { isDistress, overboardPath, type ShownAlert } from '#alerts/alert.ts'
import { placeIn, type Place, type Values } from '#boat/values.ts'

/** Kind of a casualty, by its number and message. */
export type CasualtyKind = 'overboard' | 'mob' | 'sart' | 'epirb' | 'dsc' | 'other'

/** The details of a casualty in an alert. */
export interface Casualty {
  readonly kind: CasualtyKind
  /** The MMSI; undefined for a person overboard from this boat. */
  readonly number: string | undefined
  /** Name of the person who wears the boat's beacon. */
  readonly name: string | undefined
  /** Nature of a radio call, in the words of the alert: `sinking`. */
  readonly nature: string | undefined
  readonly isDrill: boolean
}

const beaconKinds: Readonly<Record<string, CasualtyKind>> = { '970': 'sart', '972': 'mob', '974': 'epirb' }

const radioPath = /^notifications\.distress\.(?<drill>drill\.)?(?<number>\d+)$/
const ownWords = /^(?:DRILL: )?Man overboard: (?<name>[^,]+)/
const callWords = /^(?:DRILL: )?DSC \d+: (?<nature>[^,]+)/

const kindOf = (number: string | undefined, { isOwn, isCall }: Record<'isOwn' | 'isCall', boolean>) => {
  if (number === undefined || isOwn) return 'overboard'
  return beaconKinds[number.slice(0, 3)] ?? (isCall ? 'dsc' : 'other')
}

type CasualtyAlert = Pick<ShownAlert, 'path' | 'message'>

/** Reads the number from the path, and name and nature from the message, whose beginnings are fixed. */
export const casualtyOf = ({ path, message }: CasualtyAlert): Casualty => {
  const { number, drill } = radioPath.exec(path)?.groups ?? {}
  const name = ownWords.exec(message)?.groups?.['name']
  const nature = callWords.exec(message)?.groups?.['nature']
  const kind = kindOf(number, { isOwn: name !== undefined, isCall: nature !== undefined })
  return { kind, number, name, nature, isDrill: drill !== undefined }
}

const shortKinds: Readonly<Record<CasualtyKind, string>> = {
  overboard: 'MOB',
  mob: 'MOB',
  sart: 'SART',
  epirb: 'EPIRB',
  dsc: 'DSC',
  other: 'SOS',
}

/** Short and the same in every language: it names the goal of the course for all consoles, and the mark on the chart. */
export const casualtyLabel = (alert: CasualtyAlert): string => {
  const { kind, name, number } = casualtyOf(alert)
  return [shortKinds[kind], name ?? number].filter((part) => part !== undefined).join(' ')
}

/** The last known place of a casualty. */
export interface LastPlace {
  readonly place: Place
  /** On the clock of `performance.now()`. */
  readonly at: number
  /** Whether it was received from the casualty itself, or else with the alert. */
  readonly isHeard: boolean
}

/** An older report of the craft is older than the alert. */
const heardBeforeMs = 60_000
/** A place is drawn hollow from this age on. */
export const placeOldMs = 300_000

type PlacedAlert = Pick<ShownAlert, 'position' | 'raisedAt'>

/**
 * The last place of a casualty, however old: the search starts there. It is not extrapolated, because the antenna of a
 * beacon is at the water and its course is noise.
 * @param receivedAt converts a timestamp of the server to the clock of `performance.now()`
 */
export const lastPlaceOf = (
  { position, raisedAt }: PlacedAlert,
  values: Values | undefined,
  receivedAt: (timestamp: string) => number,
): LastPlace | undefined => {
  const reading = values?.of('navigation.position').value
  const heard = placeIn(reading)
  const raised = receivedAt(raisedAt)
  if (reading !== undefined && heard !== undefined) {
    const isSinceAlert = reading.receivedAt >= raised - heardBeforeMs
    if (isSinceAlert || position === undefined) return { place: heard, at: reading.receivedAt, isHeard: true }
  }
  return position === undefined ? undefined : { place: position, at: raised, isHeard: false }
}

const isPerson = (alert: ShownAlert): boolean => {
  if (alert.path === overboardPath) return true
  const { kind, isDrill } = casualtyOf(alert)
  return isDistress(alert) && !isDrill && (kind === 'overboard' || kind === 'mob')
}

const samePersonMetres = 200
const samePersonMs = 120_000

/** An alert and the last place of its casualty. */
export interface AlertAtPlace {
  readonly alert: ShownAlert
  readonly place: Place | undefined
}

/** Whether two alerts can be about one person: the button was pressed, and the beacon of the person has sent. */
export const isSamePerson = (one: AlertAtPlace, other: AlertAtPlace): boolean =>
  isPerson(one.alert) &&
  isPerson(other.alert) &&
  one.place !== undefined &&
  other.place !== undefined &&
  Math.abs(Date.parse(one.alert.raisedAt) - Date.parse(other.alert.raisedAt)) <= samePersonMs &&
  distanceBetween(one.place, other.place) <= samePersonMetres
